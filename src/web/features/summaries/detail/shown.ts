import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { CreationState } from '../creation/creation-state.ts'

/** Content of the summary dialog. */
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
