import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureSuggestions } from '../../src/server/db/schema/index.ts'
import { insertUser } from '../../src/server/features/accounts/users-repo.ts'
import { listSuggestions, suggestionQuerySchema } from '../../src/server/features/suggestions/list-suggestions.ts'
import { openTestDatabase } from '../support/product.ts'

describe('suggestions', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  beforeAll(async () => {
    database = await openTestDatabase()
    const { db } = database
    const now = new Date('2026-11-01T00:00:00Z')
    const user = await insertUser(
      db,
      { email: 'Ada@example.com', password: null, firstName: 'Ada', lastName: null },
      now,
    )
    await db.insert(featureSuggestions).values(
      (['ui', 'export', 'ui', 'mobile'] as const).map((featureType, day) => ({
        userId: user!.id,
        featureType,
        priority: day < 2 ? 'low' : 'critical',
        description: `Suggestion ${day}`,
        createdAt: new Date(now.getTime() + day * 24 * 60 * 60_000),
      })),
    )
  })
  afterAll(async () => database.close())

  const list = async (query: object) => {
    const { suggestions, more } = await listSuggestions(database.db, suggestionQuerySchema.parse(query))
    return { found: suggestions.map(({ description }) => Number(description.slice(-1))), more }
  }

  it('are listed with their authors, newest first', async () => {
    expect(await list({})).toEqual({ found: [3, 2, 1, 0], more: false })
    const { suggestions } = await listSuggestions(database.db, { limit: 1 })
    expect(suggestions).toMatchObject([
      { email: 'Ada@example.com', type: 'mobile', priority: 'critical', createdAt: '2026-11-04T00:00:00.000Z' },
    ])
  })

  it.each([
    [{ type: 'ui' }, [2, 0], false],
    [{ type: 'ui', priority: 'low' }, [0], false],
    [{ since: '2026-11-02T00:00:00Z' }, [3, 2, 1], false],
    [{ limit: 2 }, [3, 2], true],
    [{ limit: 4 }, [3, 2, 1, 0], false],
    [{ type: 'other' }, [], false],
  ])('are filtered by %j', async (query, found, more) => {
    expect(await list(query)).toEqual({ found, more })
  })
})
