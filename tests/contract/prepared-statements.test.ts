import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { findSession } from '../../src/server/features/accounts/session/sessions-repo.ts'
import { listSummaries } from '../../src/server/features/summaries/repo.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { createMigratedDatabase } from '../support/postgres-template.ts'

describe('statements that run all the time', () => {
  let created: TestDatabase
  beforeAll(async () => {
    created = await createMigratedDatabase()
  })
  afterAll(async () => created.drop())

  /** The names that a connection knows after requests; the pool hands out the one that was used last. */
  const namesOn = async (directUrl: string | null): Promise<unknown[]> => {
    const database = await openPostgres(created.url, () => {}, { asItIs: true, directUrl })
    const { db } = database
    for (const limit of [50, 20]) {
      await findSession(db, 'nobody')
      await listSummaries(db, randomUUID(), { type: 'all', limit }, null)
      await listSummaries(db, randomUUID(), { type: 'youtube', limit }, { createdAt: new Date(), id: randomUUID() })
    }
    const rows = await rowsOf(db, sql`SELECT name FROM pg_prepared_statements ORDER BY name`)
    await database.close()
    return rows.map(({ name }) => name)
  }

  it('are planned once for a connection', async () => {
    expect(await namesOn(null)).toEqual(['sessions_with_users', 'summaries_newest_all', 'summaries_next_youtube'])
  })

  it('leave nothing behind on connections of a pooler', async () => {
    expect(await namesOn(created.url)).toEqual([])
  })
})
