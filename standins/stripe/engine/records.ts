import { z } from 'zod'

/** Records of the stand-in. Times are seconds since 1970 and amounts are in minor units, as in Stripe's API. */
const time = z.int()
const amount = z.int()
const metadata = z.record(z.string(), z.string())
export type Metadata = z.infer<typeof metadata>

/** Outcome of charging a card; null where there is no card. */
export const cardSchema = z.enum(['pays', 'declines'])
export type Card = z.infer<typeof cardSchema>

const customerSchema = z.object({
  id: z.string(),
  created: time,
  deleted: z.boolean(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  metadata,
  /** Credit as a negative number; it reduces the next invoices. */
  balance: amount,
  /** Currency of the first subscription and of all later ones. */
  currency: z.string().nullable(),
  card: cardSchema.nullable(),
  invoicePrefix: z.string(),
  nextInvoice: z.int(),
})

const productSchema = z.object({ id: z.string(), created: time, active: z.boolean(), name: z.string(), metadata })

export const intervalSchema = z.enum(['month', 'year'])

const priceSchema = z.object({
  id: z.string(),
  created: time,
  active: z.boolean(),
  currency: z.string(),
  unitAmount: amount,
  lookupKey: z.string().nullable(),
  metadata,
  product: z.string(),
  interval: intervalSchema,
})

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status, without `paused`. */
const statusSchema = z.enum([
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'trialing',
  'unpaid',
])

/** A subscription to one price, in quantity 1. */
const subscriptionSchema = z.object({
  id: z.string(),
  itemId: z.string(),
  customer: z.string(),
  price: z.string(),
  status: statusSchema,
  created: time,
  /** Start of the billing cycle: periods are counted from it. */
  anchor: time,
  periodStart: time,
  periodEnd: time,
  currency: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  cancelAt: time.nullable(),
  canceledAt: time.nullable(),
  endedAt: time.nullable(),
  trialEnd: time.nullable(),
  metadata,
  latestInvoice: z.string().nullable(),
})

const lineSchema = z.object({
  id: z.string(),
  amount,
  description: z.string(),
  proration: z.boolean(),
  periodStart: time,
  periodEnd: time,
})

const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  customer: z.string(),
  customerEmail: z.string().nullable(),
  subscription: z.string(),
  created: time,
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'void']),
  lines: z.array(lineSchema),
  /** The customer's balance before the invoice. */
  startingBalance: amount,
  amountPaid: amount,
  attemptCount: z.int(),
  /** Automatic retries so far. */
  retries: z.int(),
  firstAttempt: time.nullable(),
  nextAttempt: time.nullable(),
  /** When a draft is finalized; null where that is done already, or never happens. */
  finalizesAt: time.nullable(),
  finalizedAt: time.nullable(),
})

const sessionSchema = z.object({
  id: z.string(),
  created: time,
  expiresAt: time,
  status: z.enum(['open', 'complete', 'expired']),
  customer: z.string(),
  clientReferenceId: z.string().nullable(),
  metadata,
  price: z.string(),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  subscriptionMetadata: metadata,
  subscription: z.string().nullable(),
})

const configurationSchema = z.object({
  id: z.string(),
  created: time,
  active: z.boolean(),
  metadata,
  /** Prices that customers may switch to. */
  prices: z.array(z.string()),
  paymentMethodUpdate: z.boolean(),
})

const flowSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscription_update_confirm'), subscription: z.string(), price: z.string() }),
  z.object({ type: z.literal('payment_method_update') }),
])

const portalSessionSchema = z.object({
  id: z.string(),
  created: time,
  customer: z.string(),
  /** Where the page leads without a change. */
  returnUrl: z.string(),
  /** Where the page leads after the change. */
  doneUrl: z.string(),
  flow: flowSchema,
  done: z.boolean(),
})

const endpointSchema = z.object({
  id: z.string(),
  created: time,
  url: z.string(),
  enabledEvents: z.array(z.string()),
  enabled: z.boolean(),
})

const deliverySchema = z.object({
  attempts: z.int(),
  /** Status of the last response; 0 without a response. */
  lastStatus: z.int().nullable(),
  /** Time of the next attempt; null without one. */
  nextAt: time.nullable(),
  delivered: z.boolean(),
})

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: time,
  object: z.record(z.string(), z.unknown()),
  /** Null where nothing received events when this one happened. */
  delivery: deliverySchema.nullable(),
})

/** The first response to a request with an idempotency key. */
const answerSchema = z.object({
  fingerprint: z.string(),
  requestId: z.string(),
  created: time,
  status: z.int(),
  body: z.string(),
})

const mapOf = <T extends z.ZodType>(schema: T) => z.record(z.string(), schema)

/** The whole state of a stand-in. Records are in the order in which they were created. */
export const worldSchema = z.object({
  version: z.literal(2),
  /** Everything due until this time has happened. */
  time,
  /** Seconds by which the clock is ahead of the system's; null: it stays at `time` until it is moved. */
  aheadSeconds: z.int().nullable(),
  account: z.string(),
  customers: mapOf(customerSchema),
  products: mapOf(productSchema),
  prices: mapOf(priceSchema),
  subscriptions: mapOf(subscriptionSchema),
  /** Lines for a subscription's next invoice. */
  pendingLines: z.array(z.object({ subscription: z.string(), line: lineSchema })),
  invoices: mapOf(invoiceSchema),
  sessions: mapOf(sessionSchema),
  configurations: mapOf(configurationSchema),
  portalSessions: mapOf(portalSessionSchema),
  endpoints: mapOf(endpointSchema),
  events: mapOf(eventSchema),
  /** Responses by idempotency key. */
  answers: mapOf(answerSchema),
})

export type World = z.infer<typeof worldSchema>
export type Customer = z.infer<typeof customerSchema>
export type Product = z.infer<typeof productSchema>
export type Price = z.infer<typeof priceSchema>
export type Subscription = z.infer<typeof subscriptionSchema>
export type Line = z.infer<typeof lineSchema>
export type Invoice = z.infer<typeof invoiceSchema>
export type CheckoutSession = z.infer<typeof sessionSchema>
export type Configuration = z.infer<typeof configurationSchema>
export type Flow = z.infer<typeof flowSchema>
export type PortalSession = z.infer<typeof portalSessionSchema>
export type Endpoint = z.infer<typeof endpointSchema>
export type StoredEvent = z.infer<typeof eventSchema>

/** An empty world whose clock stays at `now`, or follows the system's where that is null. */
export function emptyWorld(account: string, now: Date | null): World {
  return {
    version: 2,
    time: Math.floor((now ?? new Date()).getTime() / 1000),
    aheadSeconds: now === null ? 0 : null,
    account,
    customers: {},
    products: {},
    prices: {},
    subscriptions: {},
    pendingLines: [],
    invoices: {},
    sessions: {},
    configurations: {},
    portalSessions: {},
    endpoints: {},
    events: {},
    answers: {},
  }
}
