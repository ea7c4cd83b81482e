import { useEffect } from 'react'
import type { Progress, Summary } from '../../../shared/summary.ts'
import { useCreation } from './creation/creation-context.ts'
import { useSummaryProgress } from './watch/use-summary-watch.ts'

/** Progress of a summary that is being made, kept current; its end is noticed on whatever screen the person is. */
export function useFollowed(summary: Summary): Progress | null {
  const { follow } = useCreation()
  useEffect(() => follow(summary.id), [follow, summary.id])
  return useSummaryProgress(summary.id) ?? summary.progress
}
