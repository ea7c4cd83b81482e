import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { CreationState, Failure } from '../creation/creation-state.ts'
import { hostOf } from '../describe.ts'

/** What the summary dialog shows. */
export type Shown =
  | { kind: 'sending'; payload: CreateSummaryPayload }
  | { kind: 'running'; id: string; payload: CreateSummaryPayload; since: number }
  | ({ kind: 'failed' } & Failure)
  | { kind: 'opened'; id: string }

/** What stands before the person: what is being sent, else what the address opens; null for nothing. */
export function shownOf({ sending, jobs, failed }: CreationState, openId: string | null): Shown | null {
  if (sending !== null) return { kind: 'sending', payload: sending }
  if (openId === null) return null
  const job = jobs.find(({ id }) => id === openId)
  // What another tab has sent, or this one before a reload, is known by its summary alone.
  if (job !== undefined && job.payload !== null) {
    const { id, payload, since } = job
    return { kind: 'running', id, payload, since }
  }
  return failed?.id === openId ? { kind: 'failed', ...failed } : { kind: 'opened', id: openId }
}

/** What a source is called until its title is known. */
export function sourceName(payload: CreateSummaryPayload): string {
  if (payload.url !== undefined) return hostOf(payload.url) ?? payload.url
  return payload.title || (payload.fileUrl === undefined ? 'Your text' : 'Your file')
}
