import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema/index.ts'

/** Names of the product's own tables. The job queue has others, and the database may contain foreign ones. */
export const productTables: readonly string[] = Object.values(schema).flatMap((value) =>
  is(value, PgTable) ? [getTableName(value)] : [],
)
