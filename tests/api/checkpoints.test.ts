import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { startTestProduct } from '../support/product.ts'

it('brings what the embedded database has logged into its files, so that no start repeats more than the last minutes', async () => {
  const test = await startTestProduct('pglite', { housekeepingMs: 50 })
  const { db } = test.database
  await test.person()
  const [{ at } = {}] = await rowsOf(db, sql`SELECT pg_current_wal_insert_lsn()::text AS at`)
  const isIn = async (): Promise<unknown> =>
    (await rowsOf(db, sql`SELECT redo_lsn >= ${at}::pg_lsn AS is_in FROM pg_control_checkpoint()`))[0]
  await expect.poll(isIn).toEqual({ is_in: true })
  await test.close()
})
