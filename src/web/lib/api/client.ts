import { z } from 'zod'
import { buildPath } from '../../../shared/api/calls.ts'
import type { CallContract } from '../../../shared/api/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { ApiError } from './api-error.ts'

/** What one call is given besides its contract. */
export interface CallInput<C extends CallContract> {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: C['body'] extends z.ZodType ? z.input<C['body']> : never
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The success status whose schema an answer is parsed with. */
type StatusOf<C extends CallContract> = keyof C['responses'] & number

/** While somebody is signing out: resolves once they have stayed; rejects once they are gone. */
let leaving: Promise<void> | null = null

/**
 * Has whatever is to be loaded from now on wait until it is known whether its person stays: it would be refused to
 * somebody who has gone.
 *
 * @returns to be told whether the person stays
 */
export function holdLoading(): (stays: boolean) => void {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Nothing may be waiting.
  promise.catch(() => {})
  leaving = promise
  return (stays) => {
    leaving = null
    if (stays) resolve()
    else reject(new AppError('cancelled', 'You have signed out.'))
  }
}

/**
 * Sends a request with the session's cookie and returns the answer when it is a success.
 *
 * @throws ApiError for every other status; AppError `unavailable` where no answer came, `cancelled` where the person has
 *   signed out before it was sent; the signal's AbortError
 */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
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
  throw new ApiError(response.status, response.statusText, await response.text(), response.headers.get('retry-after'))
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** GETs a path and returns its JSON as it came; whoever uses it parses it. Errors are those of `request`. */
export async function getJson(path: string, signal?: AbortSignal): Promise<unknown> {
  return readJson(await request(path, { signal }))
}

function queryString(query: CallInput<CallContract>['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}

/** The path of a call, with its query. */
const callPath = (
  contract: CallContract,
  { params, query }: Pick<CallInput<CallContract>, 'params' | 'query'> = {},
): string => buildPath(contract.path, params) + queryString(query)

/** As `callApi`, with the answer's headers. */
export async function callApiWithHeaders<C extends CallContract, S extends StatusOf<C>>(
  contract: C,
  status: S,
  input: CallInput<C> = {},
): Promise<{ data: z.output<C['responses'][S]>; headers: Headers }> {
  const response = await request(callPath(contract, input), {
    method: contract.method,
    headers: { ...(input.body === undefined ? {} : { 'content-type': 'application/json' }), ...input.headers },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
  })
  const schema: C['responses'][S] = contract.responses[status]
  const parsed = z.safeParse(schema, await readJson(response))
  if (parsed.success) return { data: parsed.data, headers: response.headers }
  throw new AppError('internal', 'The server sent an answer this page does not understand. Please reload the page.', {
    cause: parsed.error,
  })
}

/**
 * Makes one call of the product and parses its answer with the contract's schema for `status`. An answer with another
 * success status is parsed with the same schema.
 *
 * @throws what `request` throws; AppError `internal` where the answer does not fit the schema
 */
export async function callApi<C extends CallContract, S extends StatusOf<C>>(
  contract: C,
  status: S,
  input: CallInput<C> = {},
): Promise<z.output<C['responses'][S]>> {
  return (await callApiWithHeaders(contract, status, input)).data
}
