import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { CreationState, Failure } from '../creation/creation-state.ts'
import { hostOf } from '../describe.ts'

/** Content of the summary dialog. */
export type Shown =
  | { kind: 'sending'; payload: CreateSummaryPayload }
  | { kind: 'running'; id: string; payload: CreateSummaryPayload; since: number }
  | ({ kind: 'failed' } & Failure)
  | { kind: 'opened'; id: string }

/** Content of the dialog: the request being sent, else the summary in the URL; null if closed. */
export function shownOf({ sending, jobs, failed }: CreationState, openId: string | null): Shown | null {
  if (sending !== null) return { kind: 'sending', payload: sending }
  if (openId === null) return null
  const job = jobs.find(({ id }) => id === openId)
  // For a request of another tab, or from before a reload, only the summary is known.
  if (job !== undefined && job.payload !== null) {
    const { id, payload, since } = job
    return { kind: 'running', id, payload, since }
  }
  return failed?.id === openId ? { kind: 'failed', ...failed } : { kind: 'opened', id: openId }
}

/** Name of a source until its title is known. */
export function sourceName(payload: CreateSummaryPayload): string {
  if (payload.url !== undefined) return hostOf(payload.url) ?? payload.url
  return payload.title || (payload.fileUrl === undefined ? 'Your text' : 'Your file')
}
