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
  /** Its input, if this tab sent it. */
  payload: CreateSummaryPayload | null
  /** The redo that it makes, if this tab sent it. */
  redo: Redo | null
  /** The user was notified of its end; it is followed again because an outdated list shows it in progress. */
  isTold: boolean
}

export interface Cancellation {
  id: string
  /** Cancel only if it doesn't count, as the dialog has promised. */
  ifFree: boolean
  /** Called if it counts by now; nothing was canceled. */
  onNotFree: () => void
}

/** An earlier summary that a request led to, and the request, to send it again for a new summary. */
export type Repeat = { id: string } & ({ payload: CreateSummaryPayload; redo: null } | { redo: Redo })

/** Summaries in progress, and the results of recent ones. */
interface CreationState {
  /** Request without a response so far. */
  sending: CreateSummaryPayload | null
  jobs: readonly Job[]
  /** Jobs whose end the user was notified of. */
  ended: readonly string[]
  /** Failed summaries with a retry request in flight. */
  retrying: readonly string[]
  /** Failed summaries whose file the server no longer keeps. */
  fileless: readonly string[]
  refusal: string | null
  repeat: Repeat | null
}

export const idle: CreationState = {
  sending: null,
  jobs: [],
  ended: [],
  retrying: [],
  fileless: [],
  refusal: null,
  repeat: null,
}

export type CreationAction =
  | { type: 'sent'; payload: CreateSummaryPayload }
  | { type: 'accepted'; id: string; payload: CreateSummaryPayload | null }
  | { type: 'redone'; id: string; redo: Redo }
  | { type: 'refused'; message: string }
  | { type: 'repeated'; repeat: Repeat }
  | { type: 'repeat-closed' }
  | { type: 'followed'; id: string }
  | { type: 'ended'; id: string }
  | { type: 'retrying'; id: string }
  | { type: 'retry-refused'; id: string; isFileless: boolean }

const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id)
const withLast = (ids: readonly string[], id: string) => [...without(ids, id), id]
const withoutJob = (jobs: readonly Job[], id: string) => jobs.filter((job) => job.id !== id)

export function reduceCreation(state: CreationState, action: CreationAction): CreationState {
  switch (action.type) {
    case 'sent':
      return { ...state, sending: action.payload, refusal: null, repeat: null }
    case 'accepted': {
      const { id, payload } = action
      return {
        ...state,
        sending: null,
        jobs: [...withoutJob(state.jobs, id), { id, payload, redo: null, isTold: false }],
        ended: without(state.ended, id),
        retrying: without(state.retrying, id),
      }
    }
    case 'redone': {
      const { id, redo } = action
      const jobs = [...withoutJob(state.jobs, id), { id, payload: null, redo, isTold: false }]
      return { ...state, jobs, repeat: null }
    }
    case 'refused':
      return { ...state, sending: null, refusal: action.message }
    case 'repeated':
      return { ...state, sending: null, repeat: action.repeat }
    case 'repeat-closed':
      return { ...state, repeat: null }
    case 'followed':
      if (state.jobs.some((job) => job.id === action.id)) return state
      return {
        ...state,
        jobs: [...state.jobs, { id: action.id, payload: null, redo: null, isTold: state.ended.includes(action.id) }],
      }
    case 'ended':
      return { ...state, jobs: withoutJob(state.jobs, action.id), ended: withLast(state.ended, action.id) }
    case 'retrying':
      return { ...state, retrying: withLast(state.retrying, action.id) }
    case 'retry-refused':
      return {
        ...state,
        retrying: without(state.retrying, action.id),
        fileless: action.isFileless ? withLast(state.fileless, action.id) : state.fileless,
      }
  }
}

export type Shown =
  | { kind: 'sending'; payload: CreateSummaryPayload }
  /** `isOwn`: this tab has requested it and follows it. */
  | { kind: 'opened'; id: string; isOwn: boolean }

/** Content of the dialog: the request being sent, else the summary in the URL; null if closed. */
export function shownOf({ sending, jobs }: CreationState, openId: string | null): Shown | null {
  if (sending !== null) return { kind: 'sending', payload: sending }
  if (openId === null) return null
  return { kind: 'opened', id: openId, isOwn: jobs.some(({ id, payload }) => id === openId && payload !== null) }
}

export interface Creation {
  /** Sends a source to be summarized and shows how it goes. */
  start: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Makes a new summary of the source of another one, and opens it. Rejects with the server's refusal. */
  redo: (redo: Redo) => Promise<void>
  /** Shows why a redo was refused. */
  refuse: (error: unknown) => void
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
