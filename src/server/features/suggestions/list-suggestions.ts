import type { Db } from '../../db/database.ts'
import { findSuggestions } from './list-suggestions-repo.ts'
import type { SuggestionList, SuggestionQuery } from './suggestion-list.ts'

/** What people wish the product did, the newest first. */
export async function listSuggestions(
  db: Db,
  { type, priority, since, limit }: SuggestionQuery,
): Promise<SuggestionList> {
  const rows = await findSuggestions(db, {
    featureType: type,
    priority,
    since: since === undefined ? undefined : new Date(since),
    limit: limit + 1,
  })
  return {
    suggestions: rows.slice(0, limit).map(({ id, createdAt, featureType, priority, description, userId, email }) => ({
      id,
      createdAt: createdAt.toISOString(),
      type: featureType,
      priority,
      description,
      userId,
      email,
    })),
    more: rows.length > limit,
  }
}
