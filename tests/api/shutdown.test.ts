import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { AppError } from '../../src/shared/errors.ts'
import { countWaiting } from '../support/locks.ts'
import { openTestDatabase, startTestProduct, type TestProduct } from '../support/product.ts'
import { stagedPipeline } from '../support/staged-pipeline.ts'
import { tidePools } from '../support/texts.ts'

const prefer = { prefer: 'respond-async' }

/** A promise that the test resolves. */
function gate(): { passed: () => Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: async () => promise, open: resolve }
}

describe('a product before it closes', () => {
  let end: () => Promise<void>
  afterEach(async () => end())

  /** Sends a request over a keep-alive connection. */
  async function ask(agent: Agent, url: string): Promise<IncomingMessage> {
    const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response
  }

  it('is not ready, keeps serving, and closes connections, until load balancers have noticed', async () => {
    const noticed = gate()
    const test = await startTestProduct({ drained: noticed.passed })
    end = test.close
    const origin = await test.product.app.listen({ host: '127.0.0.1', port: 0 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect((await ask(agent, `${origin}/api/plans`)).headers.connection).toBe('keep-alive')

    const closed = test.close()
    end = async () => closed
    const ready = await ask(agent, `${origin}/readyz`)
    expect([ready.statusCode, ready.headers.connection]).toEqual([503, 'close'])
    expect((await ask(agent, `${origin}/healthz`)).statusCode).toBe(200)
    const plans = await ask(agent, `${origin}/api/plans`)
    expect([plans.statusCode, plans.headers.connection]).toEqual([200, 'close'])
    const user = await test.register()
    expect((await user.post('/api/summaries', { content: tidePools }, prefer)).statusCode).toBe(202)

    noticed.open()
    await closed
    await expect(ask(agent, `${origin}/api/plans`)).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  })

  it('keeps event streams until then, and ends them with a retry time', async () => {
    const noticed = gate()
    const pipeline = stagedPipeline()
    const test = await startTestProduct({ pipeline, drained: noticed.passed, graceMs: 0 })
    end = test.close
    const user = await test.register()
    const { id } = (await user.post('/api/summaries', { content: tidePools }, prefer)).json()
    await pipeline.next()
    const stream = user.get(`/api/summaries/${id}/events`)

    const closed = test.close()
    end = async () => closed
    const over = Symbol('over')
    const late = user.get(`/api/summaries/${id}/events`)
    expect((await user.get(`/api/summaries/${id}`)).statusCode).toBe(200)
    expect(await Promise.race([stream, Promise.resolve(over)])).toBe(over)
    noticed.open()
    for (const { statusCode, body } of [await stream, await late]) {
      expect(statusCode).toBe(200)
      expect(body).toMatch(/^retry: 1000$/m)
      expect(body).not.toMatch(/^event: (?:ready|failed)$/m)
    }
    await closed
  })
})

describe('a product that closes on postgres', () => {
  it('finishes earlier requests, including enqueued jobs', async () => {
    const database = await openTestDatabase()
    const open = async () => openPostgres(database.url, () => {})
    const test: TestProduct = await startTestProduct({ database: await open() })
    const user = await test.register('ada@example.com')
    const held = gate()
    const locked = gate()
    const holding = database.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.email, 'ada@example.com')).for('update')
      locked.open()
      await held.passed()
    })
    await locked.passed()
    const origin = await test.product.app.listen({ host: '127.0.0.1', port: 0 })
    const asked = fetch(`${origin}/api/summaries`, {
      method: 'POST',
      headers: {
        ...prefer,
        'content-type': 'application/json',
        cookie: user.cookie,
      },
      body: JSON.stringify({ content: tidePools }),
    })
    await expect.poll(async () => countWaiting(database.db)).toBe(1)

    const closed = test.close()
    await expect.poll(() => test.product.app.server.listening).toBe(false)
    held.open()
    await holding
    expect((await asked).status).toBe(202)
    await closed
    const jobs = await rowsOf(database.db, sql`SELECT state FROM jobs.job WHERE name = 'summarize'`)
    expect(jobs).toHaveLength(1)
    await database.close()
  })

  it('finishes running jobs and takes no more when another process replaces it', async () => {
    const database = await openTestDatabase()
    const pipeline = stagedPipeline()
    const own = await openPostgres(database.url, () => {})
    const test = await startTestProduct({ database: own, pipeline, graceMs: 0 })
    const user = await test.register()
    expect((await user.post('/api/summaries', { content: tidePools }, prefer)).statusCode).toBe(202)
    const run = await pipeline.next()
    const retired = test.product.retire()
    expect((await user.post('/api/summaries', { content: `${tidePools} Again.` }, prefer)).statusCode).toBe(202)
    const over = Symbol('over')
    expect(await Promise.race([retired, Promise.resolve(over)])).toBe(over)
    run.fail(new AppError('timed_out', 'This one took too long.'))
    await retired
    const states = await rowsOf(
      database.db,
      sql`SELECT s.status, s.failure_code AS code, j.state::text AS job FROM summaries s
          JOIN jobs.job j ON j.data ->> 'summaryId' = s.id::text ORDER BY s.created_at`,
    )
    expect(states).toEqual([
      { status: 'failed', code: 'timed_out', job: 'completed' },
      { status: 'queued', code: null, job: 'created' },
    ])
    await database.close()
  })
})
