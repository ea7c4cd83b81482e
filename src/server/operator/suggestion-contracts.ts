import { suggestionListSchema, suggestionQuerySchema } from '../features/suggestions/list-suggestions.ts'
import { defineContract } from './contract.ts'

/** What people wish the product did. */
export const listSuggestionsContract = defineContract({
  name: 'suggestions.list',
  input: suggestionQuerySchema,
  output: suggestionListSchema,
})
