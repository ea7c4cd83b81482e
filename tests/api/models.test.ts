import { describe, expect, it } from 'vitest'
import { summarySchema } from '../../src/shared/summary/summary.ts'
import { fails, filtered, refuses, slowPieces, thinks, wrongShape } from '../standins/models/behaviors.ts'
import { fieldsOf, schemaOf } from '../standins/models/fake-models/answer-schema.ts'
import type { ModelRequest } from '../standins/models/request.ts'
import { always } from '../standins/models/script.ts'
import { canaryKey, freshReport, nameOf, startModelProduct, vendors } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'

/** A pasted text without a title gets one. */
const basicFields = ['kind', 'flags', 'title', 'gist', 'keyParts', 'takeaways', 'summary']
const pageFields = [...basicFields, 'parts', 'quotes', 'questions']
const fieldsOfRequest = (request: ModelRequest): string[] => [...fieldsOf(schemaOf(request))]

describe.each(vendors)('summaries by $model', ({ model, protocol }) => {
  const product = forSuite(async () => startModelProduct({ models: [model] }))

  it('are complete, name the model, and store and log their cost', async () => {
    const before = await product.used()
    const { response, requests } = await product.ask([[thinks('Hm.'), slowPieces(1)]], { content: freshReport() })
    expect(response.statusCode).toBe(201)
    const summary = summarySchema.parse(response.json())
    expect(summary).toMatchObject({ status: 'ready', language: 'en', engine: { id: model }, cached: false })
    expect(summary.engine?.label).toContain(nameOf(model))
    expect(summary.coverage).toMatchObject({ sections: 1, sectionsRead: 1 })
    expect(summary.coverage?.wordsRead).toBe(summary.coverage?.words)
    expect(summary.page).toMatchObject({ kind: 'news', check: 'second_read', notices: [] })
    expect(summary.page?.gist.citations).toHaveLength(1)
    expect(summary.advancedSummary).toContain('herring drifter')
    expect(summary.keyTakeaways.length).toBeGreaterThanOrEqual(2)
    expect(summary.page?.takeaways.every(({ citations: [first] }) => first?.label.startsWith('¶'))).toBe(true)
    expect(summary.notableQuotes.length).toBeGreaterThan(0)
    for (const { text, citations } of summary.page?.quotes ?? [])
      expect(citations[0]?.excerpt.replaceAll('…', '')).toContain(text)
    const answered = { protocol, model: nameOf(model), stream: true, outcome: 'answered' }
    expect(requests).toMatchObject([answered, answered])
    expect(requests.map(fieldsOfRequest)).toMatchObject([pageFields, ['wrong', 'supported', 'orders']])
    const usage = (await product.rowOf(summary.id))?.usage
    expect(usage).toEqual([
      { model, calls: 2, inputTokens: expect.any(Number), outputTokens: expect.any(Number), costUsd: null },
    ])
    // The line is written after the response.
    const lineAtEnd = () =>
      product
        .logged()
        .split('\n')
        .find((line) => line.includes('summary made')) ?? 'null'
    await expect.poll(() => JSON.parse(lineAtEnd())).toMatchObject({ summaryId: summary.id, usage })
    expect(product.logged()).not.toContain(canaryKey)
    expect(await product.used()).toBe(before + 1)
  })
})

/** Failures are tested for every vendor in create-models.test.ts; here, how the product responds to them. */
describe('summaries by a model', () => {
  const { model } = vendors[0]!
  const product = forSuite(async () => startModelProduct({ models: [model] }))

  it('succeed despite two consecutive failures', async () => {
    const before = await product.used()
    const { response, requests } = await product.ask([fails('server_error'), wrongShape])
    expect([response.statusCode, response.json().status]).toEqual([201, 'ready'])
    expect(requests).toHaveLength(4)
    expect(await product.used()).toBe(before + 1)
  })

  it.each([
    ['declines', always(refuses())],
    ['is stopped by its filter', always(filtered)],
  ])('are free when the model %s, and succeed immediately on a retry', async (_, script) => {
    const before = await product.used()
    const { response, requests } = await product.ask(script)
    expect([response.statusCode, response.json().code]).toEqual([422, 'model_refused'])
    expect(response.json().message).toMatch(/declined to work on this source.*Nothing was charged/)
    expect(requests).toHaveLength(1)
    const failed = await product.newest()
    expect(failed).toMatchObject({ status: 'failed', failureCode: 'model_refused' })
    expect(failed.failureMessage).toBe(response.json().message)
    expect(await product.used()).toBe(before)
    expect((await product.rowOf(failed.id))?.usage).toMatchObject([{ model, calls: 1 }])
    const again = await product.retry(failed.id)
    expect([again.response.statusCode, again.response.json().id]).toEqual([201, failed.id])
    expect(await product.used()).toBe(before + 1)
  })

  it('fail immediately with a wrong key, which is never shown', async () => {
    const before = await product.used()
    const { response, requests } = await product.ask(always(fails('unauthorized', { echoesKey: true })))
    expect([response.statusCode, response.json().code]).toEqual([503, 'model_unavailable'])
    expect(response.json().message).toMatch(/Nothing was charged; please try again/)
    expect(requests).toHaveLength(1)
    const failed = await product.newest()
    expect(await product.used()).toBe(before)
    const events = await product.user.get(`/api/summaries/${failed.id}/events`)
    expect(events.body).toMatch(/^event: failed$/m)
    const rows = await product.test.database.db.query.summaries.findMany()
    const kept = await product.test.database.db.query.checkpoints.findMany()
    expect(product.logged()).toContain('summary failed')
    for (const text of [response.body, events.body, JSON.stringify([failed, rows, kept]), product.logged()]) {
      for (const form of [canaryKey, encodeURIComponent(canaryKey), Buffer.from(canaryKey).toString('base64')])
        expect(text).not.toContain(form)
    }
    const again = await product.retry(failed.id)
    expect(again.response.statusCode).toBe(201)
  })
})
