import { z } from 'zod'

/** Of jobs that are not done: some wait, some run, and some were given up after all their tries. */
export const keptStates = ['failed', 'waiting', 'running'] as const
export type KeptState = (typeof keptStates)[number]

/** A job that is not done, without what it carries. Dates are ISO 8601. */
export const keptJobSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: z.enum(keptStates),
  /** The ids that it carries, by their names: what it is about. */
  about: z.record(z.string(), z.string()),
  /** How often it was begun and did not end well. */
  tries: z.int().min(0),
  createdAt: z.iso.datetime(),
  /** When it may be begun, at the earliest. */
  notBefore: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Kind of error and message of the last try that failed, as the log may show them. */
  failure: z.string().nullable(),
})
export type KeptJob = z.output<typeof keptJobSchema>
