import { afterEach, describe, expect, it } from 'vitest'
import { type LocalServerStandIn, ollamaAnswers, silence, startLocalServer } from '../standins/models/local-servers.ts'
import { keepLog } from '../support/log.ts'
import { startTestProduct, type TestProduct, type TestProductOptions } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan } from '../support/uploads.ts'

let test: TestProduct
let server: LocalServerStandIn
afterEach(async () => {
  await test.close()
  await server.stop()
})

const qwen = ollamaAnswers([{ name: 'qwen3:8b', parameters: '8B', capabilities: ['completion'], loaded: 16_384 }])

/** Starts the product, and returns a function that waits for the first log line about local models. */
async function start(options: TestProductOptions) {
  const kept = keepLog()
  test = await startTestProduct({ ...options, log: kept.log })
  const lines = () =>
    kept
      .text()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ event }) => String(event).startsWith('models.'))
  return lines
}

describe('local model servers', () => {
  it('logs which setting would use one, and sends it nothing else', async () => {
    server = await startLocalServer(qwen)
    const lines = await start({ localOrigins: { Ollama: server.origin } })
    await expect.poll(lines).toEqual([
      expect.objectContaining({
        level: 30,
        event: 'models.available',
        server: 'Ollama',
        model: 'qwen3:8b',
        setting: 'AI_MODELS=auto',
      }),
    ])
    const user = await test.register()
    expect((await user.get('/api/summarizer')).json().engine.id).toBe('extractive')
    expect((await user.post('/api/summaries', { content: tidePools })).statusCode).toBe(201)
    expect(server.requests.toSorted()).toEqual(['GET /api/ps', 'GET /api/tags', 'POST /api/show'])
  })

  it('asks none if models are configured', async () => {
    server = await startLocalServer(qwen)
    const env = { AI_MODELS: 'local:other', LOCAL_AI_URL: 'http://127.0.0.1:9/v1' }
    const lines = await start({ env, localOrigins: { Ollama: server.origin } })
    await test.register()
    expect([lines(), server.requests]).toEqual([[], []])
  })

  it('starts without waiting for one that never answers', async () => {
    server = await startLocalServer({ 'GET /api/tags': silence })
    const lines = await start({ localOrigins: { Ollama: server.origin } })
    expect((await test.visitor().get('/healthz')).statusCode).toBe(200)
    expect(lines()).toEqual([])
  })

  it('writes summaries with its model where AI_MODELS is auto', async () => {
    server = await startLocalServer(qwen)
    const lines = await start({ env: { AI_MODELS: 'auto' }, localOrigins: { Ollama: server.origin } })
    expect(lines()).toMatchObject([
      { event: 'models.found', server: 'Ollama', model: 'qwen3:8b', contextTokens: 16_384 },
    ])
    const user = await test.register('ada@example.com')
    await setPlan(test, 'ada@example.com', 'elite')
    expect((await user.get('/api/summarizer')).json().engine.id).toBe('local:qwen3:8b')
    const { statusCode, ...response } = await user.post('/api/summaries', { content: tidePools })
    expect([statusCode, response.json().engine.id]).toEqual([201, 'local:qwen3:8b'])
    expect(server.requests).toContain('POST /v1/chat/completions')
  })

  it('asks the server at LOCAL_AI_URL alone, if that is set', async () => {
    server = await startLocalServer(qwen)
    const lines = await start({ env: { AI_MODELS: 'auto', LOCAL_AI_URL: `${server.origin}/v1` } })
    expect(lines()).toMatchObject([{ event: 'models.found', address: `${server.origin}/v1`, model: 'qwen3:8b' }])
  })

  it('warns and keeps the built-in engine where AI_MODELS is auto and no server answers', async () => {
    server = await startLocalServer({})
    const lines = await start({ env: { AI_MODELS: 'auto' }, localOrigins: { Ollama: server.origin } })
    expect(lines()).toMatchObject([{ level: 40, event: 'models.none_found', setting: 'AI_MODELS' }])
    const user = await test.register()
    expect((await user.post('/api/summaries', { content: tidePools })).json().engine.id).toBe('extractive')
  })
})
