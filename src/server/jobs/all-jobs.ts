import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import { rowsOf } from '../db/rows.ts'
import { JOBS_APPLICATION, JOBS_SCHEMA } from './queue.ts'

const countRows = z.tuple([z.object({ count: z.coerce.number() })])

/** How many connections the servers of this database hold for their jobs: where there are none, no server runs. */
export async function countServerConnections(db: Db | Tx): Promise<number> {
  const [row] = countRows.parse(
    await rowsOf(
      db,
      sql`SELECT count(*) AS count FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = ${JOBS_APPLICATION}`,
    ),
  )
  return row.count
}

/** Forgets all work that waits or runs, where there has ever been any. */
export async function removeAllJobs(tx: Tx): Promise<void> {
  const table = `${JOBS_SCHEMA}.job`
  const [found] = await rowsOf(tx, sql`SELECT to_regclass(${table}) AS found`)
  if (found?.['found'] !== null) await tx.execute(sql.raw(`DELETE FROM ${table}`))
}
