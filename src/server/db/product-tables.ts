import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema/index.ts'

/** Names of the product's own tables. The job queue has others, and a database may hold somebody else's. */
export const productTables: readonly string[] = Object.values(schema).flatMap((value) =>
  is(value, PgTable) ? [getTableName(value)] : [],
)
