import { afterEach, describe, expect, it } from 'vitest'
import { fakeSummarizerPipeline, never } from '../support/fake-summarizer.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

const MOST = 20

describe('event streams', () => {
  let test: TestProduct
  let origin: string
  // Kept: a response that is garbage-collected closes its stream.
  const kept: Response[] = []
  afterEach(async () => {
    kept.length = 0
    await test.close()
  })

  /** Opens a stream over a separate connection, which stays open. */
  async function open(user: TestClient, id: string) {
    const connection = new AbortController()
    const headers = { cookie: user.cookie }
    const response = await fetch(`${origin}/api/summaries/${id}/events`, { headers, signal: connection.signal })
    kept.push(response)
    return { response, close: () => connection.abort() }
  }

  const begin = async (user: TestClient): Promise<string> => {
    const response = await user.post('/api/summaries', { content: tidePools }, { prefer: 'respond-async' })
    return response.json().id
  }

  it('are limited to 20 per user, and closing one allows another', async () => {
    test = await startTestProduct({ pipeline: fakeSummarizerPipeline(never), graceMs: 0 })
    origin = await test.product.app.listen({ host: '127.0.0.1', port: 0 })
    const [user, other] = [await test.register(), await test.register('other@example.com')]
    const [id, otherId] = [await begin(user), await begin(other)]
    const streams = await Promise.all(Array.from({ length: 60 }, async () => open(user, id)))
    const opened = streams.filter(({ response }) => response.status === 200)
    expect(opened).toHaveLength(MOST)

    const refused = streams.find(({ response }) => response.status !== 200)
    expect([refused?.response.status, refused?.response.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await refused?.response.json()).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('You have 20 live views open already.'),
    })
    expect((await user.get(`/api/summaries/${id}`)).statusCode).toBe(200)
    expect((await open(other, otherId)).response.status).toBe(200)

    opened[0]?.close()
    await expect.poll(async () => (await open(user, id)).response.status, { timeout: 10_000 }).toBe(200)
    expect((await open(user, id)).response.status).toBe(429)
  })
})
