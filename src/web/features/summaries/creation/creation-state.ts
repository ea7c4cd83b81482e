import { createContext, use } from 'react'
import type { CreateSummaryPayload, RedoSummaryPayload } from '../../../../shared/api/calls.ts'

/** A request to make a new summary of the source of another one. */
export interface Redo {
  /** Id of the other one. */
  of: string
  body: RedoSummaryPayload
}

export interface Job {
  id: string
  /** The redo that it makes, if this tab sent it. */
  redo: Redo | null
  /** Whether this tab requested it for a new source, or retried it. */
  isOwn: boolean
  /** The user was notified of its end; it is followed again because an outdated list shows it in progress. */
  isTold: boolean
  hasEnded: boolean
}

/** An earlier summary that a request led to, and the request, to send it again for a new summary. */
export type Repeat = { id: string } & ({ payload: CreateSummaryPayload; redo: null } | { redo: Redo })

export type JobAction =
  | { type: 'begun'; id: string; redo?: Redo }
  | { type: 'followed'; id: string }
  | { type: 'ended'; id: string }

/** The summaries that this page follows, with those that have ended since it was loaded. */
export function reduceJobs(jobs: readonly Job[], action: JobAction): readonly Job[] {
  const { type, id } = action
  const known = jobs.find((job) => job.id === id)
  if (type === 'followed' && known?.hasEnded === false) return jobs
  const others = jobs.filter((job) => job !== known)
  const job = { id, redo: null, isOwn: false, isTold: known !== undefined, hasEnded: type === 'ended' }
  if (type !== 'begun') return [...others, job]
  const { redo = null } = action
  return [...others, { ...job, redo, isOwn: redo === null, isTold: false }]
}

export type Shown = { kind: 'sending'; payload: CreateSummaryPayload } | { kind: 'opened'; id: string; isOwn: boolean }

export interface Creation {
  /** Sends a source to be summarized and shows how it goes. */
  start: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Why the last request was refused, or null. */
  failure: string | null
  /** Makes a new summary of the source of another one, and opens it. Rejects with the server's refusal. */
  redo: (redo: Redo) => Promise<unknown>
  isRedoing: boolean
  /** Follows a summary in progress, so that every screen notices its end. */
  follow: (id: string) => void
  /** Follows a summary that this tab has just requested. */
  begin: (id: string) => void
  /** Stops following a summary that was canceled, or ended elsewhere. */
  end: (id: string) => void
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
