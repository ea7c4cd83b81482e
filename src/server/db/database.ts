import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type * as schema from './schema/index.ts'

export type Schema = typeof schema

/** The database outside a transaction. */
export type Db = NodePgDatabase<Schema>

/** The database inside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/** An open PostgreSQL database. */
export interface Database {
  readonly db: Db
  /** The connections beneath `db`, for COPY. */
  readonly pool: Pool
  /** For the connections of the job queue, which a pooler must not share. */
  readonly directUrl: string
  /** Resolves when the database answers; for readiness. */
  ping(): Promise<void>
  close(): Promise<void>
}
