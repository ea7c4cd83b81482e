import { createContext, use } from 'react'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { Summary } from '../../../../shared/summary.ts'

/** Making summaries, as screens use it. */
export interface Creation {
  /** Sends a source to be summarized and shows how it goes. */
  start: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Why the last request was refused, or null. */
  failure: string | null
  /** Watches a summary that is being made already, so that its end is noticed on every screen. */
  follow: (id: string) => void
  /** Takes the progress off the screen; the work goes on. */
  continueInBackground: () => void
  /** Gives a summary up while it is being made. What was typed stays. */
  cancel: (id: string) => void
  isCanceling: boolean
  /** What was sent for a summary, where this page or the summary itself still knows. */
  payloadOf: (summary: Pick<Summary, 'id' | 'originalUrl'>) => CreateSummaryPayload | null
  /** Sends the same source again, in place of the summary that failed. */
  retry: (id: string, payload: CreateSummaryPayload) => void
  /** Takes the notice of a failure off the screen. */
  dismissFailure: () => void
}

export const CreationContext = createContext<Creation | null>(null)

/** How to have a summary made. Throws outside CreationProvider. */
export function useCreation(): Creation {
  const creation = use(CreationContext)
  if (creation === null) throw new Error('useCreation must be used within a CreationProvider.')
  return creation
}
