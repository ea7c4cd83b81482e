import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'

/** A summary that is being made, and what was sent for it where this page has sent it. */
export interface Job {
  id: string
  payload: CreateSummaryPayload | null
}

/** What is being made, and what of it stands before the person. */
export interface CreationState {
  /** Sent and not yet answered. */
  sending: CreateSummaryPayload | null
  jobs: readonly Job[]
  /** Jobs whose end was told already: a list that has not caught up yet does not bring them back. */
  ended: readonly string[]
  /** The job whose progress is on screen. */
  foreground: string | null
  /** The foreground job that came to nothing. */
  failed: (Job & { code: ErrorCode; message: string }) | null
  /** Why the last request was refused, in the server's words. */
  refusal: string | null
}

export const idle: CreationState = { sending: null, jobs: [], ended: [], foreground: null, failed: null, refusal: null }

export type CreationAction =
  | { type: 'sent'; payload: CreateSummaryPayload }
  | { type: 'accepted'; id: string }
  | { type: 'refused'; message: string }
  | { type: 'followed'; id: string }
  | { type: 'backgrounded' }
  | { type: 'ended'; id: string }
  | { type: 'failed'; id: string; code: ErrorCode; message: string }
  | { type: 'dismissed' }

const without = (jobs: readonly Job[], id: string) => jobs.filter((job) => job.id !== id)

/** The state after an action. A job that fails in the foreground stays before the person until dismissed. */
export function reduceCreation(state: CreationState, action: CreationAction): CreationState {
  switch (action.type) {
    case 'sent':
      return { ...state, sending: action.payload, failed: null, refusal: null }
    case 'accepted': {
      const job = { id: action.id, payload: state.sending }
      return { ...state, sending: null, foreground: action.id, jobs: [...without(state.jobs, action.id), job] }
    }
    case 'refused':
      return { ...state, sending: null, refusal: action.message }
    case 'followed':
      if (state.ended.includes(action.id) || state.jobs.some((job) => job.id === action.id)) return state
      return { ...state, jobs: [...state.jobs, { id: action.id, payload: null }] }
    case 'backgrounded':
      return { ...state, foreground: null }
    case 'ended':
      return {
        ...state,
        jobs: without(state.jobs, action.id),
        ended: [...state.ended, action.id],
        foreground: state.foreground === action.id ? null : state.foreground,
      }
    case 'failed': {
      const job = state.jobs.find(({ id }) => id === action.id)
      const inForeground = state.foreground === action.id && job !== undefined
      return {
        ...state,
        jobs: without(state.jobs, action.id),
        ended: [...state.ended, action.id],
        foreground: inForeground ? null : state.foreground,
        failed: inForeground ? { ...job, code: action.code, message: action.message } : state.failed,
      }
    }
    case 'dismissed':
      return { ...state, failed: null }
  }
}
