import { createContext, use } from 'react'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { Repeat } from './creation-state.ts'
import type { Cancellation } from './use-outcomes.ts'

/** Creating summaries, as screens use it. */
export interface Creation {
  /** Sends a source to be summarized and shows how it goes. */
  start: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Why the last request was refused, or null. */
  failure: string | null
  /** Watches a summary that is being made already, so that its end is noticed on every screen. */
  follow: (id: string) => void
  /** Takes the progress off the screen; the work goes on. */
  continueInBackground: (id: string) => void
  /** Cancels a summary while it is being created. What was typed stays. */
  cancel: (cancellation: Cancellation) => void
  isCanceling: boolean
  /** Has a failed summary made again, in its place, from what was sent for it. */
  retry: (id: string) => void
  /** Whether a failed summary is about to be made again. */
  isRetrying: (id: string) => boolean
  /** Whether the server has said that it no longer keeps the file of a failed summary. */
  isFileless: (id: string) => boolean
  /** The earlier summary that the last request led to; null once it was closed. */
  repeat: Repeat | null
}

export const CreationContext = createContext<Creation | null>(null)

/** How to have a summary made. Throws outside CreationProvider. */
export function useCreation(): Creation {
  const creation = use(CreationContext)
  if (creation === null) throw new Error('useCreation must be used within a CreationProvider.')
  return creation
}
