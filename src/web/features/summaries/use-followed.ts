import { useEffect } from 'react'
import type { Progress, Summary } from '../../../shared/summary.ts'
import { useCreation } from './creation/creation-context.ts'
import { isUnfinished } from './describe.ts'
import { useSummaryProgress } from './watch/use-summary-watch.ts'

/**
 * Progress of a summary as long as it is being made, kept current; its end is noticed on whatever screen the person is.
 * Null for all other summaries.
 */
export function useFollowed(summary: Summary): Progress | null {
  const { follow } = useCreation()
  const id = isUnfinished(summary) ? summary.id : null
  useEffect(() => {
    if (id !== null) follow(id)
  }, [follow, id])
  const progress = useSummaryProgress(id)
  return id === null ? null : (progress ?? summary.progress)
}
