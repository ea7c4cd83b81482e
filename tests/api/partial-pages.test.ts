import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyPage, type PartialPage } from '../../src/shared/summary/partial-page.ts'
import { type SummaryEvent, summaryEventSchema } from '../../src/shared/summary/summary.ts'
import { fakeResult, fakeSummarizerPipeline, type Summarize } from '../support/fake-summarizer.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan } from '../support/uploads.ts'

const gist: PartialPage = { ...emptyPage, kind: 'report', flags: ['opinion'], gist: 'The tide turns twice a day.' }
const lines = [
  { label: '', text: 'Limpets: they stay.' },
  { label: 'Crabs', text: 'Crabs leave with the tide.' },
]
const screen: PartialPage = { ...gist, takeaways: lines, summary: ['Pools fill.', 'Pools empty.'] }
const whole: PartialPage = {
  ...screen,
  keyParts: [{ title: 'Decisions', form: 'bullets', header: [], lines: [['Count again in May.']] }],
  parts: [
    { title: '', form: 'text', header: [], lines: [['Pools fill at noon.']] },
    { title: 'Counts', form: 'table', header: ['Pool', 'Crabs'], lines: [['North', '']] },
  ],
  quotes: [
    { text: 'Nothing is lost.', speaker: 'The keeper' },
    { text: 'The sea keeps it.', speaker: null },
  ],
}

const writesPage: Summarize = async function* (document, options) {
  for (const page of [gist, screen, whole]) {
    yield { type: 'partial', page }
    await sleep(400)
  }
  yield { type: 'done', result: fakeResult(document, options) }
}

type Partial = Extract<SummaryEvent, { type: 'partial' }>

const partialsIn = (body: string): Partial[] =>
  [...body.matchAll(/^data: (.*)$/gm)]
    .map(([, data]) => summaryEventSchema.parse(JSON.parse(data ?? '')))
    .filter((event) => event.type === 'partial')

async function follow(client: TestClient): Promise<Partial[]> {
  const { id } = (await client.post('/api/summaries', { content: tidePools }, { prefer: 'respond-async' })).json()
  return partialsIn((await client.get(`/api/summaries/${id}/events`)).body)
}

describe('partial events', () => {
  let test: TestProduct
  afterEach(async () => test.close())

  it('carry the page so far, and parts and quotes only for plans that include them', async () => {
    test = await startTestProduct({ pipeline: fakeSummarizerPipeline(writesPage) })
    const elite = await test.register('ada@example.com')
    await setPlan(test, 'ada@example.com', 'elite')
    const [advanced, basic] = await Promise.all([follow(elite), follow(await test.register('grace@example.com'))])
    expect(advanced.map(({ page }) => page)).toEqual([gist, screen, whole])
    expect(basic.at(-1)?.page).toEqual({ ...whole, parts: [], quotes: [] })
    for (const { text } of [advanced.at(-1)!, basic.at(-1)!]) {
      expect(text).toBe(
        'The tide turns twice a day.\n\n- Limpets: they stay.\n- Crabs: Crabs leave with the tide.\n\nPools fill.\n\nPools empty.',
      )
    }
  })
})
