import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import { startModelServer } from '../standins/models/server.ts'
import { keepLog } from '../support/log.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

const KEY = 'key-that-must-not-be-told'

describe('language models', () => {
  let test: TestProduct
  let user: TestClient
  const { log, text } = keepLog()
  const server = forSuite(async () => startModelServer({ model: faithfulModel, apiKey: KEY }))
  beforeAll(async () => {
    const env = { AI_MODELS: 'local:stand-in', LOCAL_AI_URL: `${server.origin}/v1`, LOCAL_AI_KEY: KEY }
    test = await startTestProduct({ env, log })
    user = await test.register()
  })
  afterAll(async () => test.close())

  it('replace the built-in engine, and their usage is stored and logged', async () => {
    const facts = (await user.get('/api/summarizer')).json()
    expect(facts.engine.id).toBe('local:stand-in')
    expect(facts.languages).toContain('pt-BR')
    const response = await user.post('/api/summaries', { content: tidePools })
    expect(response.statusCode).toBe(201)
    const summary = response.json()
    expect(summary).toMatchObject({ status: 'ready', engine: { id: 'local:stand-in' }, cached: false })
    expect(summary.keyTakeaways.length).toBeGreaterThan(0)
    expect(summary.page.gist.text).toContain('Carrow')
    expect(response.body).not.toContain('inputTokens')
    const row = await test.database.db.query.summaries.findFirst({
      where: (table, { eq }) => eq(table.id, summary.id),
    })
    expect(row?.usage).toEqual([
      {
        model: 'local:stand-in',
        calls: server.requests.length,
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        costUsd: null,
      },
    ])
    const lineAtEnd = (): string =>
      text()
        .split('\n')
        .find((said) => said.includes('summary made')) ?? 'null'
    // The line is written after the response.
    await expect.poll(() => JSON.parse(lineAtEnd())).toMatchObject({ summaryId: summary.id, usage: row?.usage })
    expect(text()).not.toContain(KEY)
  })

  it('keep the user’s last language for the next summary', async () => {
    const user = await test.register()
    const chosen = async () => (await user.get('/api/summarizer')).json().language
    expect(await chosen()).toBe('source')
    await user.post('/api/summaries', { content: `In German. ${tidePools}`, language: 'de' })
    expect(await chosen()).toBe('de')
    await user.post('/api/summaries', { content: `In nothing said. ${tidePools}` })
    expect(await chosen()).toBe('de')
    await user.post('/api/summaries', { content: `In its own. ${tidePools}`, language: 'source' })
    expect(await chosen()).toBe('source')
    expect((await (await test.register()).get('/api/summarizer')).json().language).toBe('source')
    expect((await user.post('/api/summaries', { content: tidePools, language: 'xx' })).statusCode).toBe(400)
  })
})

describe('built-in engine', () => {
  let test: TestProduct
  afterEach(async () => test.close())

  it('writes in the language of the source only, and rejects other languages without using quota', async () => {
    test = await startTestProduct()
    const user = await test.register()
    const facts = (await user.get('/api/summarizer')).json()
    expect(facts).toMatchObject({ engine: { id: 'extractive' }, languages: [], language: 'source' })
    const refused = await user.post('/api/summaries', { content: tidePools, language: 'de' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'language_unavailable'])
    expect((await user.get('/api/summaries')).json()).toEqual([])
    expect((await user.get('/api/stats')).json().summariesUsed).toBe(0)
    expect((await user.post('/api/summaries', { content: tidePools, language: 'source' })).statusCode).toBe(201)
    expect((await test.visitor().get('/api/summarizer')).statusCode).toBe(401)
  })
})
