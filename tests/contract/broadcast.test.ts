import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { type Broadcast, openBroadcast } from '../../src/server/jobs/broadcast.ts'
import { type JobQueue, startJobQueue } from '../../src/server/jobs/queue.ts'
import { keepLog } from '../support/log.ts'
import { openTestDatabase, startTestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

describe('broadcast', () => {
  let database: Database
  let queue: JobQueue
  let broadcast: Broadcast
  afterEach(async () => {
    await queue.stop(100)
    await broadcast.close()
    await database.close()
  })

  it('continues after a listener throws, and logs the error', async () => {
    const { log, text } = keepLog()
    const seen: string[] = []
    database = await openTestDatabase()
    queue = await startJobQueue(database, [], { run: false, log })
    broadcast = await openBroadcast(database, queue, {
      channel: 'guarded',
      onMessage: (payload) => {
        if (payload === 'bad') throw new Error('the listener broke')
        seen.push(payload)
      },
      onGap: () => {},
      log,
    })
    expect(await broadcast.send('bad')).toBe(true)
    expect(await broadcast.send('good')).toBe(true)
    await expect.poll(() => seen).toEqual(['good'])
    expect(text()).toContain('the listener broke')
  })
})

describe('an invalid message on the summaries channel', () => {
  it('is ignored', async () => {
    const test = await startTestProduct()
    await test.database.db.execute(sql`select pg_notify('summary_events', 'hello')`)
    const client = await test.register()
    expect((await client.post('/api/summaries', { content: tidePools })).statusCode).toBe(201)
    await test.close()
  })
})
