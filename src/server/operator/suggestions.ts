import { findSuggestions, type SuggestionFilter } from '../features/suggestions/repo.ts'
import type { OperatorContext } from './operator-context.ts'

/** Lists feature suggestions with their authors, newest first. */
export async function listSuggestions({ openDatabase }: OperatorContext, filter: SuggestionFilter) {
  const { db } = await openDatabase()
  const found = await findSuggestions(db, { ...filter, limit: filter.limit + 1 })
  return { suggestions: found.slice(0, filter.limit), more: found.length > filter.limit }
}
export type SuggestionList = Awaited<ReturnType<typeof listSuggestions>>
