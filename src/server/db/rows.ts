import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from './database.ts'

const resultSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

/** Rows of a hand-written statement. */
export async function rowsOf(db: Db | Tx, statement: SQL): Promise<Record<string, unknown>[]> {
  return resultSchema.parse(await db.execute(statement)).rows
}
