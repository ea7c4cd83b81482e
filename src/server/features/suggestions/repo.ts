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
