import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { ApiError, reasonOf } from '../../lib/api/api-error.ts'

/** Why a file did not arrive or could not be read. */
export interface UploadFailure {
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
