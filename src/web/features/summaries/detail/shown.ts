import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { CreationState, Job } from '../creation/creation-state.ts'
import { hostOf } from '../describe.ts'

/** What the summary dialog shows. */
export type Shown =
  | { kind: 'sending'; payload: CreateSummaryPayload }
  | ({ kind: 'running' } & Job)
  | ({ kind: 'failed'; code: ErrorCode; message: string } & Job)
  | { kind: 'opened'; id: string }

/** What stands before the person: what is being made, else what failed, else what the address opens; null for nothing. */
export function shownOf(state: CreationState, openId: string | null): Shown | null {
  if (state.sending !== null) return { kind: 'sending', payload: state.sending }
  const running = state.jobs.find(({ id }) => id === state.foreground)
  if (running !== undefined) return { kind: 'running', ...running }
  if (state.failed !== null) return { kind: 'failed', ...state.failed }
  return openId === null ? null : { kind: 'opened', id: openId }
}

/** A page to read is wider than a panel that reports. */
export const isWide = (shown: Shown): boolean => shown.kind === 'opened'

/** What a source is called until its title is known. */
export function sourceName(payload: CreateSummaryPayload | null): string {
  if (payload?.url !== undefined) return hostOf(payload.url) ?? payload.url
  return payload?.title || (payload?.fileUrl === undefined ? 'Your text' : 'Your file')
}
