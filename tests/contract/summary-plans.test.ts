import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { selectNewest } from '../../src/server/features/summaries/repo.ts'
import { openTestDatabase } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

describe('query plans of summaries', () => {
  let userId: string
  const database = forSuite(async () => openTestDatabase())
  beforeAll(async () => {
    const [user] = await database.db.insert(users).values({ email: 'many@example.com' }).returning()
    userId = user!.id
    await database.db.execute(
      sql`WITH s AS (INSERT INTO sources (user_id, content_type, input_hash, created_at)
            SELECT ${userId}, 'article', n::text, now() FROM generate_series(1, 3000) n RETURNING id, input_hash::int AS n)
          INSERT INTO summaries (user_id, source_id, title, status, title_words, text_words, created_at)
          SELECT ${userId}, s.id, 'Title ' || n, 'ready', ('''title'':2 ''n' || n || ''':3')::tsvector, '''text'':2',
            now() - n * interval '1 minute'
          FROM s`,
    )
    await database.db.execute(sql`ANALYZE summaries, sources`)
  })

  const planOf = async (query: SQL): Promise<string> =>
    (await rowsOf(database.db, sql`EXPLAIN (COSTS OFF) ${query}`)).map((row) => String(row['QUERY PLAN'])).join('\n')

  it('read the list in the order of its index, on the first page and on later ones', async () => {
    const page = { type: 'all', rows: 51 } as const
    for (const after of [null, { createdAt: new Date(), id: userId }]) {
      const plan = await planOf(selectNewest(database.db, userId, page, after).getSQL())
      expect(plan).toContain('summaries_user_newest')
      expect(plan).not.toContain('Sort')
    }
  })
})
