import { useQuery } from '@tanstack/react-query'
import { type Summary, summarySchema } from '../../../../shared/summary.ts'
import { queryKeys } from '../../../lib/keys.ts'

const parseSummary = (data: unknown): Summary => summarySchema.parse(data)

/** GET /api/summaries/{id}. */
export function useSummary(id: string) {
  return useQuery({ queryKey: queryKeys.summary(id), select: parseSummary })
}
