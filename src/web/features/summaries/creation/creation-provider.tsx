import { type ReactNode, useMemo } from 'react'
import { onTouch } from '../../../components/on-touch.tsx'
import { shownOf } from '../detail/shown.ts'
import type { SummaryDialogProps } from '../detail/summary-dialog.tsx'
import { useOpenSummary } from '../open-summary.ts'
import { CreationContext } from './creation-context.ts'
import { JobWatcher } from './job-watcher.tsx'
import { useCreationFlow } from './use-creation-flow.ts'

const SummaryDialog = onTouch<SummaryDialogProps>(async () => import('../detail/summary-dialog.tsx'))

/** Makes summaries: keeps what is under way across screens, and shows the dialog in which they appear. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const { creation, state, onReady, onFailed } = useCreationFlow()
  const { openId } = useOpenSummary()
  const shown = useMemo(() => shownOf(state, openId), [state, openId])
  return (
    <CreationContext value={creation}>
      {children}
      <SummaryDialog open={shown !== null} shown={shown} />
      {state.jobs.map((job) => (
        <JobWatcher key={job.id} job={job} onReady={onReady} onFailed={onFailed} />
      ))}
    </CreationContext>
  )
}
