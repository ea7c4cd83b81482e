import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { buildPath } from '../../../shared/api/calls.ts'
import type { CallContract } from '../../../shared/api/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { ApiError, isUnauthorized } from './api-error.ts'

/** Input of a call, besides its contract. */
export interface CallInput<C extends CallContract> {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: C['body'] extends z.ZodType ? z.input<C['body']> : never
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Whether the caller handles an expired session by itself. */
  handlesExpiry?: boolean
}

/** Schemas of a call's successful answers. */
type Schemas<C extends CallContract> = C['responses'][keyof C['responses'] & number]
type Answer<C extends CallContract> = z.output<Schemas<C>>

/** Dispatches `expired` when a call finds that the user is no longer signed in. */
export const session = new EventTarget()

/** While the user signs out: resolves if they stay; rejects once they are signed out. */
let leaving: Promise<void> | null = null

/**
 * Holds all GET requests back while the user signs out: afterwards they would be rejected.
 *
 * @returns function to call with whether the user stays
 */
export function holdLoading(): (stays: boolean) => void {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // No request may be waiting.
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
 * Sends a request with the session's cookie and returns the answer when it is a success.
 *
 * @throws ApiError for every other status; AppError `unavailable` without an answer, `cancelled` where the user has signed
 *   out before it was sent; the signal's AbortError
 */
export async function request(path: string, { handlesExpiry, ...init }: RequestOptions = {}): Promise<Response> {
  if (leaving !== null && (init.method ?? 'GET') === 'GET') await leaving
  let response: Response
  try {
    response = await fetch(path, { ...init, credentials: 'include' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new AppError('unavailable', 'The server could not be reached. Check your connection and try again.', {
      cause: error,
    })
  }
  if (response.ok) return response
  const { status, statusText, headers } = response
  const error = new ApiError(status, statusText, await response.text(), headers.get('retry-after'))
  if (isUnauthorized(error) && handlesExpiry !== true) session.dispatchEvent(new Event('expired'))
  throw error
}

/** The contract's schema for a status, or its first one where it does not list that status. */
function schemaFor<C extends CallContract>({ responses }: C, status: number): Schemas<C> {
  const isKnown = (known: number): known is keyof C['responses'] & number => Object.hasOwn(responses, known)
  const found = [status, ...Object.keys(responses).map(Number)].find(isKnown)
  if (found === undefined) throw new Error('A call has at least one answer.')
  return responses[found]
}

function queryString(query: CallInput<CallContract>['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}

/** Makes a call like `callApi`, and also returns the answer's headers. */
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
  throw new AppError('internal', 'The server sent an answer this page does not understand. Please reload the page.', {
    cause: parsed.error,
  })
}

/**
 * Makes one call of the product and parses its answer with the contract's schema.
 *
 * @throws what `request` throws; AppError `internal` where the answer does not fit the schema
 */
export async function callApi<C extends CallContract>(contract: C, input: CallInput<C> = {}): Promise<Answer<C>> {
  return (await callApiWithHeaders(contract, input)).data
}

/** Query of a GET call without parameters; its key is the path. */
export const apiQuery = <C extends CallContract>(contract: C) =>
  queryOptions({ queryKey: [contract.path], queryFn: ({ signal }) => callApi(contract, { signal }) })
