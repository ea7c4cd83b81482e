import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { OR_SAVE_PAGE, SAVE_PAGE } from '../advice.ts'

/** The error for an unsuccessful HTTP status. */
export function statusError(status: number, host: string): AppError {
  if (status === 404 || status === 410) {
    return new AppError('source_not_found', `${host} has no page at this link. Check the link and try again.`)
  }
  if (status === 401 || status === 402) {
    return new AppError('source_needs_login', `${host} shows this page only to people who are signed in. ${SAVE_PAGE}`)
  }
  if (status === 403 || status === 451) {
    return new AppError('source_forbidden', `${host} doesn’t let us read this page. ${SAVE_PAGE}`)
  }
  if (status === 429) {
    return new AppError(
      'source_unreachable',
      `${host} is limiting requests right now. Try again later, ${OR_SAVE_PAGE}`,
    )
  }
  return new AppError(
    'source_unreachable',
    `${host} answered with an error (${status}). Try again later, ${OR_SAVE_PAGE}`,
  )
}

const messages: readonly (readonly [RegExp, ErrorCode, (host: string) => string])[] = [
  [
    /^(?:ENOTFOUND|ENODATA|EAI_AGAIN|EAI_NONAME|EAI_FAIL|ESERVFAIL)$/u,
    'source_unreachable',
    (host) => `We couldn’t reach ${host}. Check the link and try again.`,
  ],
  [
    /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT|ESOCKETTIMEDOUT)$/u,
    'source_timed_out',
    (host) => `${host} took too long to answer. Try again, ${OR_SAVE_PAGE}`,
  ],
  [
    /^(?:CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/u,
    'source_unreachable',
    (host) => `We couldn’t connect to ${host} securely. ${SAVE_PAGE}`,
  ],
  [
    /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|EADDRNOTAVAIL|UND_ERR_SOCKET)$/u,
    'source_unreachable',
    (host) => `We couldn’t reach ${host}. Try again later, ${OR_SAVE_PAGE}`,
  ],
]

/** The error codes of an error and of what caused it, outermost first. */
function* codesOf(error: unknown): Generator<string> {
  let at: unknown = error
  for (let depth = 0; depth < 6 && typeof at === 'object' && at !== null; depth += 1) {
    if ('code' in at && typeof at.code === 'string') yield at.code
    if ('errors' in at && Array.isArray(at.errors)) for (const inner of at.errors) yield* codesOf(inner)
    at = 'cause' in at ? at.cause : null
  }
}

function appErrorIn(error: unknown): AppError | null {
  let at: unknown = error
  for (let depth = 0; depth < 6 && at instanceof Error; depth += 1) {
    if (at instanceof AppError) return at
    at = at.cause
  }
  return null
}

export const timedOutError = (host: string): AppError =>
  new AppError('source_timed_out', `${host} took too long to answer. Try again, ${OR_SAVE_PAGE}`)

export const tooLargeError = (limitBytes: number): AppError =>
  new AppError(
    'source_too_large',
    `This page is larger than ${Math.round(limitBytes / 1024 / 1024)} MB. Save the part you want summarized as a PDF and upload that.`,
  )

/** User-facing error for a failed request. */
export function networkError(error: unknown, host: string): AppError {
  const known = appErrorIn(error)
  if (known !== null) return known
  for (const code of codesOf(error)) {
    for (const [pattern, meaning, message] of messages) {
      if (pattern.test(code)) return new AppError(meaning, message(host), { cause: error })
    }
  }
  return new AppError('source_unreachable', `We couldn’t read ${host}. Try again later, ${OR_SAVE_PAGE}`, {
    cause: error,
  })
}
