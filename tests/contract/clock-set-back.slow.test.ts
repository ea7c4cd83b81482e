import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '../../src/server/db/rows.ts'
import { defineJobKind, startJobQueue } from '../../src/server/jobs/queue.ts'
import { openTestDatabase } from '../support/product.ts'

const log = pino({ level: 'silent' })

it('jobs of the embedded database do not wait for a clock that was ahead when they were sent', async () => {
  const database = await openTestDatabase('pglite')
  const seen: number[] = []
  const kind = defineJobKind({
    name: 'count',
    concurrency: 1,
    expireInSeconds: 60,
    data: z.object({ n: z.int() }),
    handle: async ({ n }) => void seen.push(n),
  })
  const before = await startJobQueue(database, [kind], { run: false, log })
  for (const n of [1, 2]) await database.db.transaction(async (tx) => before.send(tx, kind, { n }))
  await before.stop(0)
  const ahead = sql`created_on = now() + interval '1 hour', start_after = now() + interval '1 hour'`
  await rowsOf(database.db, sql`UPDATE jobs.job SET ${ahead}`)
  await rowsOf(database.db, sql`UPDATE jobs.job SET state = 'retry' WHERE data->>'n' = '2'`)
  await rowsOf(database.db, sql`UPDATE jobs.queue SET monitor_on = now() + interval '1 hour' WHERE name = 'count'`)

  const queue = await startJobQueue(database, [kind], { run: true, log })
  await expect.poll(() => seen.toSorted((a, b) => a - b)).toEqual([1, 2])
  const late = await rowsOf(database.db, sql`SELECT name FROM jobs.queue WHERE monitor_on > now()`)
  expect(late).toEqual([])
  await queue.stop(100)
  await database.close()
})
