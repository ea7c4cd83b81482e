import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExportFormat } from '../../../../shared/api/calls.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { isUnauthorized, reasonOf, requiresUpgrade } from '../../../lib/api/api-error.ts'
import { usePlanRefresh } from '../../../lib/plan-refresh.ts'
import { exportSummary } from '../api/export-summary.ts'

/** A summary, and what it is wanted as. */
interface Wanted {
  id: string
  format: ExportFormat
}

export interface SummaryExport {
  start: (wanted: Wanted) => void
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

/** Exports a summary, and keeps what stands in the way of it. */
export function useExport(): SummaryExport {
  const [refusal, setRefusal] = useState<string | null>(null)
  const onSessionLoss = useSessionLoss()
  const refreshPlan = usePlanRefresh()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ id, format }: Wanted) => exportSummary(id, format),
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
  return {
    start: mutate,
    isPending,
    failure: requiresUpgrade(error) || isUnauthorized(error) ? null : error,
    refusal,
    refuse: setRefusal,
    forget: () => {
      setRefusal(null)
      reset()
    },
  }
}
