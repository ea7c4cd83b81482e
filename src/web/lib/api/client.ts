import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { calls } from '../../../shared/api/calls.ts'
import type { ErrorBody } from '../../../shared/api/contract.ts'
import { buildPath, type CallName, routes } from '../../../shared/api/routes.ts'
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

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status

export const hasCode = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof ApiError && codes.some((code) => code === error.code)

/** Whether an error means that no user is signed in. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.message.startsWith('401') && error.message.includes('Unauthorized')
}

/** Whether the user's plan does not include what was requested. */
export const requiresUpgrade = (error: unknown): boolean => error instanceof ApiError && error.requiresUpgrade

/** Message for users about an error; `fallback` if it has none. */
export function reasonOf(error: unknown, fallback = 'Please try again in a moment.'): string {
  if (error instanceof ApiError) return error.reason ?? fallback
  return error instanceof AppError ? error.message : fallback
}

const MINUTE_MS = 60_000
const timeOfDay = (ms: number): string =>
  new Date(ms).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })

/** Sentence about when to retry a rate-limited request; null for other errors. `now` is when the server responded. */
export function retryTime(error: unknown, now: Date): string | null {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited' || error.retryAfterSeconds === null) return null
  const minutes = Math.ceil(error.retryAfterSeconds / 60)
  if (minutes <= 1) return 'You can try again in a minute.'
  // Rounded up to the full minute.
  const then = Math.ceil((now.getTime() + error.retryAfterSeconds * 1000) / MINUTE_MS) * MINUTE_MS
  return `You can try again in ${minutes} minutes, at ${timeOfDay(then)}.`
}

type Calls = typeof calls

interface CallInput<N extends CallName> {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: Calls[N] extends { body: infer B extends z.ZodType } ? z.input<B> : never
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Whether the caller handles an expired session by itself. */
  handlesExpiry?: boolean
}

type Responses<N extends CallName> = Calls[N]['responses']
/** Body of a call's successful responses. */
export type Answer<N extends CallName> = z.output<Extract<Responses<N>[keyof Responses<N>], z.ZodType>>

/** Dispatches `expired` when a call finds that the user is no longer signed in. */
export const session = new EventTarget()

/** While the user signs out: resolves if they stay; rejects once they are signed out. */
let leaving: Promise<void> | null = null

/** Delays GET requests during sign-out, which would reject them. Call the result with whether the user stays. */
export function holdLoading(): (stays: boolean) => void {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Prevents an unhandled rejection if no request is waiting.
  promise.catch(() => {})
  leaving = promise
  return (stays) => {
    leaving = null
    if (stays) resolve()
    else reject(new AppError('cancelled', 'You have signed out.'))
  }
}

interface RequestOptions extends RequestInit {
  handlesExpiry?: boolean | undefined
}

/**
 * Sends a request with the session's cookie. Throws ApiError for any status but success, AppError `unavailable` without a
 * response, `cancelled` if the user has signed out before it was sent, and the signal's AbortError.
 */
export async function request(path: string, { handlesExpiry, ...init }: RequestOptions = {}): Promise<Response> {
  if (leaving !== null && (init.method ?? 'GET') === 'GET') await leaving
  let response: Response
  try {
    response = await fetch(path, { ...init, credentials: 'include' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new AppError('unavailable', 'We couldn’t reach the server. Check your connection and try again.', {
      cause: error,
    })
  }
  if (response.ok) return response
  const { status, statusText, headers } = response
  const error = new ApiError(status, statusText, await response.text(), headers.get('retry-after'))
  if (isUnauthorized(error) && handlesExpiry !== true) session.dispatchEvent(new Event('expired'))
  throw error
}

function queryString(query: CallInput<CallName>['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}

/** Like `callApi`, and also returns the response's headers. */
export async function callApiWithHeaders<N extends CallName>(
  name: N,
  { params, query, body, headers, signal, handlesExpiry }: CallInput<N> = {},
): Promise<{ data: Answer<N>; headers: Headers }> {
  const { method, path } = routes[name]
  const response = await request(buildPath(path, params) + queryString(query), {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    handlesExpiry,
  })
  const text = await response.text()
  try {
    return { data: text === '' ? undefined : JSON.parse(text), headers: response.headers }
  } catch (error) {
    throw new AppError('internal', 'This page doesn’t understand the server’s response. Please reload the page.', {
      cause: error,
    })
  }
}

/** Makes an API call. Trusts the server's response. Throws what `request` throws; AppError `internal` if it isn't JSON. */
export async function callApi<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Answer<N>> {
  return (await callApiWithHeaders(name, input)).data
}

/** Makes a DELETE call, which succeeds if there is nothing to delete. */
export async function callDelete<N extends CallName>(name: N, input: CallInput<N>): Promise<void> {
  try {
    await callApi(name, input)
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
  }
}

/** Query of a GET call without parameters; its key is the path. */
export const apiQuery = <N extends CallName>(name: N) =>
  queryOptions({ queryKey: [routes[name].path], queryFn: ({ signal }) => callApi(name, { signal }) })
