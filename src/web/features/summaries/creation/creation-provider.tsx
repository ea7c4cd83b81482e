import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { Dialog, DialogClose, DialogTitle } from '../../../components/dialog.tsx'
import { ErrorBoundary, lazyScript } from '../../../components/error-boundary.tsx'
import { LoadFailure } from '../../../components/states.tsx'
import { useOpenSummary } from '../open-summary.ts'
import { useSummaryOutcome } from '../watch/use-summary-watch.ts'
import type { Outcome } from '../watch/watch-state.ts'
import { CreationContext } from './creation-context.ts'
import { type Job, shownOf } from './creation-state.ts'
import { useCreationFlow } from './use-creation-flow.ts'

interface JobWatcherProps {
  job: Job
  onReady: (job: Job, summary: Summary) => void
  onFailed: (job: Job, code: ErrorCode, message: string) => void
}

/** Waits for the outcome of a job, on every screen. Renders nothing. */
function JobWatcher({ job, onReady, onFailed }: JobWatcherProps) {
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

const SummaryDialog = lazyScript(async () => import('../detail/summary-dialog.tsx'))

/** Takes the place of the summary dialog where its script could not be loaded. */
function DialogFailure({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} className="px-6 py-8 sm:px-9">
      <DialogTitle className="sr-only">Summary</DialogTitle>
      <LoadFailure />
      <DialogClose className="absolute top-3 right-3" />
    </Dialog>
  )
}

/** Creates summaries: keeps those in progress across screens, and shows the dialog in which they appear. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const { creation, state, onReady, onFailed } = useCreationFlow()
  const { openId, close } = useOpenSummary()
  const shown = useMemo(() => shownOf(state, openId), [state, openId])
  const isOpen = shown !== null
  // Once open it stays mounted, so that it animates out and returns focus.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <CreationContext value={creation}>
      {children}
      <ErrorBoundary renderFailure={() => <DialogFailure open={isOpen} onClose={close} />}>
        <Suspense>{wasOpen ? <SummaryDialog open={isOpen} shown={shown} /> : null}</Suspense>
      </ErrorBoundary>
      {state.jobs.map((job) => (
        <JobWatcher key={job.id} job={job} onReady={onReady} onFailed={onFailed} />
      ))}
    </CreationContext>
  )
}
