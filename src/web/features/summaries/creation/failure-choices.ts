import { useLocation } from 'wouter'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { type ErrorCode, faultOf } from '../../../../shared/errors.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { isVideoUrl } from '../../../../shared/source-url.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { recordingBytes } from '../../../lib/site.ts'
import { changeDraft, type DraftTab, getDraft, restoreToDraft } from '../../../lib/stores/drafts.ts'
import { useRetry } from './use-retry.ts'

/** Actions after a failure. `browser`, `paste` and the uploads are for a page or a video that was given as a link. */
type FailureChoice =
  | 'retry'
  | 'browser'
  | 'paste'
  | 'upload'
  | 'upload-recording'
  | 'edit'
  | 'change-language'
  | 'choose-file'
  | 'upgrade'

/** Cause of a failure. `passing`: another try may succeed; `closed` sources open in the user's own browser. */
type FailureKind = 'passing' | 'closed' | 'source' | 'address' | 'language' | 'file' | 'plan' | 'refused'

/** Kinds of failures that are not the usual ones of their fault. */
const exceptions: Partial<Record<ErrorCode, FailureKind>> = {
  invalid_input: 'source',
  payload_too_large: 'source',
  unsupported_media_type: 'source',
  not_included: 'source',
  quota_exhausted: 'passing',
  url_invalid: 'address',
  url_not_allowed: 'address',
  source_not_found: 'address',
  source_unreachable: 'passing',
  source_timed_out: 'passing',
  video_live: 'passing',
  source_forbidden: 'closed',
  source_needs_login: 'closed',
  source_needs_consent: 'closed',
  source_needs_script: 'closed',
  video_blocked: 'closed',
  video_private: 'closed',
  video_age_restricted: 'closed',
  video_members_only: 'closed',
  video_needs_consent: 'closed',
  model_refused: 'refused',
  language_unavailable: 'language',
}

const usual: Record<ReturnType<typeof faultOf>, FailureKind> = {
  request: 'passing',
  server: 'passing',
  model: 'passing',
  plan: 'plan',
  source: 'source',
  upload: 'file',
}

const kindOf = (code: ErrorCode): FailureKind => exceptions[code] ?? usual[faultOf(code)]

/** Whether another try of the same source may succeed. */
export const isPassing = (code: ErrorCode | null): boolean => code === null || kindOf(code) === 'passing'

/** The source of a failed summary, as far as it is known. */
export interface FailedSource {
  kind: 'address' | 'text' | 'file' | 'unknown'
  /** Null for other kinds than `address`. */
  url: string | null
  isBook: boolean
  /** Input that can be put back into the form. */
  payload: CreateSummaryPayload | null
}

export function sourceOfPayload(payload: CreateSummaryPayload): FailedSource {
  const { url = null, fileUrl } = payload
  const kind = url === null ? (fileUrl === undefined ? 'text' : 'file') : 'address'
  return { kind, url, isBook: false, payload }
}

/** The source of a failed summary, from its input if this tab still has it. */
export function sourceOfSummary(
  summary: Pick<Summary, 'originalUrl' | 'contentType' | 'sourceInfo'>,
  payload: CreateSummaryPayload | undefined,
): FailedSource {
  const { originalUrl, contentType, sourceInfo } = summary
  const isBook = contentType === 'epub'
  if (payload !== undefined) return { ...sourceOfPayload(payload), isBook }
  if (originalUrl !== null) return { ...sourceOfPayload({ url: originalUrl }), isBook }
  const isFile = isBook || sourceInfo?.fileName !== undefined
  return { kind: isFile ? 'file' : 'unknown', url: null, isBook, payload: null }
}

const addressChoices: Record<FailureKind, FailureChoice[]> = {
  address: ['edit', 'upload'],
  closed: ['browser', 'paste', 'upload'],
  refused: ['retry', 'edit'],
  language: ['change-language'],
  passing: ['retry', 'upload', 'edit'],
  source: ['upload', 'edit'],
  file: ['choose-file'],
  plan: ['upgrade', 'retry'],
}

/**
 * Choices to offer, the most promising first: a retry only where it may end differently. Plans limit pasted text, but not
 * uploads.
 *
 * @param takesRecordings whether recordings are transcribed here, such as that of a video without captions
 */
export function failureChoices(
  code: ErrorCode | null,
  source: FailedSource,
  isFileless = false,
  takesRecordings = recordingBytes !== null,
): FailureChoice[] {
  const kind = code === null ? 'passing' : kindOf(code)
  if (isFileless || kind === 'file') return ['choose-file']
  if (code === 'video_no_captions' && takesRecordings) return ['upload-recording', 'edit']
  if (kind === 'plan' || source.kind === 'address') return addressChoices[kind]
  if (source.kind === 'unknown') return ['retry']
  const mayPass = kind === 'passing' || kind === 'refused'
  if (source.kind === 'file') return mayPass ? ['retry', 'choose-file'] : ['choose-file']
  if (kind === 'language') return ['change-language']
  return mayPass ? ['retry', 'edit'] : ['edit']
}

export function choiceLabel(choice: FailureChoice, { kind, url }: FailedSource, isFileless = false): string {
  const address = url === null ? null : URL.parse(url)
  const isVideo = address !== null && isVideoUrl(address)
  const labels: Record<FailureChoice, string> = {
    retry: 'Try again',
    browser: 'Read it from your browser',
    paste: isVideo ? 'Paste the transcript' : 'Paste the text',
    upload: isVideo ? 'Upload the transcript' : 'Upload it as a file',
    'upload-recording': 'Upload the recording',
    edit: kind === 'address' ? 'Change the link' : 'Back to the text',
    'change-language': 'Choose another language',
    upgrade: 'See the plans',
    'choose-file': isFileless ? 'Choose the file again' : 'Choose another file',
  }
  return labels[choice]
}

function tabFor(choice: FailureChoice, { kind, isBook }: FailedSource): DraftTab {
  if (choice === 'upload' || choice === 'upload-recording') return 'document'
  if (choice === 'paste' || (kind === 'text' && choice !== 'choose-file')) return 'text'
  if (choice !== 'choose-file') return 'url'
  return isBook || getDraft().tab === 'epub' ? 'epub' : 'document'
}

/** Carries out a choice after a failure. */
export function useFailureChoice(id: string, source: FailedSource) {
  const [, navigate] = useLocation()
  const { retry, ...state } = useRetry(id)
  const choose = (choice: FailureChoice): void => {
    if (choice === 'retry') return retry()
    if (choice === 'upgrade') return navigate(pagePaths.subscribe)
    if (choice === 'browser') return navigate(pagePaths.capture)
    restoreToDraft(source.payload ?? undefined)
    changeDraft({ tab: tabFor(choice, source) })
    navigate('/dashboard')
  }
  return { ...state, choose }
}
