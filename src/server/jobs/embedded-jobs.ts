import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'
import type { Log } from '../platform/log.ts'

/** How often it is looked whether the clock was set back. */
const LOOK_EVERY_MS = 15_000

/**
 * Jobs that were running when the embedded database was last closed without a goodbye. Nobody else can be running them:
 * the data folder is locked. They go back to the queue at once instead of waiting for their heartbeat to lapse.
 */
async function handBackOrphans({ db }: Database, schema: string, log: Log): Promise<void> {
  // started_on stays: by it pg-boss counts the crash as a try, so that a job which kills its process is given up one day.
  const orphans = await rowsOf(
    db,
    sql.raw(
      `UPDATE ${schema}.job SET state = 'retry', start_after = now() WHERE state = 'active' AND name NOT LIKE '\\_\\_pgboss%' RETURNING id`,
    ),
  )
  if (orphans.length > 0) log.info({ jobs: orphans.length }, 'jobs of an earlier run are queued again')
}

/**
 * The embedded database goes by the clock of its process. Where that was ahead and has been set back, jobs that were
 * sent meanwhile would wait for the time that they were sent at, and nobody would look after running ones until then.
 */
async function followClock({ db }: Database, schema: string, log: Log): Promise<void> {
  const late = await rowsOf(
    db,
    sql.raw(
      `UPDATE ${schema}.job SET start_after = now(), created_on = now() WHERE state = 'created' AND created_on > now() RETURNING id`,
    ),
  )
  await rowsOf(
    db,
    sql.raw(
      `UPDATE ${schema}.job SET start_after = now() WHERE state = 'retry' AND start_after > now() + make_interval(secs => coalesce(retry_delay_max, retry_delay) + 1)`,
    ),
  )
  await rowsOf(
    db,
    sql.raw(
      `UPDATE ${schema}.queue SET monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now()) WHERE greatest(monitor_on, maintain_on) > now()`,
    ),
  )
  if (late.length > 0) log.warn({ jobs: late.length }, 'the clock was set back: jobs no longer wait for it')
}

/**
 * Looks after what only the embedded database needs: what a crash has left, and a clock that is set back. Does nothing
 * on another one.
 *
 * @returns what ends it
 */
export async function tendEmbedded(database: Database, schema: string, log: Log): Promise<() => Promise<void>> {
  if (database.engine !== 'pglite') return async () => {}
  await handBackOrphans(database, schema, log)
  await followClock(database, schema, log)
  let looking = Promise.resolve()
  const look = async (): Promise<void> =>
    followClock(database, schema, log).catch((error: unknown) => log.warn({ err: error }, 'job queue'))
  const timer = setInterval(() => {
    looking = look()
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
