import { z } from 'zod'
import { errorCodes } from '../errors.ts'

/** What every refused call answers. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  /** Present and true where a plan stands in the way. */
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

/** One call: what goes in and what comes out. The server registers it as it stands, the browser calls it by it. */
export interface CallContract {
  method: 'GET' | 'POST' | 'DELETE' | 'PUT'
  /** Path with `:name` parameters. */
  path: string
  summary: string
  /** Group of the description of the API; the second part of the path when left out. */
  tag?: string
  /** What someone has to know who calls it by hand. */
  description?: string
  /** Whether the call is for signed-in people only; others get a 401 before anything they send is read. */
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
