import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Db as BossDatabase } from 'pg-boss'
import type * as schema from './schema/index.ts'

export type Schema = typeof schema

/** The database outside a transaction. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>

/** The database inside a transaction. Use this one there and never the outer one: PGlite has one connection and would wait for itself. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** An open database, of either engine, with what else the product needs of it. */
export interface Database {
  readonly engine: 'pglite' | 'postgres'
  readonly db: Db
  /** What the job queue runs on: the same database. */
  readonly jobs: { backend: 'pglite' | 'postgres'; db?: BossDatabase; connectionString?: string }
  /**
   * Brings what was committed from the log into the files, so that a start after a crash has little to repeat; null where
   * the server does so by itself.
   */
  readonly checkpoint: (() => Promise<void>) | null
  /**
   * Opens a copy of the database as it is now, so that reading all of it keeps nobody waiting; null where it would not
   * anyway, and where there are no files to copy.
   */
  readonly copy: (() => Promise<DatabaseCopy>) | null
  /** Answers when the database does; for readiness. Throws when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A copy that nobody else knows; closing it removes it. */
export interface DatabaseCopy {
  database: Database
  /** How long everybody else had to wait while it was made. */
  heldMs: number
}
