import { and, asc, desc, eq, gte } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { onlyOf } from '../../db/rows.ts'
import { featureSuggestions, users } from '../../db/schema/index.ts'

/** All suggestions of a user, oldest first. */
export async function suggestionsOf(db: Db, userId: string) {
  return db
    .select()
    .from(featureSuggestions)
    .where(eq(featureSuggestions.userId, userId))
    .orderBy(asc(featureSuggestions.createdAt))
}

export async function insertSuggestion(db: Db, suggestion: Omit<typeof featureSuggestions.$inferInsert, 'id'>) {
  return (await onlyOf(db.insert(featureSuggestions).values(suggestion).returning({ id: featureSuggestions.id }))).id
}

/** Omitted fields match all. */
export interface SuggestionFilter {
  type?: string | undefined
  priority?: string | undefined
  since?: Date | undefined
  limit: number
}

/** Suggestions of all users with their emails, newest first. */
export async function findSuggestions(db: Db, { type, priority, since, limit }: SuggestionFilter) {
  return db
    .select({
      id: featureSuggestions.id,
      createdAt: featureSuggestions.createdAt,
      type: featureSuggestions.featureType,
      priority: featureSuggestions.priority,
      description: featureSuggestions.description,
      userId: featureSuggestions.userId,
      email: users.email,
    })
    .from(featureSuggestions)
    .innerJoin(users, eq(users.id, featureSuggestions.userId))
    .where(
      and(
        type === undefined ? undefined : eq(featureSuggestions.featureType, type),
        priority === undefined ? undefined : eq(featureSuggestions.priority, priority),
        since === undefined ? undefined : gte(featureSuggestions.createdAt, since),
      ),
    )
    .orderBy(desc(featureSuggestions.createdAt), desc(featureSuggestions.id))
    .limit(limit)
}
