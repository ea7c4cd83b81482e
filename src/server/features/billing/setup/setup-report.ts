import { z } from 'zod'

/**
 * How one thing that payments need stands: as it should be; as it should be, with something to know; missing, and made
 * when told to; just made; or wrong, in a way that only the operator can put right.
 */
const setupStates = ['ok', 'note', 'missing', 'made', 'wrong'] as const

const setupItemSchema = z.object({
  /** Such as "price of Pro". */
  what: z.string(),
  state: z.enum(setupStates),
  /** What it is, or what to do about it. */
  detail: z.string(),
})
export type SetupItem = z.output<typeof setupItemSchema>

/** What stands at Stripe, held against what the product needs there. */
export const setupReportSchema = z.object({
  mode: z.enum(['test', 'live']),
  account: z.object({ id: z.string(), name: z.string().nullable(), country: z.string().nullable() }).nullable(),
  /** That the product speaks. */
  apiVersion: z.string(),
  items: z.array(setupItemSchema),
  /** Of an endpoint that was made just now; Stripe never tells it again. */
  webhookSecret: z.string().nullable(),
})
export type SetupReport = z.output<typeof setupReportSchema>

/** Whether there is nothing left to do. */
export const isSetUp = ({ items }: SetupReport): boolean =>
  items.every(({ state }) => state !== 'missing' && state !== 'wrong')
