import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fails } from '../standins/models/behaviors.ts'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import { answers } from '../standins/models/script.ts'
import { type ModelServer, startModelServer } from '../standins/models/server.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'

/** Number of successful calls before the model fails. */
const GOOD_CALLS = 4

const citations = ['harbor', 'mill', 'orchard', 'quarry', 'chapel', 'bridge', 'market', 'station']

/** A long article of a dozen parts, far longer than one call of a small model. */
function longPage(): string {
  const part = (n: number): string => {
    const paragraph = (p: number): string =>
      Array.from(
        { length: 6 },
        (_, s) =>
          `In part ${n} the town council paid ${100 + n * 7 + p * 3 + s} crowns for the old ${citations[(n + p + s) % citations.length]}, because the winter of ${1800 + n * 3 + p} had broken its roof and nobody else would mend it.`,
      ).join(' ')
    return `<h2>Part ${n}</h2>${Array.from({ length: 12 }, (_, p) => `<p>${paragraph(p)}</p>`).join('')}`
  }
  const body = Array.from({ length: 12 }, (_, n) => part(n + 1)).join('')
  return `<!doctype html><html lang="en"><head><title>Repairs of a town</title></head><body><article><h1>Repairs of a town</h1>${body}</article></body></html>`
}

describe('a long source whose model fails in the middle', () => {
  let site: Server
  let fetched = 0
  let server: ModelServer
  let test: TestProduct
  let user: TestClient
  beforeAll(async () => {
    site = createServer((_, response) => {
      fetched += 1
      response.setHeader('content-type', 'text/html').end(longPage())
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    server = await startModelServer({ model: faithfulModel })
    const env = {
      AI_MODELS: 'local:stand-in',
      LOCAL_AI_URL: `${server.origin}/v1`,
      AI_CONTEXT_TOKENS: '6000',
      AI_PARALLEL_CALLS: '2',
    }
    test = await startTestProduct({ env })
    user = await test.register()
  })
  afterAll(async () => {
    await test.close()
    await server.stop()
    site.close()
  })

  it('continues from the finished sections, without fetching or paying twice', async () => {
    server.play(({ number }) => (number > GOOD_CALLS ? fails('bad_request') : answers))
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/repairs`
    const failed = await user.post('/api/summaries', { url })
    expect([failed.statusCode, failed.json().code]).toEqual([503, 'model_unavailable'])
    expect((await user.get('/api/stats')).json().summariesUsed).toBe(0)
    server.play([])
    const { id } = (await user.get('/api/summaries')).json()[0]
    const callsFor = async (work: () => Promise<unknown>): Promise<number> => {
      const before = server.requests.length
      await work()
      return server.requests.length - before
    }
    const again = await callsFor(async () => {
      const response = await user.post(`/api/summaries/${id}/retry`)
      expect(response.json()).toMatchObject({ status: 'ready', coverage: { sections: 12, sectionsRead: 12 } })
    })
    expect(fetched).toBe(1)
    const stranger = await test.register()
    const anew = await callsFor(async () => stranger.post('/api/summaries', { url }))
    expect(again).toBe(anew - GOOD_CALLS)
    expect(fetched).toBe(2)
  })
})
