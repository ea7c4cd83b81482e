import { beforeAll, describe, expect, it } from 'vitest'
import { featureSuggestions } from '../../src/server/db/schema/index.ts'
import { insertUser } from '../../src/server/features/accounts/users-repo.ts'
import { findSuggestions, type SuggestionFilter } from '../../src/server/features/suggestions/repo.ts'
import { openTestDatabase } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

describe('suggestions', () => {
  const database = forSuite(async () => openTestDatabase())
  beforeAll(async () => {
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

  const list = async (filter: Partial<SuggestionFilter>) => {
    const found = await findSuggestions(database.db, { limit: 100, ...filter })
    return found.map(({ description }) => Number(description.slice(-1)))
  }

  it('are listed with their authors, newest first', async () => {
    expect(await list({})).toEqual([3, 2, 1, 0])
    expect(await findSuggestions(database.db, { limit: 1 })).toMatchObject([
      {
        email: 'Ada@example.com',
        type: 'mobile',
        priority: 'critical',
        createdAt: new Date('2026-11-04T00:00:00.000Z'),
      },
    ])
  })

  it.each([
    [{ type: 'ui' }, [2, 0]],
    [{ type: 'ui', priority: 'low' }, [0]],
    [{ since: new Date('2026-11-02T00:00:00Z') }, [3, 2, 1]],
    [{ limit: 2 }, [3, 2]],
    [{ type: 'other' }, []],
  ])('are filtered by %j', async (filter, found) => {
    expect(await list(filter)).toEqual(found)
  })
})
