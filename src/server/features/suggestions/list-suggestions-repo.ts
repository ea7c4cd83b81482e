import { and, desc, eq, gte } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { featureSuggestions, users } from '../../db/schema/index.ts'

/** Which suggestions are asked for; whatever is left out counts for all. */
export interface SuggestionFilter {
  featureType?: string | undefined
  priority?: string | undefined
  since?: Date | undefined
  limit: number
}

/** Suggestions of all people with whom they come from, the newest first. */
export async function findSuggestions(db: Db, { featureType, priority, since, limit }: SuggestionFilter) {
  return db
    .select({
      id: featureSuggestions.id,
      featureType: featureSuggestions.featureType,
      priority: featureSuggestions.priority,
      description: featureSuggestions.description,
      createdAt: featureSuggestions.createdAt,
      userId: featureSuggestions.userId,
      email: users.email,
    })
    .from(featureSuggestions)
    .innerJoin(users, eq(users.id, featureSuggestions.userId))
    .where(
      and(
        featureType === undefined ? undefined : eq(featureSuggestions.featureType, featureType),
        priority === undefined ? undefined : eq(featureSuggestions.priority, priority),
        since === undefined ? undefined : gte(featureSuggestions.createdAt, since),
      ),
    )
    .orderBy(desc(featureSuggestions.createdAt), desc(featureSuggestions.id))
    .limit(limit)
}
