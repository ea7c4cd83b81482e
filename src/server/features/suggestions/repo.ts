import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { featureSuggestions } from '../../db/schema/index.ts'

/** All that a person has suggested, the oldest first. */
export async function suggestionsOf(db: Db | Tx, userId: string) {
  return db
    .select()
    .from(featureSuggestions)
    .where(eq(featureSuggestions.userId, userId))
    .orderBy(asc(featureSuggestions.createdAt))
}

/** Writes a suggestion, and answers its id. */
export async function insertSuggestion(
  db: Db | Tx,
  suggestion: Omit<typeof featureSuggestions.$inferInsert, 'id'>,
): Promise<string> {
  const [inserted] = await db.insert(featureSuggestions).values(suggestion).returning({ id: featureSuggestions.id })
  if (inserted === undefined) throw new Error('An insert always returns its row.')
  return inserted.id
}
