import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import type { ModelUsage } from '../../src/shared/summary/summary.ts'
import { fakeResult, fakeSummarizerPipeline, type Summarize } from '../support/fake-summarizer.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

const usage: ModelUsage[] = [
  { model: 'local:hand', calls: 2, inputTokens: 900, outputTokens: 100, costUsd: 0.6 },
  { model: 'local:free', calls: 1, inputTokens: 50, outputTokens: 0, costUsd: null },
]
const costly: Summarize = async function* (document, options) {
  options.onUsage?.(usage)
  yield { type: 'done', result: fakeResult(document, options, { usage }) }
}

describe('ceilings for language models', () => {
  let test: TestProduct
  let now: Date
  afterEach(async () => test.close())

  async function start(env: Record<string, string>): Promise<void> {
    now = new Date('2026-11-21T22:00:00Z')
    test = await startTestProduct({
      pipeline: fakeSummarizerPipeline(costly),
      clock: { now: () => now },
      env: { AI_MODELS: 'local:hand', LOCAL_AI_URL: 'http://127.0.0.1:9/v1', ...env },
    })
  }
  let texts = 0
  const create = async (client: TestClient, content = `${(texts += 1)} ${tidePools}`) =>
    client.post('/api/summaries', { content })
  const used = async (client: TestClient): Promise<number> => (await client.get('/api/stats')).json().summariesUsed

  it('stop a user who has used the tokens of the day, until the next day in UTC', async () => {
    await start({ AI_DAILY_TOKENS_PER_USER: '1500' })
    const client = await test.register()
    expect([(await create(client)).statusCode, (await create(client)).statusCode]).toEqual([201, 201])
    const refused = await create(client)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'daily_tokens_used'])
    expect(await used(client)).toBe(2)
    expect((await create(await test.register())).statusCode).toBe(201)
    now = new Date('2026-11-22T00:00:01Z')
    expect((await create(client)).statusCode).toBe(201)
  })

  it('count what was used for summaries that are deleted', async () => {
    await start({ AI_DAILY_TOKENS_PER_USER: '1000' })
    const client = await test.register()
    const { id } = (await create(client)).json()
    await client.delete(`/api/summaries/${id}`)
    expect((await create(client)).json().code).toBe('daily_tokens_used')
  })

  it('stop all users once the budget of the month is spent', async () => {
    await start({ AI_MONTHLY_BUDGET_USD: '1' })
    const [one, other] = [await test.register(), await test.register()]
    await create(one)
    expect((await create(other)).statusCode).toBe(201)
    const refused = await create(one)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'budget_exhausted'])
    now = new Date('2026-12-01T00:00:01Z')
    expect((await create(one)).statusCode).toBe(201)
  })

  it('refuse a source that is too long before a model is called, and count nothing', async () => {
    await start({ AI_MAX_SOURCE_WORDS: '1000' })
    const client = await test.register()
    const refused = await create(client, 'The tide rose over the old stone. '.repeat(150).slice(0, 2500))
    expect(refused.statusCode).toBe(201)
    await test.database.db.execute(sql`UPDATE users SET subscription_plan = 'elite'`)
    const long = await create(client, 'The tide rose over the old stone. '.repeat(290))
    expect([long.statusCode, long.json().code]).toEqual([422, 'source_too_long'])
    expect(long.json().message).toContain('2,030 words')
    expect(await used(client)).toBe(1)
  })

  it('keep no counters of a deleted account', async () => {
    await start({})
    const client = await test.register('gone@example.com')
    await create(client)
    const scopes = async (): Promise<number> =>
      (await rowsOf(test.database.db, sql`SELECT scope FROM model_usage`)).length
    // Written once the request is answered.
    await expect.poll(scopes).toBe(2)
    const deleted = await client.post('/api/account/delete', { currentPassword: 'correct horse' })
    expect(deleted.statusCode).toBeLessThan(300)
    expect(await scopes()).toBe(1)
  })
})
