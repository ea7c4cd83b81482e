import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { openTestDatabase } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const database = forSuite(async () => openTestDatabase())

it('has a complete index for each foreign key, so that deleting a user or a summary reads no whole table', async () => {
  const foreignKeys = await rowsOf(
    database.db,
    sql`SELECT c.conrelid::regclass || '.' || a.attname AS column, EXISTS (
          SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1] AND i.indpred IS NULL
        ) AS indexed
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
  )
  expect(foreignKeys.length).toBeGreaterThan(10)
  expect(foreignKeys.filter(({ indexed }) => indexed !== true)).toEqual([])
})
