import { z } from 'zod'
import { featureTypes, priorityNames } from '../../../shared/suggestions.ts'

/** What an operator asks for. */
export const suggestionQuerySchema = z.object({
  type: z.enum(featureTypes).optional(),
  priority: z.enum(priorityNames).optional(),
  /** ISO 8601; the first moment that counts. */
  since: z.iso.datetime().optional(),
  limit: z.int().min(1).max(10_000).default(100),
})
export type SuggestionQuery = z.output<typeof suggestionQuerySchema>

/** Suggestions as an operator reads them. Dates are ISO 8601. */
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
  /** Whether there are more than were asked for. */
  more: z.boolean(),
})
export type SuggestionList = z.output<typeof suggestionListSchema>
