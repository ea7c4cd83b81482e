import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { Dialog, DialogClose, DialogTitle } from '../../../components/dialog.tsx'
import { ErrorBoundary, lazyScript } from '../../../components/error-boundary.tsx'
import { LoadFailure } from '../../../components/states.tsx'
import { shownOf } from '../detail/shown.ts'
import { useOpenSummary } from '../open-summary.ts'
import { CreationContext } from './creation-context.ts'
import { JobWatcher } from './job-watcher.tsx'
import { useCreationFlow } from './use-creation-flow.ts'

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
