import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { calls } from '../../../shared/api/calls.ts'
import { buildPath, type CallName, routes } from '../../../shared/api/routes.ts'
import { AppError } from '../../../shared/errors.ts'
import { ApiError, isUnauthorized } from './api-error.ts'

type Calls = typeof calls

/** Input of a call, besides its name. */
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

/**
 * Delays all GET requests while the user signs out, since they would be rejected afterward.
 *
 * @returns function to call with whether the user stays
 */
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
 * Sends a request with the session's cookie and returns a successful response.
 *
 * @throws ApiError for every other status; AppError `unavailable` without a response, `cancelled` if the user has signed
 *   out before it was sent; the signal's AbortError
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

/**
 * Makes an API call. The server has validated the response by the contract, so that it isn't parsed again here.
 *
 * @throws what `request` throws; AppError `internal` if the response isn't JSON
 */
export async function callApi<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<Answer<N>> {
  return (await callApiWithHeaders(name, input)).data
}

/** Makes a DELETE call, which succeeds if there is nothing to delete. */
export async function callDelete<N extends CallName>(name: N, input: CallInput<N>): Promise<void> {
  try {
    await callApi(name, input)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Query of a GET call without parameters; its key is the path. */
export const apiQuery = <N extends CallName>(name: N) =>
  queryOptions({ queryKey: [routes[name].path], queryFn: ({ signal }) => callApi(name, { signal }) })
