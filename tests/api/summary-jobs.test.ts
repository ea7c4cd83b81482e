import { afterEach, describe, expect, it } from 'vitest'
import { failStuckSummaries } from '../../src/server/features/summaries/persist.ts'
import { breakingPipeline, slowPipeline } from '../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { summariesContext } from '../support/summaries-context.ts'
import { tidePools } from '../support/texts.ts'

const used = async (client: TestClient): Promise<number> => (await client.get('/api/stats')).json().summariesUsed

describe('summary jobs', () => {
  let test: TestProduct
  afterEach(async () => test.close())

  it('notify a waiting request that its summary was deleted', async () => {
    test = await startTestProduct({ pipeline: slowPipeline(60_000) })
    const client = await test.register()
    const waiting = client.copy().post('/api/summaries', { content: tidePools })
    const first = async () => (await client.get('/api/summaries')).json()[0]
    await expect.poll(first).toBeDefined()
    await client.delete(`/api/summaries/${(await first()).id}`)
    const response = await waiting
    expect([response.statusCode, response.json().code]).toEqual([409, 'cancelled'])
  })

  it('that are lost end their summary, and return its quota', async () => {
    const clock = { now: () => new Date(Date.now() + ahead) }
    let ahead = 0
    test = await startTestProduct({ pipeline: slowPipeline(60_000), clock })
    const client = await test.register()
    const { id } = (await client.post('/api/summaries', { content: tidePools }, { prefer: 'respond-async' })).json()
    const context = summariesContext(test.database.db, { clock })
    const hasNoJob = async (): Promise<boolean> => false
    expect(await failStuckSummaries(context, hasNoJob)).toBe(0)
    ahead = 31 * 60_000
    expect(await failStuckSummaries(context, async () => true)).toBe(0)
    expect(await failStuckSummaries(context, hasNoJob)).toBe(1)
    expect((await client.get(`/api/summaries/${id}`)).json()).toMatchObject({
      status: 'failed',
      failureCode: 'internal',
    })
    expect(await used(client)).toBe(0)
  })

  it('are retried after an unexpected error, invisibly for the user', async () => {
    const pipeline = breakingPipeline(1)
    test = await startTestProduct({ pipeline })
    const client = await test.register()
    const response = await client.post('/api/summaries', { content: tidePools })
    expect(response.statusCode).toBe(201)
    expect(pipeline.broken()).toBe(1)
    expect(await used(client)).toBe(1)
  })

  it('fail after repeated errors, without details and without using quota', async () => {
    test = await startTestProduct({ pipeline: breakingPipeline(99) })
    const client = await test.register()
    const response = await client.post('/api/summaries', { content: tidePools })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ code: 'internal' })
    expect(response.body).not.toContain('the reader broke')
    expect(await used(client)).toBe(0)
  })

  it('send every state to all subscribers, from the current one to the end', async () => {
    test = await startTestProduct({ pipeline: slowPipeline(300) })
    const client = await test.register()
    const { id } = (await client.post('/api/summaries', { content: tidePools }, { prefer: 'respond-async' })).json()
    const [early, late] = await Promise.all([
      client.copy().get(`/api/summaries/${id}/events`),
      client.copy().get(`/api/summaries/${id}/events`),
    ])
    for (const stream of [early, late]) {
      expect(stream.headers['content-type']).toContain('text/event-stream')
      const names = [...stream.body.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)
      expect(names[0]).toBe('progress')
      expect(names.at(-1)).toBe('ready')
    }
    const after = await client.get(`/api/summaries/${id}/events`)
    expect(after.body).toMatch(/^event: ready$/m)
    expect(after.body).toContain('"type":"ready"')
  })

  it('are returned to the queue at shutdown, and finished after the next start', async () => {
    const pipeline = slowPipeline(60_000)
    const first = await startTestProduct({ pipeline, graceMs: 100 })
    const { database } = first
    const close = database.close
    Object.assign(database, { close: async () => {} })
    const email = 'ada@example.com'
    const client = await first.register(email)
    const { id } = (await client.post('/api/summaries', { content: tidePools }, { prefer: 'respond-async' })).json()
    await expect.poll(pipeline.started, { timeout: 10_000 }).toBe(1)
    await first.close()
    expect(pipeline.aborted()).toBe(1)
    Object.assign(database, { close })
    test = await startTestProduct({ database })
    const again = test.visitor()
    await again.post('/api/auth/login', { email, password: 'correct horse' })
    await expect
      .poll(async () => (await again.get(`/api/summaries/${id}`)).json().status, { timeout: 20_000 })
      .toBe('ready')
  })
})
