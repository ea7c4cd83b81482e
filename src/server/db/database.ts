import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import type { PlanCatalogue } from '../../shared/plans/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { OperatorConfig } from '../platform/config/config.ts'
import type { Log } from '../platform/log.ts'
import type * as schema from './schema/index.ts'

/** The database, outside or inside a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>

/** The database inside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

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

/** The ports and settings that nearly every use case needs; passed as its first argument. */
export interface Context {
  db: Db
  clock: Clock
  log: Log
  catalogue: PlanCatalogue
  config: OperatorConfig
}
