import { z } from 'zod'
import { featureTypes, priorityNames } from '../../../shared/suggestions.ts'
import type { Db } from '../../db/database.ts'
import { findSuggestions } from './repo.ts'

/** An operator's query for suggestions. */
export const suggestionQuerySchema = z.object({
  type: z.enum(featureTypes).optional(),
  priority: z.enum(priorityNames).optional(),
  /** ISO 8601; earliest creation time. */
  since: z.iso.datetime().optional(),
  limit: z.int().min(1).max(10_000).default(100),
})
export type SuggestionQuery = z.output<typeof suggestionQuerySchema>

/** Suggestions shown to an operator. Dates are ISO 8601. */
export const suggestionListSchema = z.object({
  suggestions: z.array(
    z.object({
      id: z.uuid(),
      createdAt: z.iso.datetime(),
      type: z.string(),
      priority: z.string(),
      description: z.string(),
      userId: z.uuid(),
      email: z.string(),
    }),
  ),
  /** Whether there are more beyond the limit. */
  more: z.boolean(),
})
export type SuggestionList = z.output<typeof suggestionListSchema>

/** Lists suggestions, newest first. */
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
