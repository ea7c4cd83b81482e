import { useQuery } from '@tanstack/react-query'
import { type Stats, statsSchema } from '../../shared/api/calls.ts'
import { queryKeys } from './keys.ts'

const parseStats = (data: unknown): Stats => statsSchema.parse(data)

/** GET /api/stats: how many summaries there are, and how many this month. */
export function useStats() {
  return useQuery({ queryKey: queryKeys.stats, select: parseStats })
}
