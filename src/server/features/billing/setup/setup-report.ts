import { z } from 'zod'

/** `note`: fine, with a remark. `missing`: created with --apply. `made`: just created. `wrong`: the operator must fix it. */
const setupStates = ['ok', 'note', 'missing', 'made', 'wrong'] as const

const setupItemSchema = z.object({
  /** Such as "price of Pro". */
  what: z.string(),
  state: z.enum(setupStates),
  /** What it is, or what to do about it. */
  detail: z.string(),
})
export type SetupItem = z.output<typeof setupItemSchema>

/** Result of checking the setup at Stripe. */
export const setupReportSchema = z.object({
  mode: z.enum(['test', 'live']),
  account: z.object({ id: z.string(), name: z.string().nullable(), country: z.string().nullable() }).nullable(),
  /** API version that the product uses. */
  apiVersion: z.string(),
  items: z.array(setupItemSchema),
  /** Secret of a webhook endpoint that was just created; Stripe shows it only once. */
  webhookSecret: z.string().nullable(),
})
export type SetupReport = z.output<typeof setupReportSchema>

/** Returns whether nothing is left to do. */
export const isSetUp = ({ items }: SetupReport): boolean =>
  items.every(({ state }) => state !== 'missing' && state !== 'wrong')
