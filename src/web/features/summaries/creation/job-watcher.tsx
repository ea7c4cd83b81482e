import { useEffect, useEffectEvent } from 'react'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { useSummaryOutcome } from '../watch/use-summary-watch.ts'
import type { Outcome } from '../watch/watch-state.ts'
import type { Job } from './creation-state.ts'

interface JobWatcherProps {
  job: Job
  onReady: (job: Job, summary: Summary) => void
  onFailed: (job: Job, code: ErrorCode, message: string) => void
}

/** Waits for the outcome of a job, on whatever screen the person is. Shows nothing. */
export function JobWatcher({ job, onReady, onFailed }: JobWatcherProps) {
  const outcome = useSummaryOutcome(job.id)
  const report = useEffectEvent((ended: Outcome) => {
    if (ended.type === 'ready') onReady(job, ended.summary)
    else onFailed(job, ended.code, ended.message)
  })
  useEffect(() => {
    if (outcome !== null) report(outcome)
  }, [outcome])
  return null
}
