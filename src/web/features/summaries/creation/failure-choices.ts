import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { isVideoUrl } from '../../../../shared/source-url.ts'

/** What a person can do about a summary that came to nothing. */
export type FailureChoice = 'retry' | 'paste' | 'edit' | 'choose-file'

/** Failures that may be over in a moment. All others say something of the source that another try would not change. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'unavailable',
  'rate_limited',
  'conflict',
  'timed_out',
  'model_unavailable',
  'source_unreachable',
  'source_timed_out',
  'video_live',
])

/** Failures that another address may mend. */
const misaddressed: ReadonlySet<ErrorCode> = new Set(['url_invalid', 'url_not_allowed', 'source_not_found'])

/**
 * What to offer, the most promising first. Many pages that can't be read here can be copied by the person who reads
 * them. A file is gone once its summary has failed.
 *
 * @param payload what was sent; null where nobody knows any more
 */
export function failureChoices(code: ErrorCode | null, payload: CreateSummaryPayload | null): FailureChoice[] {
  if (payload === null) return []
  if (payload.fileUrl !== undefined) return ['choose-file']
  const isPassing = code === null || passing.has(code)
  if (payload.url !== undefined && code !== null && misaddressed.has(code)) return ['edit', 'retry', 'paste']
  if (payload.url !== undefined) return isPassing ? ['retry', 'paste', 'edit'] : ['paste', 'retry', 'edit']
  return isPassing ? ['retry', 'edit'] : ['edit', 'retry']
}

/** What a choice's button says. */
export function choiceLabel(choice: FailureChoice, payload: CreateSummaryPayload | null): string {
  const url = payload?.url === undefined ? null : URL.parse(payload.url)
  switch (choice) {
    case 'retry':
      return 'Try again'
    case 'paste':
      return url !== null && isVideoUrl(url) ? 'Paste the transcript' : 'Paste the text'
    case 'edit':
      return url === null ? 'Back to the text' : 'Change the address'
    case 'choose-file':
      return 'Choose another file'
  }
}
