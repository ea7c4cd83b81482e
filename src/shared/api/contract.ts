import { z } from 'zod'
import type { TokenScope } from '../account/accounts.ts'
import { errorCodes } from '../errors.ts'
import { type CallName, type Route, routes } from './routes.ts'

/** Response of every rejected call. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  /** Present and true if another plan would allow the request. */
  requiresUpgrade: z.literal(true).optional(),
  /** The rejected fields of a 400. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Id of the request in the log. */
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

export const idParams = z.object({ id: z.uuid({ error: 'Not an id.' }) })

export const sourceQuerySchema = z.object({
  /** Number of blocks to skip. */
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(2000).default(500),
  /** Id of a block: the answer is the page that contains it, of pages that begin at multiples of `limit`. */
  at: z.string().max(100).optional(),
})
export type SourceQuery = z.infer<typeof sourceQuerySchema>

export const findQuerySchema = z.object({ q: z.string().trim().min(1).max(200) })

/** Empty response: status 204. */
export const emptySchema = z.undefined()

/** Access to a route: `session` for browsers only, or the scope that an API token needs. */
export type Access = 'session' | TokenScope

/** Contract of one call. The server registers its route from it, and it types the browser's calls. */
export interface CallContract extends Route {
  summary: string
  /** Group in the API documentation; the second part of the path if omitted. */
  tag?: string
  /** Longer notes are in the server's api-descriptions.json, which browsers don't load. */
  description?: never
  /** Callers that may send it; anyone if omitted. Others get a 401 or 403 before their body is read. */
  access?: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Success responses by status. */
  responses: Record<number, z.ZodType>
}

type Contracts = { [Name in CallName]?: Omit<CallContract, keyof Route> }

/** Adds the method and path of each call to its contract, and keeps the literal types of both. */
export function defineCalls<const C extends Contracts>(
  contracts: C,
): { [Name in keyof C & CallName]: C[Name] & (typeof routes)[Name] }
export function defineCalls(contracts: Contracts): object {
  const byName: Readonly<Record<string, Route>> = routes
  return Object.fromEntries(Object.entries(contracts).map(([name, call]) => [name, { ...byName[name], ...call }]))
}
