import { afterEach, describe, expect, it } from 'vitest'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import { startModelServer } from '../standins/models/server.ts'
import { startTestProduct, type TestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

describe('language models', () => {
  const server = forSuite(async () => startModelServer({ model: faithfulModel }))
  const test = forSuite(async () =>
    startTestProduct({ env: { AI_MODELS: 'local:stand-in', LOCAL_AI_URL: `${server.origin}/v1` } }),
  )

  it('keep the user’s last language for the next summary', async () => {
    const user = await test.register()
    const facts = async () => (await user.get('/api/summarizer')).json()
    const chosen = async () => (await facts()).language
    expect(await facts()).toMatchObject({ languages: expect.arrayContaining(['pt-BR']), language: 'source' })
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
