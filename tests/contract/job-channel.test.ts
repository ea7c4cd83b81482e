import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { type Channel, type JobQueue, startJobQueue } from '../../src/server/jobs/queue.ts'
import { keepLog } from '../support/log.ts'
import { openTestDatabase, startTestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

describe('a channel between processes', () => {
  let database: Database
  let queue: JobQueue
  let channel: Channel
  afterEach(async () => {
    await queue.stop(100)
    await channel.close()
    await database.close()
  })

  it('continues after a listener throws, and logs the error', async () => {
    const { log, text } = keepLog()
    const seen: string[] = []
    database = await openTestDatabase()
    queue = await startJobQueue(database, [], { run: false, log })
    channel = await queue.openChannel({
      channel: 'guarded',
      onMessage: (payload) => {
        if (payload === 'bad') throw new Error('the listener broke')
        seen.push(payload)
      },
      onGap: () => {},
    })
    expect(await channel.send('bad')).toBe(true)
    expect(await channel.send('good')).toBe(true)
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
