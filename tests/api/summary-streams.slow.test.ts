import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import type { SummaryEvent } from '../../src/shared/summary/summary.ts'
import { fakeResult, fakeSummarizerPipeline, type Summarize } from '../support/fake-summarizer.ts'
import type { TestClient, TestProduct } from '../support/product.ts'
import { type ProductPair, startProductPair } from '../support/product-pair.ts'
import { tidePools } from '../support/texts.ts'

const prefer = { prefer: 'respond-async' }
/** Writes like a model: about thirty characters at a time, of one to four bytes. */
const piece = 'the tide pools 潮だまり of Carrow 👩‍👩‍👧 '
const PIECES = 400

/** Writes a long text for three seconds, and replaces some of it halfway. Records every state. */
function writer(): { summarize: Summarize; told: Set<string>; last: () => string } {
  const told = new Set<string>()
  let text = ''
  return {
    told,
    last: () => text,
    summarize: async function* (document, options) {
      yield { type: 'progress', progress: { stage: 'summarizing', done: 0, total: 2 } }
      for (let n = 0; n < PIECES; n += 1) {
        text = n === PIECES / 2 ? text.slice(0, 500) : text + piece
        told.add(text)
        yield { type: 'partial', page: { ...emptyPage, gist: text } }
        await sleep(7)
      }
      await sleep(1500)
      yield { type: 'done', result: fakeResult(document, options) }
    },
  }
}

const eventsIn = (body: string): SummaryEvent[] =>
  [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))

const textsIn = (body: string): string[] =>
  eventsIn(body).flatMap((event) => (event.type === 'partial' ? [event.text] : []))

/** Number of updates of summaries so far. */
async function countWrites({ database }: TestProduct): Promise<number> {
  await rowsOf(database.db, sql`SELECT pg_stat_clear_snapshot()`)
  const [row] = await rowsOf(
    database.db,
    sql`SELECT n_tup_upd AS updates FROM pg_stat_user_tables WHERE relname = 'summaries'`,
  )
  return Number(row?.updates)
}

describe('a long streamed text', () => {
  let pair: ProductPair
  let user: TestClient
  afterEach(async () => pair.close())

  it('reaches early, late and reconnected subscribers completely and in time', async () => {
    const { summarize, told, last } = writer()
    pair = await startProductPair({ pipeline: fakeSummarizerPipeline(summarize) })
    user = await pair.web.register()
    const before = await countWrites(pair.web)
    const startedAt = performance.now()
    const { id } = (await user.post('/api/summaries', { content: tidePools }, prefer)).json()
    const watch = async (afterMs: number): Promise<string> => {
      await sleep(afterMs)
      return (await user.copy().get(`/api/summaries/${id}/events`)).body
    }
    const streams = await Promise.all([watch(0), watch(900), watch(2500)])
    for (const body of streams) {
      const texts = textsIn(body)
      for (const text of texts) expect(told.has(text)).toBe(true)
      expect(texts.at(-1)).toBe(last())
      expect(eventsIn(body).at(-1)?.type).toBe('ready')
    }
    expect(last().length).toBeGreaterThan(7000)
    const [fromStart] = streams
    expect(textsIn(fromStart).length).toBeGreaterThan(10)
    expect(textsIn(fromStart).length).toBeLessThan(60)
    await sleep(1500)
    // One a second while it streams, and one per stage.
    const seconds = (performance.now() - startedAt) / 1000
    expect((await countWrites(pair.web)) - before).toBeLessThan(seconds + 6)
  })
})
