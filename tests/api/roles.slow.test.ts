import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { openTestDatabase, startTestProduct, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

describe('a web process and a worker on one PostgreSQL', () => {
  let web: TestProduct
  let worker: TestProduct
  let closeDatabase: () => Promise<void>
  beforeAll(async () => {
    const database = await openTestDatabase()
    closeDatabase = async () => database.close()
    const url = database.url
    const start = async (role: string): Promise<TestProduct> =>
      startTestProduct({
        database: await openPostgres(url, () => {}),
        env: { ROLE: role, DATABASE_URL: url, SESSION_SECRET: 'shared by all processes of one place' },
      })
    web = await start('web')
    worker = await start('worker')
  })
  afterAll(async () => {
    await web.close()
    await worker.close()
    await closeDatabase()
  })

  it('the worker creates summaries that the web process accepts and streams', async () => {
    const client = await web.register()
    const response = await client.post('/api/summaries', { content: tidePools })
    expect(response.statusCode).toBe(201)
    const another = { content: `Another one. ${tidePools}` }
    const { id } = (await client.post('/api/summaries', another, { prefer: 'respond-async' })).json()
    const events = await client.get(`/api/summaries/${id}/events`)
    expect(events.body).toMatch(/^event: ready$/m)
  })

  it('the worker serves only its health', async () => {
    const visitor = worker.visitor()
    expect((await visitor.get('/healthz')).statusCode).toBe(200)
    expect((await visitor.get('/readyz')).statusCode).toBe(200)
    for (const path of ['/', '/api/plans', '/api/docs/json']) {
      const response = await visitor.get(path)
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    }
  })
})
