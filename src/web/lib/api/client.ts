import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { buildPath } from '../../../shared/api/calls.ts'
import type { CallContract } from '../../../shared/api/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { ApiError, isUnauthorized } from './api-error.ts'

/** Input of a call, besides its contract. */
interface CallInput<C extends CallContract> {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: C['body'] extends z.ZodType ? z.input<C['body']> : never
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Whether the caller handles an expired session by itself. */
  handlesExpiry?: boolean
}

/** Schemas of a call's successful responses. */
type Schemas<C extends CallContract> = C['responses'][keyof C['responses'] & number]
type Answer<C extends CallContract> = z.output<Schemas<C>>

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

/** The contract's schema for a status, or its first one if it doesn't list the status. */
function schemaFor<C extends CallContract>({ responses }: C, status: number): Schemas<C> {
  const isKnown = (known: number): known is keyof C['responses'] & number => Object.hasOwn(responses, known)
  const found = [status, ...Object.keys(responses).map(Number)].find(isKnown)
  if (found === undefined) throw new Error('A call has at least one response.')
  return responses[found]
}

function queryString(query: CallInput<CallContract>['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}

/** Like `callApi`, and also returns the response's headers. */
export async function callApiWithHeaders<C extends CallContract>(
  contract: C,
  { params, query, body, headers, signal, handlesExpiry }: CallInput<C> = {},
): Promise<{ data: Answer<C>; headers: Headers }> {
  const response = await request(buildPath(contract.path, params) + queryString(query), {
    method: contract.method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    handlesExpiry,
  })
  const text = await response.text()
  const parsed = z.safeParse(schemaFor(contract, response.status), text === '' ? undefined : JSON.parse(text))
  if (parsed.success) return { data: parsed.data, headers: response.headers }
  throw new AppError('internal', 'This page doesn’t understand the server’s response. Please reload the page.', {
    cause: parsed.error,
  })
}

/**
 * Makes an API call and parses its response with the contract's schema.
 *
 * @throws what `request` throws; AppError `internal` if the response doesn't fit the schema
 */
export async function callApi<C extends CallContract>(contract: C, input: CallInput<C> = {}): Promise<Answer<C>> {
  return (await callApiWithHeaders(contract, input)).data
}

/** Makes a DELETE call, which succeeds if there is nothing to delete. */
export async function callDelete<C extends CallContract>(contract: C, input: CallInput<C>): Promise<void> {
  try {
    await callApi(contract, input)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Query of a GET call without parameters; its key is the path. */
export const apiQuery = <C extends CallContract>(contract: C) =>
  queryOptions({ queryKey: [contract.path], queryFn: ({ signal }) => callApi(contract, { signal }) })
