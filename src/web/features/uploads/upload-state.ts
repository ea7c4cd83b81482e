import type { State } from '@uppy/core'
import type { ProcessedUpload, UploadTarget } from '../../../shared/api/calls.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { joinedName } from '../../../shared/uploads.ts'
import { ApiError, reasonOf } from '../../lib/api/client.ts'

const lostCodes: ReadonlySet<ErrorCode> = new Set(['upload_expired', 'upload_incomplete', 'not_found'])
const CONNECTION_LOST = 'The connection was lost before the upload finished.'

const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Classifies an error of sending or reading a file. Errors that we don't know come from the connection. */
export function failureOf(error: unknown, fallback: string) {
  const known = error instanceof AppError
  if (!(error instanceof ApiError)) {
    return {
      reason: known ? error.message : CONNECTION_LOST,
      /** Whether a retry with the same file may succeed. */
      mayRetry: true,
      /** Whether the server did not respond, so that a retry makes sense once the connection is back. */
      isConnection: !known || error.code === 'unavailable',
      /** Whether a retry has to send the file again. */
      isLost: false,
      error,
    }
  }
  const isLost = error.code !== null && lostCodes.has(error.code)
  const mayRetry = isLost || isPassing(error.status)
  return { reason: reasonOf(error, fallback), mayRetry, isConnection: false, isLost, error }
}
type UploadFailure = ReturnType<typeof failureOf> & { title: string }

export type UploadMeta = {
  target?: UploadTarget | undefined
  failure?: UploadFailure | undefined
  /** Whether the upload has made no progress for a while. */
  isStalled?: boolean | undefined
}
export type UploadBody = Record<string, never>

interface Chosen {
  /** Of the file, or of the document whose pages the files are. */
  name: string
  /** Of all files, in order. */
  names: readonly string[]
  /** Bytes of all files. */
  size: number
}

export type UploadStep =
  | { step: 'empty' }
  | ({ step: 'sending'; percent: number; isStalled: boolean } & Chosen)
  | ({ step: 'reading' } & Chosen)
  | ({ step: 'failed'; failure: UploadFailure } & Chosen)
  | { step: 'ready'; upload: ProcessedUpload }

type UploadState = State<UploadMeta, UploadBody>

const nameOf = (names: readonly string[]): string => (names.length > 1 ? joinedName(names) : (names[0] ?? ''))

/** The step that the widget is in. `ready` is the upload to be summarized, which outlives the widget. */
export function stepOf(
  { files, totalProgress: percent }: Pick<UploadState, 'files' | 'totalProgress'>,
  ready: ProcessedUpload | null,
): UploadStep {
  if (ready !== null) return { step: 'ready', upload: ready }
  const all = Object.values(files)
  if (all.length === 0) return { step: 'empty' }
  const names = all.map(({ name }) => name)
  const chosen = { name: nameOf(names), names, size: all.reduce((sum, { size }) => sum + (size ?? 0), 0) }
  const failure = all.find(({ meta }) => meta.failure !== undefined)?.meta.failure
  if (failure !== undefined) return { step: 'failed', failure, ...chosen }
  if (all.every(({ progress }) => progress.uploadComplete)) return { step: 'reading', ...chosen }
  return { step: 'sending', percent, isStalled: all.some(({ meta }) => meta.isStalled === true), ...chosen }
}

/** The widget's messages without duplicates, and without the failures of files, which their card shows. */
export function noticesOf({ info }: Pick<UploadState, 'info'>, failedMessages: readonly string[]) {
  return info
    .map(({ message, type }) => ({ message, isError: type === 'error' || type === 'warning' }))
    .filter(({ message }, index, all) => all.findIndex((other) => other.message === message) === index)
    .filter(({ message }) => !failedMessages.includes(message))
}
