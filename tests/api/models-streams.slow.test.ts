import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyPage, partialText } from '../../src/shared/summary/partial-page.ts'
import { type Summary, type SummaryEvent, summaryEventSchema, summarySchema } from '../../src/shared/summary/summary.ts'
import { pings, resetsAfter, silent, slowPieces, stallsAfter } from '../standins/models/behaviors.ts'
import { fieldsOf, schemaOf } from '../standins/models/fake-models/answer-schema.ts'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import { always, type Script } from '../standins/models/script.ts'
import { startModelServer } from '../standins/models/server.ts'
import { canaryKey, freshReport, freshText, modelEnv } from '../support/model-product.ts'
import type { TestClient } from '../support/product.ts'
import { type ProductPair, startProductPair } from '../support/product-pair.ts'
import { forSuite } from '../support/suite.ts'
import { setPlan } from '../support/uploads.ts'

const prefer = { prefer: 'respond-async' }

const eventsIn = (body: string): SummaryEvent[] =>
  [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => summaryEventSchema.parse(JSON.parse(data ?? '')))

/** A finished page as it was streamed. */
const streamedText = ({ page }: Summary): string =>
  page === null
    ? ''
    : partialText({
        ...emptyPage,
        gist: page.gist.text,
        takeaways: page.takeaways,
        summary: page.summary.map(({ text }) => text),
      })

const textsIn = (events: readonly SummaryEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'partial' ? [event.text] : []))

describe('a running model', () => {
  let pair: ProductPair
  let user: TestClient
  const models = forSuite(async () => startModelServer({ model: faithfulModel, apiKey: canaryKey }))
  beforeAll(async () => {
    // A small context, so that a long text is read in sections.
    const env = { ...modelEnv(models.origin, ['openai:gpt-5-mini']), AI_CONTEXT_TOKENS: '4096' }
    pair = await startProductPair({ env })
    user = await pair.web.register('ada@example.com')
    await setPlan(pair.web, 'ada@example.com', 'elite')
  })
  afterAll(async () => pair.close())

  /** Starts a summary, and waits for a number of concurrent calls. */
  async function begin(content: string, script: Script, calls = 1): Promise<string> {
    const before = models.requests.length
    models.play(script)
    const response = await user.post('/api/summaries', { content }, prefer)
    expect(response.statusCode).toBe(202)
    await models.arrived(before + calls)
    return response.json().id
  }
  const used = async (): Promise<number> => (await user.get('/api/stats')).json().summariesUsed

  it('streams again after a failure, and completes', async () => {
    let broken = 0
    const id = await begin(freshReport(), (request) => {
      if (!fieldsOf(schemaOf(request)).has('takeaways')) return []
      broken += 1
      return broken === 1 ? [slowPieces(30, 24), resetsAfter(5)] : []
    })
    const events = eventsIn((await user.copy().get(`/api/summaries/${id}/events`)).body)
    const summary = summarySchema.parse((await user.get(`/api/summaries/${id}`)).json())
    const { basicSummary } = summary
    expect(summary.status).toBe('ready')
    for (const text of textsIn(events)) expect(streamedText(summary).startsWith(text)).toBe(true)
    expect(events.at(-1)).toMatchObject({ type: 'ready', summary: { id, basicSummary } })
    expect(models.requests.filter(({ outcome }) => outcome === 'cut')).toHaveLength(1)
    expect(broken).toBeGreaterThan(1)
  })

  it.each<[string, Script]>([
    ['before its first word', always(silent)],
    ['in mid-sentence', always(stallsAfter(2))],
    ['while it only shows signs of life', always(stallsAfter(0), pings(50))],
  ])('is aborted %s when its summary is canceled, which counts', async (_, script) => {
    const before = await used()
    const id = await begin(freshText(), script)
    const request = models.requests.at(-1)
    expect(request?.outcome).toBeNull()
    expect((await user.delete(`/api/summaries/${id}`)).statusCode).toBe(204)
    expect(await request?.over).toBe('left')
    expect(await used()).toBe(before + 1)
    expect(models.requests.at(-1)).toBe(request)
  })

  it('is aborted in all sections', async () => {
    const at = models.requests.length
    const content = Array.from({ length: 5 }, freshText).join('\n\n')
    const id = await begin(content, always(silent), 2)
    await user.delete(`/api/summaries/${id}`)
    const outcomes = () => [...new Set(models.requests.slice(at).map(({ outcome }) => outcome))]
    await expect.poll(outcomes, { timeout: 10_000 }).toEqual(['left'])
    expect((await user.get('/api/summaries')).json().map((summary: { id: string }) => summary.id)).not.toContain(id)
  })
})
