import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../src/shared/errors.ts'
import { fakeSummarizerPipeline } from '../support/fake-summarizer.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

/** A tenth of the limits: 3 a minute, 30 a day. */
const env = { RATE_LIMIT_FACTOR: '0.1' }
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe('rate limits of new summaries', () => {
  let test: TestProduct
  let user: TestClient
  let now = Date.parse('2026-11-20T08:00:00Z')
  afterEach(async () => test.close())

  async function start() {
    const pipeline = fakeSummarizerPipeline()
    test = await startTestProduct({ pipeline, env, clock: { now: () => new Date(now) } })
    user = await test.register()
    return pipeline
  }
  const ask = async (payload: object = { content: tidePools }) => user.post('/api/summaries', payload)

  it('count repeats of one text, and not other users or later minutes', async () => {
    const pipeline = await start()
    for (const _ of [1, 2, 3]) expect((await ask()).statusCode).toBe(201)
    const refused = await ask()
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.json().message).toMatch(/Wait a minute/)
    expect((await (await test.register()).post('/api/summaries', { content: tidePools })).statusCode).toBe(201)
    now += MINUTE_MS
    expect((await ask()).statusCode).toBe(201)
    expect(pipeline.begun()).toBe(2)
  })

  it('count failures and retries, and reject before reading', async () => {
    const pipeline = await start()
    let reads = 0
    pipeline.ingest.read = async () => {
      reads += 1
      throw new AppError('source_not_found', 'There is no page at this link.')
    }
    expect((await ask({ url: 'https://dead.example/1' })).statusCode).toBe(422)
    expect((await ask({ url: 'https://dead.example/2' })).statusCode).toBe(422)
    const [{ id }] = (await user.get('/api/summaries')).json()
    expect((await user.post(`/api/summaries/${id}/retry`)).statusCode).toBe(422)
    expect((await ask({ url: 'https://dead.example/3' })).statusCode).toBe(429)
    expect((await user.post(`/api/summaries/${id}/retry`)).statusCode).toBe(429)
    expect(reads).toBe(3)
    expect((await user.get('/api/summaries')).json()).toHaveLength(2)
  })

  it('apply for a day after continuous use', async () => {
    await start()
    const statuses = new Map<number, number>()
    for (let minute = 0; minute < 11; minute += 1) {
      now += MINUTE_MS
      for (const _ of [1, 2, 3]) {
        const { statusCode } = await ask()
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      }
    }
    expect([...statuses]).toEqual([
      [201, 30],
      [429, 3],
    ])
    now += MINUTE_MS
    const refused = await ask()
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(MINUTE_MS / 1000)
    expect(refused.json().message).toMatch(/tomorrow/)
    now += DAY_MS
    expect((await ask()).statusCode).toBe(201)
  })
})
