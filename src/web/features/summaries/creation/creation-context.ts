import { createContext, use } from 'react'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { Repeat } from './creation-state.ts'
import type { Cancellation } from './use-outcomes.ts'

export interface Creation {
  /** Sends a source to be summarized and shows how it goes. */
  start: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Why the last request was refused, or null. */
  failure: string | null
  /** Follows a summary in progress, so that every screen notices its end. */
  follow: (id: string) => void
  /** Closes the dialog; the summary continues. */
  continueInBackground: (id: string) => void
  /** Cancels a summary while it is being created. What was typed stays. */
  cancel: (cancellation: Cancellation) => void
  isCanceling: boolean
  /** Creates a failed summary again, in its place, from the same input. */
  retry: (id: string) => void
  /** Whether a retry of a failed summary was requested and not yet answered. */
  isRetrying: (id: string) => boolean
  /** Whether the server no longer has the file of a failed summary. */
  isFileless: (id: string) => boolean
  /** The earlier summary that the last request led to; null once it was closed. */
  repeat: Repeat | null
}

export const CreationContext = createContext<Creation | null>(null)

/** Creates summaries. Throws outside CreationProvider. */
export function useCreation(): Creation {
  const creation = use(CreationContext)
  if (creation === null) throw new Error('useCreation must be used within a CreationProvider.')
  return creation
}
