import { z } from 'zod'
import { errorCodes } from '../errors.ts'

/** Response of every rejected call. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  /** Present and true if another plan would allow the request. */
  requiresUpgrade: z.literal(true).optional(),
  /** The rejected fields of a 400. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Names the request in the log. */
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** The parameter of a path that names one thing. */
export const idParams = z.object({ id: z.uuid({ error: 'Not an id.' }) })

/** Nothing to answer: status 204. */
export const emptySchema = z.undefined()

/** Contract of one call. The server registers its route from it, and the browser calls it through it. */
export interface CallContract {
  method: 'GET' | 'POST' | 'DELETE' | 'PUT'
  /** Path with `:name` parameters. */
  path: string
  summary: string
  /** Group of the description of the API; the second part of the path when left out. */
  tag?: string
  /** Notes for users of the API. */
  description?: string
  /** Whether the call requires a session; other requests get a 401 before their body is read. */
  signedIn?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Success answers by status. */
  responses: Record<number, z.ZodType>
}

/** Keeps the literal types of a contract while checking its form. */
export function defineCall<const C extends CallContract>(contract: C): C {
  return contract
}
