import { z } from 'zod'
import { errorCodes } from '../../shared/errors.ts'

/** Requests are POSTed to this path and the name of an action. */
export const actionPath = '/actions/'

/** What the command sends: who asks, and for what. */
export const controlRequestSchema = z.object({ operator: z.string().min(1), input: z.unknown() })

/** What the server answers. */
export const controlAnswerSchema = z.union([
  // First: an answer without the key `output` would count as one whose output is undefined.
  z.object({ error: z.object({ code: z.enum(errorCodes), message: z.string() }) }),
  z.object({ output: z.unknown() }),
])
export type ControlAnswer = z.infer<typeof controlAnswerSchema>
