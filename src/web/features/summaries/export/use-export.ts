import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { isUnauthorized, reasonOf, requiresUpgrade } from '../../../lib/api/api-error.ts'
import { usePlanRefresh } from '../../../lib/plan-refresh.ts'
import { exportFile } from '../api/export-summary.ts'

export interface SummaryExport {
  /** Exports what an address answers with. */
  start: (path: string) => void
  isPending: boolean
  /** Why the last export failed; null where it did not, or where a plan stands in the way. */
  failure: Error | null
  /** Why the person's plan gives none; null while that has not come up. */
  refusal: string | null
  /** Says that the person's plan gives none. */
  refuse: (reason: string) => void
  /** Says it no longer. */
  forget: () => void
}

/** Exports summaries, and keeps what stands in the way of it. */
export function useExport(): SummaryExport {
  const [refusal, setRefusal] = useState<string | null>(null)
  const onSessionLoss = useSessionLoss()
  const refreshPlan = usePlanRefresh()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: exportFile,
    onError: (failure) => {
      if (onSessionLoss(failure)) return
      if (requiresUpgrade(failure)) {
        setRefusal(reasonOf(failure, 'Your plan includes no exports.'))
        // The page took it for one that does.
        void refreshPlan()
      } else {
        // oxlint-disable-next-line no-console -- what the page says in a line is for the person; this is for whoever looks into it
        console.warn('Export failed', failure)
      }
    },
  })
  const forget = useCallback(() => {
    setRefusal(null)
    reset()
  }, [reset])
  return {
    start: mutate,
    isPending,
    failure: requiresUpgrade(error) || isUnauthorized(error) ? null : error,
    refusal,
    refuse: setRefusal,
    forget,
  }
}
