import type { State, UppyFile } from '@uppy/core'
import type { ProcessedUpload, UploadTarget } from '../../../shared/api/calls.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { ApiError, reasonOf } from '../../lib/api/api-error.ts'

/** Why a file did not arrive or could not be read. */
interface UploadFailure {
  /** For the person. */
  reason: string
  /** Whether the same file may do better in a moment. */
  mayRetry: boolean
  /** Whether no answer came: worth another try as soon as the connection is back. */
  isConnection: boolean
  /** Whether what has been sent is of no more use, so that another try starts with sending it again. */
  isLost: boolean
  error: unknown
}

const lostCodes: ReadonlySet<ErrorCode> = new Set(['upload_expired', 'upload_incomplete', 'not_found'])
const CONNECTION_LOST = 'The connection was lost before the whole file had arrived.'

const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/**
 * What an error while sending or reading a file amounts to. Anything that is neither an answer nor an error of our own
 * comes from the connection.
 *
 * @param fallback what to say where the error has no words for people
 */
export function failureOf(error: unknown, fallback: string): UploadFailure {
  if (error instanceof ApiError) {
    const isLost = error.code !== null && lostCodes.has(error.code)
    const reason = reasonOf(error, fallback)
    return { reason, mayRetry: isLost || isPassing(error.status), isConnection: false, isLost, error }
  }
  const known = error instanceof AppError
  return {
    reason: known ? error.message : CONNECTION_LOST,
    mayRetry: true,
    isConnection: !known || error.code === 'unavailable',
    isLost: false,
    error,
  }
}

/** What is noted beside a file while it is on its way. */
export type UploadMeta = {
  target?: UploadTarget | undefined
  failure?: UploadFailure | undefined
  /** Nothing of it has moved for a while. */
  isStalled?: boolean | undefined
}
export type UploadBody = Record<string, never>

/** Something the widget has to say for a few seconds. */
export interface Notice {
  message: string
  isError: boolean
}

interface Chosen {
  name: string
  /** Bytes. */
  size: number
}

/** Where a file stands between being chosen and being ready to be summarized. */
export type UploadStep =
  | { step: 'empty' }
  | ({ step: 'sending'; percent: number; isStalled: boolean } & Chosen)
  | ({ step: 'reading' } & Chosen)
  | ({ step: 'failed'; failure: UploadFailure } & Chosen)
  | { step: 'ready'; upload: ProcessedUpload }

type Known = Pick<State<UploadMeta, UploadBody>, 'files' | 'totalProgress'>

function stepOfFile(file: UppyFile<UploadMeta, UploadBody>, percent: number): UploadStep {
  const chosen = { name: file.name, size: file.size ?? 0 }
  const { failure, isStalled = false } = file.meta
  if (failure !== undefined) return { step: 'failed', failure, ...chosen }
  if (file.progress.uploadComplete) return { step: 'reading', ...chosen }
  return { step: 'sending', percent, isStalled, ...chosen }
}

/**
 * The step that the widget's state amounts to.
 *
 * @param ready the upload that is ready to be summarized, which outlives the widget
 */
export function stepOf({ files, totalProgress }: Known, ready: ProcessedUpload | null): UploadStep {
  if (ready !== null) return { step: 'ready', upload: ready }
  const [file] = Object.values(files)
  return file === undefined ? { step: 'empty' } : stepOfFile(file, totalProgress)
}

/** What the widget has to say, each thing once. */
export function noticesOf(info: State<UploadMeta, UploadBody>['info']): Notice[] {
  const notices = info.map(({ message, type }) => ({ message, isError: type === 'error' || type === 'warning' }))
  return notices.filter(({ message }, index) => notices.findIndex((other) => other.message === message) === index)
}

/** Whether two steps look the same. */
export function isSameStep(one: UploadStep, other: UploadStep): boolean {
  const values = new Map<string, unknown>(Object.entries(other))
  const entries = Object.entries(one)
  return entries.length === values.size && entries.every(([name, value]) => values.get(name) === value)
}
