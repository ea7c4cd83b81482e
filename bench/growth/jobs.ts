import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Database } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { MAX_QUEUED } from '../../src/server/features/summaries/queue.ts'
import { defineJobKind } from '../../src/server/jobs/job-kind.ts'
import { JOBS_SCHEMA, startJobQueue } from '../../src/server/jobs/queue.ts'
import { countJobs } from '../../src/server/jobs/unfinished-jobs.ts'
import type { Log } from '../../src/server/platform/log.ts'
import { measureCalls, type Series } from './measure.ts'

const RUNS = 30
const JOBS_PER_USER = 10

const kind = defineJobKind({
  name: 'growth',
  data: z.object({ n: z.number() }),
  concurrency: 1,
  expireInSeconds: 60,
  handle: async () => {},
})

/** Copies a job that waits, for users with ten each, in the order of their arrival. */
async function addJobs({ db }: Database, count: number): Promise<void> {
  const columns = z.array(z.object({ name: z.string() })).parse(
    await rowsOf(
      db,
      sql`SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = ${JOBS_SCHEMA} AND table_name = 'job' AND is_generated = 'NEVER'`,
    ),
  )
  const own: Record<string, string> = {
    id: 'gen_random_uuid()',
    priority: '-n',
    group_id: `'user' || n / ${JOBS_PER_USER}`,
    data: `jsonb_build_object('n', n)`,
  }
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => own[name] ?? `j.${name}`)
  await db.execute(
    sql`INSERT INTO jobs.job (${sql.raw(names.join(', '))}) SELECT ${sql.raw(values.join(', '))}
        FROM (SELECT * FROM jobs.job WHERE name = ${kind.name} AND state = 'created' LIMIT 1) j, generate_series(1, ${count}::int) n`,
  )
  await db.execute(sql`VACUUM ANALYZE jobs.job`)
}

/** Measures the job queue while a number of jobs wait; no worker takes them. */
export async function measureQueue(database: Database, log: Log, sizes: readonly number[]): Promise<Series> {
  const { db } = database
  const queue = await startJobQueue(database, [kind], { run: false, log })
  const boss = new PgBoss({
    connectionString: database.directUrl,
    schema: JOBS_SCHEMA,
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  const onPool = { db: fromDrizzle({ execute: async (query) => ({ rows: await rowsOf(db, sql`${query}`) }) }, sql) }
  const results: Series = new Map()
  const calls = {
    'send a job': async (n: number) => queue.send(db, kind, { n }, { priority: -n, group: `user${n}` }),
    'take and complete a job': async () => {
      const [job] = await boss.fetch(kind.name, onPool)
      if (job !== undefined) await boss.complete(kind.name, job.id, {}, onPool)
    },
    [`positions of the first ${MAX_QUEUED}`]: async () => queue.waiting(kind, MAX_QUEUED),
    'find the job of a summary': async (n: number) => queue.isPending(kind, { n }),
    'count jobs for metrics': async () => countJobs(db),
  }
  try {
    await queue.send(db, kind, { n: 0 })
    let added = 0
    for (const size of sizes) {
      await addJobs(database, size - added)
      added = size
      const sized = Object.entries(calls).map(([name, send]) => ({ size, database, call: { name, runs: RUNS, send } }))
      for (const [name, figures] of await measureCalls(sized))
        results.set(name, new Map([...(results.get(name) ?? []), ...figures]))
    }
  } finally {
    await boss.stop({ graceful: false })
    await queue.stop(0)
  }
  return results
}
