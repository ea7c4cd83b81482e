import type { ReactNode } from 'react'
import { DialogTitle } from '../../../components/dialog.tsx'

interface FailurePanelProps {
  source: string
  message: string
  children: ReactNode
}

/** A summary that came to nothing: what happened, what to do, and that it cost nothing. */
export function FailurePanel({ source, message, children }: FailurePanelProps) {
  return (
    <div className="px-6 pt-8 pb-6 sm:px-11 sm:pt-10 sm:pb-8">
      <p className="eyebrow truncate pr-8 tracking-normal normal-case">{source}</p>
      <DialogTitle className="mt-2.5 text-[1.6875rem] leading-tight">This could not be summarized</DialogTitle>
      <p role="alert" className="mt-4 text-base">
        {message}
      </p>
      <p className="mt-2 text-sm text-ink-soft">It was not counted against your plan.</p>
      <div className="mt-7 flex flex-wrap gap-2.5">{children}</div>
    </div>
  )
}
