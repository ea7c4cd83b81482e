import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { type LoopbackServer, startLoopbackServer } from '../../../tests/standins/loopback-server.ts'
import { callOf, canaryKey, startTestModels } from '../../../tests/support/test-models.ts'
import { createModels } from './create-models.ts'
import { createTransport } from './provider-model.ts'

const servers: LoopbackServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = await startLoopbackServer(listener)
  servers.push(server)
  return server.origin
}

describe('requests to models', () => {
  it('go only to the configured URL', async () => {
    let keys = 0
    const elsewhere = await serve((request, response) => {
      if (request.headers.authorization !== undefined) keys += 1
      response.end()
    })
    const origin = await serve((request, response) => {
      request.resume()
      response.writeHead(307, { location: `${elsewhere}/v1/chat/completions` }).end()
    })
    const models = await startTestModels()
    const settings = models.settings(['local:any'], { localUrl: `${origin}/v1` })
    await models.server.stop()
    await expect(createModels(settings).begin().call(callOf())).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('307'),
    })
    expect(keys).toBe(0)
  })

  it('end when a response is endless', async () => {
    let written = 0
    const origin = await serve((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = 'x'.repeat(1024 * 1024)
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) written += 1
        written += 1
      }
      response.on('drain', more)
      more()
    })
    const response = await createTransport()(origin, { method: 'POST' })
    await expect(response.arrayBuffer()).rejects.toThrow('larger than any answer')
    expect(written).toBeLessThan(200)
  })

  it('report an unreachable host without the key', async () => {
    const models = await startTestModels()
    await models.server.stop()
    for (const name of ['openai:gpt-5-mini', 'anthropic:claude-sonnet-4-5', 'google:gemini-2.5-flash', 'local:any']) {
      const failure: unknown = await models.ask([name]).catch((error: unknown) => error)
      expect(failure).toMatchObject({
        kind: 'unavailable',
        message: expect.stringMatching(/ECONNREFUSED|Cannot connect/),
      })
      expect(JSON.stringify(failure) + (failure as Error).stack).not.toContain(canaryKey)
    }
    expect(models.waits).toHaveLength(8)
  })
})
