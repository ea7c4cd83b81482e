import type { ErrorBody } from '../../../shared/api/contract.ts'
import { AppError, type ErrorCode, errorCodes, type FieldError } from '../../../shared/errors.ts'

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && errorCodes.some((code) => code === body.code)

function parseBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : null
  } catch {
    return null
  }
}

/** A call that the server rejected. `message` is "{status}: {body text, or else status text}"; `reason` is for users. */
export class ApiError extends Error {
  readonly status: number
  /** Error code, or null if the response came from something else, such as a proxy. */
  readonly code: ErrorCode | null
  /** The server's message for the user, or null. */
  readonly reason: string | null
  readonly requiresUpgrade: boolean
  readonly fields: readonly FieldError[]
  /** Seconds until a retry makes sense, or null. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, statusText: string, bodyText: string, retryAfter: string | null = null) {
    super(`${status}: ${bodyText || statusText}`)
    this.name = 'ApiError'
    const body = parseBody(bodyText)
    this.status = status
    this.code = body?.code ?? null
    this.reason = body?.message ?? null
    this.requiresUpgrade = body?.requiresUpgrade === true
    this.fields = body?.errors ?? []
    this.retryAfterSeconds = retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null
  }
}

/** Whether an error means that no user is signed in. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.message.startsWith('401') && error.message.includes('Unauthorized')
}

/** Whether the user's plan does not include what was requested. */
export function requiresUpgrade(error: unknown): boolean {
  return error instanceof ApiError && error.requiresUpgrade
}

/** Message for users about an error; `fallback` if it has none. */
export function reasonOf(error: unknown, fallback = 'Please try again in a moment.'): string {
  if (error instanceof ApiError) return error.reason ?? fallback
  return error instanceof AppError ? error.message : fallback
}
