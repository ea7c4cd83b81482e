import { sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'

/** Number of queries of this database that wait for a lock. `pg_locks` would also count those of other tests' databases. */
export async function countWaiting(db: Db): Promise<number> {
  const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await rowsOf(db, waiting)).length
}
