import { z } from 'zod'

/** Everything that the stand-in keeps. Times are seconds since 1970, money is in minor units, as Stripe has both. */
const time = z.int()
const money = z.int()
const metadata = z.record(z.string(), z.string())
export type Metadata = z.infer<typeof metadata>
const json = z.record(z.string(), z.unknown())

/** What happens to a charge; null: there is no card to charge. */
export const cardSchema = z.enum(['pays', 'declines'])
export type Card = z.infer<typeof cardSchema>

const customerSchema = z.object({
  id: z.string(),
  created: time,
  deleted: z.boolean(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  phone: z.string().nullable(),
  metadata,
  /** What is credited to the customer, as a negative number; taken off the next invoices. */
  balance: money,
  /** Of their first subscription, and of all later ones. */
  currency: z.string().nullable(),
  delinquent: z.boolean(),
  card: cardSchema.nullable(),
  invoicePrefix: z.string(),
  nextInvoice: z.int(),
})

const productSchema = z.object({
  id: z.string(),
  created: time,
  updated: time,
  active: z.boolean(),
  name: z.string(),
  description: z.string().nullable(),
  metadata,
  images: z.array(z.string()),
  defaultPrice: z.string().nullable(),
  statementDescriptor: z.string().nullable(),
  unitLabel: z.string().nullable(),
  taxCode: z.string().nullable(),
  url: z.string().nullable(),
})

export const intervalSchema = z.enum(['day', 'week', 'month', 'year'])
export type Interval = z.infer<typeof intervalSchema>

const priceSchema = z.object({
  id: z.string(),
  created: time,
  active: z.boolean(),
  currency: z.string(),
  unitAmount: money,
  lookupKey: z.string().nullable(),
  metadata,
  nickname: z.string().nullable(),
  product: z.string(),
  recurring: z.object({ interval: intervalSchema, count: z.int() }).nullable(),
  taxBehavior: z.enum(['exclusive', 'inclusive', 'unspecified']),
})

const itemSchema = z.object({
  id: z.string(),
  created: time,
  price: z.string(),
  quantity: z.int(),
  metadata,
  periodStart: time,
  periodEnd: time,
})

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status, but for `paused`. */
const statusSchema = z.enum([
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'trialing',
  'unpaid',
])

const cancelReasonSchema = z.enum(['cancellation_requested', 'payment_failed'])
export const feedbackSchema = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
])

const subscriptionSchema = z.object({
  id: z.string(),
  customer: z.string(),
  status: statusSchema,
  created: time,
  startDate: time,
  /** Periods are counted from it. */
  anchor: time,
  currency: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  cancelAt: time.nullable(),
  canceledAt: time.nullable(),
  endedAt: time.nullable(),
  comment: z.string().nullable(),
  feedback: feedbackSchema.nullable(),
  reason: cancelReasonSchema.nullable(),
  trialStart: time.nullable(),
  trialEnd: time.nullable(),
  /** Whether the event that the trial ends in three days was sent. */
  trialEndTold: z.boolean(),
  metadata,
  description: z.string().nullable(),
  latestInvoice: z.string().nullable(),
  items: z.array(itemSchema).min(1),
})

const lineSchema = z.object({
  id: z.string(),
  amount: money,
  description: z.string(),
  price: z.string(),
  quantity: z.int(),
  subscriptionItem: z.string(),
  proration: z.boolean(),
  periodStart: time,
  periodEnd: time,
})

/** A line that waits for its subscription's next invoice. */
const pendingLineSchema = z.object({ subscription: z.string(), line: lineSchema })

const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  customer: z.string(),
  customerEmail: z.string().nullable(),
  customerName: z.string().nullable(),
  subscription: z.string(),
  created: time,
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  billingReason: z.enum(['subscription_create', 'subscription_cycle', 'subscription_update', 'upcoming']),
  periodStart: time,
  periodEnd: time,
  lines: z.array(lineSchema),
  startingBalance: money,
  endingBalance: money.nullable(),
  amountPaid: money,
  attemptCount: z.int(),
  /** How many of the days for another try have come. */
  retries: z.int(),
  firstAttempt: time.nullable(),
  nextAttempt: time.nullable(),
  autoAdvance: z.boolean(),
  /** When a draft becomes a bill; null: by nobody, or it is one. */
  finalizesAt: time.nullable(),
  finalizedAt: time.nullable(),
  paidAt: time.nullable(),
  voidedAt: time.nullable(),
  uncollectibleAt: time.nullable(),
  metadata,
})

const sessionSchema = z.object({
  id: z.string(),
  created: time,
  expiresAt: time,
  status: z.enum(['open', 'complete', 'expired']),
  customer: z.string().nullable(),
  customerEmail: z.string().nullable(),
  clientReferenceId: z.string().nullable(),
  currency: z.string(),
  metadata,
  lineItems: z.array(z.object({ id: z.string(), price: z.string(), quantity: z.int() })),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  locale: z.string().nullable(),
  allowPromotionCodes: z.boolean().nullable(),
  billingAddressCollection: z.enum(['auto', 'required']).nullable(),
  subscriptionMetadata: metadata,
  subscriptionDescription: z.string().nullable(),
  trialDays: z.int().nullable(),
  trialEnd: time.nullable(),
  subscription: z.string().nullable(),
  invoice: z.string().nullable(),
})

export const prorationBehaviorSchema = z.enum(['always_invoice', 'create_prorations', 'none'])
export type ProrationBehavior = z.infer<typeof prorationBehaviorSchema>
export const customerUpdateSchema = z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])
export const allowedUpdateSchema = z.enum(['price', 'promotion_code', 'quantity'])

const configurationSchema = z.object({
  id: z.string(),
  created: time,
  updated: time,
  active: z.boolean(),
  name: z.string().nullable(),
  metadata,
  defaultReturnUrl: z.string().nullable(),
  headline: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  termsUrl: z.string().nullable(),
  loginPage: z.boolean(),
  customerUpdate: z.object({ enabled: z.boolean(), allowed: z.array(customerUpdateSchema) }),
  invoiceHistory: z.boolean(),
  paymentMethodUpdate: z.boolean(),
  cancel: z.object({
    enabled: z.boolean(),
    mode: z.enum(['at_period_end', 'immediately']),
    prorationBehavior: prorationBehaviorSchema,
    reasonEnabled: z.boolean(),
    reasons: z.array(feedbackSchema),
  }),
  update: z.object({
    enabled: z.boolean(),
    allowed: z.array(allowedUpdateSchema),
    products: z.array(z.object({ product: z.string(), prices: z.array(z.string()) })),
    prorationBehavior: prorationBehaviorSchema,
  }),
})

const afterCompletionSchema = z.object({
  type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
  returnUrl: z.string().nullable(),
  message: z.string().nullable(),
})

const flowSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscription_update_confirm'),
    subscription: z.string(),
    items: z.array(z.object({ id: z.string(), price: z.string(), quantity: z.int() })),
    afterCompletion: afterCompletionSchema,
  }),
  z.object({ type: z.literal('payment_method_update'), afterCompletion: afterCompletionSchema }),
  z.object({
    type: z.literal('subscription_cancel'),
    subscription: z.string(),
    afterCompletion: afterCompletionSchema,
  }),
])

const portalSessionSchema = z.object({
  id: z.string(),
  created: time,
  customer: z.string(),
  configuration: z.string(),
  returnUrl: z.string().nullable(),
  locale: z.string().nullable(),
  flow: flowSchema.nullable(),
  /** Whether what the flow is there for has been done. */
  done: z.boolean(),
})

const endpointSchema = z.object({
  id: z.string(),
  created: time,
  url: z.string(),
  secret: z.string(),
  enabledEvents: z.array(z.string()),
  enabled: z.boolean(),
  description: z.string().nullable(),
  metadata,
  apiVersion: z.string().nullable(),
})

const deliverySchema = z.object({
  /** Id of an endpoint, or the receiver that the stand-in was started with. */
  receiver: z.string(),
  attempts: z.int(),
  /** What was answered last; 0: nothing. */
  lastStatus: z.int().nullable(),
  /** When it is sent next; null: never again, or not by itself. */
  nextAt: time.nullable(),
  delivered: z.boolean(),
})

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: time,
  object: json,
  previous: json.nullable(),
  requestId: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
  deliveries: z.array(deliverySchema),
})

const answerSchema = z.object({
  fingerprint: z.string(),
  requestId: z.string(),
  created: time,
  status: z.int(),
  body: z.string(),
})

const mapOf = <T extends z.ZodType>(schema: T) => z.record(z.string(), schema)

/** The whole world of a stand-in, in the order in which things came. */
export const worldSchema = z.object({
  version: z.literal(1),
  /** Up to when everything has happened that was due. */
  time,
  /** How far its clock is ahead of the machine's; null: it stands where `time` is, and is moved by hand only. */
  aheadSeconds: z.int().nullable(),
  account: z.string(),
  customers: mapOf(customerSchema),
  products: mapOf(productSchema),
  prices: mapOf(priceSchema),
  subscriptions: mapOf(subscriptionSchema),
  pendingLines: z.array(pendingLineSchema),
  invoices: mapOf(invoiceSchema),
  sessions: mapOf(sessionSchema),
  configurations: mapOf(configurationSchema),
  portalSessions: mapOf(portalSessionSchema),
  endpoints: mapOf(endpointSchema),
  events: mapOf(eventSchema),
  /** What was answered to idempotency keys. */
  answers: mapOf(answerSchema),
})

export type World = z.infer<typeof worldSchema>
export type Customer = z.infer<typeof customerSchema>
export type Product = z.infer<typeof productSchema>
export type Price = z.infer<typeof priceSchema>
export type SubscriptionItem = z.infer<typeof itemSchema>
export type Subscription = z.infer<typeof subscriptionSchema>
export type Line = z.infer<typeof lineSchema>
export type Invoice = z.infer<typeof invoiceSchema>
export type CheckoutSession = z.infer<typeof sessionSchema>
export type Configuration = z.infer<typeof configurationSchema>
export type Flow = z.infer<typeof flowSchema>
export type PortalSession = z.infer<typeof portalSessionSchema>
export type Endpoint = z.infer<typeof endpointSchema>
export type Delivery = z.infer<typeof deliverySchema>
export type StoredEvent = z.infer<typeof eventSchema>

/** An empty world whose clock stands at `now`, or runs with the machine's. */
export function emptyWorld(account: string, now: Date | null): World {
  return {
    version: 1,
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
