import { type ReactNode, useMemo } from 'react'
import { SummaryDialog } from '../detail/summary-dialog.tsx'
import { CreationContext } from './creation-context.ts'
import { JobWatcher } from './job-watcher.tsx'
import { useCreationFlow } from './use-creation-flow.ts'

/** Makes summaries: keeps what is under way across screens, and shows the dialog in which they appear. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const { creation, state, onReady, onFailed } = useCreationFlow()
  const dialog = useMemo(() => <SummaryDialog state={state} />, [state])
  return (
    <CreationContext value={creation}>
      {children}
      {dialog}
      {state.jobs.map((job) => (
        <JobWatcher key={job.id} job={job} onReady={onReady} onFailed={onFailed} />
      ))}
    </CreationContext>
  )
}
