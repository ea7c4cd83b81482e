import { listSuggestions } from '../features/suggestions/list-suggestions.ts'
import { defineAction } from './action.ts'
import { listSuggestionsContract } from './suggestion-contracts.ts'

export const suggestionActions = [
  defineAction(listSuggestionsContract, {
    needs: 'data',
    run: async ({ database }, query) => listSuggestions(database.db, query),
  }),
]
