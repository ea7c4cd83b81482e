import { AppError, codeOf, type ErrorCode } from '../../shared/errors.ts'
import { OR_SAVE_PAGE, SAVE_PAGE } from '../advice.ts'

export function statusError(status: number, host: string): AppError {
  const error = (code: ErrorCode, message: string): AppError => new AppError(code, `${host} ${message}`)
  if (status === 404 || status === 410)
    return error('source_not_found', 'has no page at this link. Check the link and try again.')
  if (status === 401 || status === 402)
    return error('source_needs_login', `shows this page only to people who are signed in. ${SAVE_PAGE}`)
  if (status === 403 || status === 451) return error('source_forbidden', `doesn’t let us read this page. ${SAVE_PAGE}`)
  const fault = status === 429 ? 'is limiting requests right now' : `answered with an error (${status})`
  return error('source_unreachable', `${fault}. Try again later, ${OR_SAVE_PAGE}`)
}

const tookTooLong = (host: string): string => `${host} took too long to answer. Try again, ${OR_SAVE_PAGE}`

const messages: readonly (readonly [RegExp, ErrorCode, (host: string) => string])[] = [
  [
    /^(?:ENOTFOUND|ENODATA|EAI_AGAIN|EAI_NONAME|EAI_FAIL|ESERVFAIL)$/u,
    'source_unreachable',
    (host) => `We couldn’t reach ${host}. Check the link and try again.`,
  ],
  [/^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT|ESOCKETTIMEDOUT)$/u, 'source_timed_out', tookTooLong],
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

/** An error and what caused it, outermost first. */
function* causesOf(error: unknown, depth = 0): Generator<object> {
  if (depth > 6 || typeof error !== 'object' || error === null) return
  yield error
  if ('errors' in error && Array.isArray(error.errors))
    for (const inner of error.errors) yield* causesOf(inner, depth + 1)
  if ('cause' in error) yield* causesOf(error.cause, depth + 1)
}

export const timedOutError = (host: string): AppError => new AppError('source_timed_out', tookTooLong(host))

export const tooLargeError = (limitBytes: number): AppError =>
  new AppError(
    'source_too_large',
    `This page is larger than ${Math.round(limitBytes / 1024 / 1024)} MB. Save the part you want summarized as a PDF and upload that.`,
  )

export const recordingTooLargeError = (limitBytes: number): AppError =>
  new AppError(
    'source_too_large',
    `This recording is larger than ${Math.round(limitBytes / 1024 / 1024)} MB. Upload a part of it, or its transcript.`,
  )

export function networkError(error: unknown, host: string): AppError {
  const causes = [...causesOf(error)]
  const known = causes.find((cause) => cause instanceof AppError)
  if (known !== undefined) return known
  for (const cause of causes) {
    const code = codeOf(cause)
    const found = messages.find(([pattern]) => pattern.test(code))
    if (found !== undefined) return new AppError(found[1], found[2](host), { cause: error })
  }
  return new AppError('source_unreachable', `We couldn’t read ${host}. Try again later, ${OR_SAVE_PAGE}`, {
    cause: error,
  })
}
