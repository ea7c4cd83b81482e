import { sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/database.ts'
import { removeExpiredHits } from '../../src/server/db/rate-limit-store.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { removeExpiredLinks } from '../../src/server/features/accounts/email/email-links-repo.ts'
import { deleteEndedSessions } from '../../src/server/features/accounts/session/sessions-repo.ts'
import { deleteUser } from '../../src/server/features/accounts/users-repo.ts'
import { removeOldCheckpoints } from '../../src/server/features/summaries/checkpoint-repo.ts'
import { findUnfinishedSince, purgeDeletedBefore } from '../../src/server/features/summaries/repo.ts'
import { testContext } from '../../tests/support/summaries-context.ts'
import type { Call } from './calls.ts'

const RUNS = 6
const DAY_MS = 24 * 60 * 60_000

/** Work of the server's maintenance, which concerns all users. */
export function maintenanceCalls({ db }: Database): Call[] {
  const clock = { now: () => new Date() }
  const dayAgo = (): Date => new Date(Date.now() - DAY_MS)
  const works: Record<string, () => Promise<unknown>> = {
    'purge deleted summaries': async () => db.transaction(async (tx) => purgeDeletedBefore(tx, new Date())),
    'remove old checkpoints and texts': async () => removeOldCheckpoints(testContext(db, { clock })),
    'find stuck summaries': async () => findUnfinishedSince(db, dayAgo(), 100),
    'remove ended sessions': async () => deleteEndedSessions(db, clock.now()),
    'remove expired links': async () => removeExpiredLinks(db, clock.now()),
    'remove expired rate limits': async () => removeExpiredHits(db, clock.now()),
  }
  return Object.entries(works).map(([name, send]) => ({ name, runs: RUNS, send }))
}

/** Deletion of an account with all its rows, of users who have a number of summaries. */
export function deletionOf({ db }: Database, users: readonly string[]): Call {
  const left = [...users]
  return {
    name: 'delete the account',
    runs: RUNS,
    send: async () => {
      const id = left.pop()
      if (id !== undefined) await db.transaction(async (tx) => deleteUser(tx, id))
    },
  }
}

const relations = ['summaries', 'sources', 'source_words'] as const

/** Bytes per summary: the rows with their long values, and their indexes. */
export async function bytesPerSummary({ db }: Database): Promise<Record<string, number>> {
  const [count] = await rowsOf(db, sql`SELECT count(*) AS count FROM summaries`)
  const bytes: Record<string, number> = {}
  for (const name of relations) {
    const [row] = await rowsOf(
      db,
      sql`SELECT pg_table_size(${name}::regclass) AS rows, pg_indexes_size(${name}::regclass) AS indexes`,
    )
    bytes[name] = Number(row?.['rows']) / Number(count?.['count'])
    bytes[`indexes of ${name}`] = Number(row?.['indexes']) / Number(count?.['count'])
  }
  return bytes
}
