import { z } from 'zod'
import { visibleInput } from '../text-input.ts'

export const featureTypes = ['summarization', 'export', 'ui', 'integration', 'mobile', 'analytics', 'other'] as const

/** Priorities of a suggestion, with their labels. */
export const priorities = {
  low: 'Nice to have',
  medium: 'Would be helpful',
  high: 'Really need this',
  critical: 'Essential for my workflow',
} as const
export const priorityNames = ['low', 'medium', 'high', 'critical'] as const

const MISSING = 'Please fill in all fields'

export const suggestionText = (missing: string) =>
  visibleInput(missing).max(5000, { error: 'Please use at most 5,000 characters.' })

export const featureSuggestionSchema = z.strictObject({
  featureType: z.enum(featureTypes, { error: MISSING }),
  description: suggestionText(MISSING),
  priority: z.enum(priorityNames, { error: MISSING }),
})

export const suggestionAnswerSchema = z.object({ id: z.uuid() })
