import type { FeatureSuggestionPayload } from '../../../shared/suggestions.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { insertSuggestion } from './repo.ts'

export interface SuggestFeatureDeps {
  db: Db
  clock: Clock
}

/** Keeps what somebody wishes the product did. */
export async function suggestFeature(
  { db, clock }: SuggestFeatureDeps,
  actor: Actor,
  suggestion: FeatureSuggestionPayload,
): Promise<{ id: string }> {
  return { id: await insertSuggestion(db, { ...suggestion, userId: actor.userId, createdAt: clock.now() }) }
}
