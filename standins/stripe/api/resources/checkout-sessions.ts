import { z } from 'zod'
import { HOUR } from '../../engine/calendar.ts'
import { expireCheckout } from '../../engine/checkout.ts'
import type { Engine } from '../../engine/engine.ts'
import { invalid } from '../../engine/failure.ts'
import { customerOf, sessionOf } from '../../engine/find.ts'
import { newId } from '../../engine/ids.ts'
import type { CheckoutSession } from '../../engine/records.ts'
import { checkPrices, recurringPrice } from '../../engine/start-subscription.ts'
import { CHECKOUT_SECONDS } from '../../engine/terms.ts'
import { toCheckoutSession, toLineItems } from '../../wire/checkout-session.ts'
import { pageOf } from '../paging.ts'
import {
  boolean,
  call,
  integer,
  isWithin,
  listCall,
  metadata,
  range,
  text,
  webAddress,
  withMetadata,
} from '../params.ts'
import { type Route, route } from '../route.ts'

const MIN_SECONDS = HOUR / 2
const MAX_REFERENCE = 200

const creation = call({
  mode: z.literal('subscription', { error: 'This stand-in sells subscriptions only: mode must be subscription.' }),
  line_items: z
    .array(z.strictObject({ price: text, quantity: integer.optional() }))
    .min(1)
    .max(20),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  ui_mode: z.literal('hosted_page').optional(),
  customer: text.optional(),
  customer_email: z.email({ error: 'Invalid email address' }).optional(),
  client_reference_id: text.max(MAX_REFERENCE).optional(),
  metadata: metadata.optional(),
  expires_at: integer.optional(),
  locale: text.optional(),
  // What everybody gets here: one currency, no tax.
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  automatic_tax: z.strictObject({ enabled: z.literal('false') }).optional(),
  // Prices have one currency here, so it can only be theirs.
  currency: text.optional(),
  // A filter of what the dashboard offers, which is cards here.
  allowed_payment_method_types: z.array(text).nonempty().optional(),
  allow_promotion_codes: boolean.optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  payment_method_collection: z.literal('always').optional(),
  subscription_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      trial_period_days: integer.optional(),
      trial_end: integer.optional(),
    })
    .optional(),
})
type Given = z.infer<typeof creation>

function expiryOf(time: number, wanted: number | undefined): number {
  const at = wanted ?? time + CHECKOUT_SECONDS
  if (at < time + MIN_SECONDS) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  }
  if (at > time + CHECKOUT_SECONDS) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at')
  }
  return at
}

function trialOf(time: number, data: Given['subscription_data']): Pick<CheckoutSession, 'trialDays' | 'trialEnd'> {
  const { trial_period_days: days = null, trial_end: end = null } = data ?? {}
  if (days !== null && days < 1) {
    throw invalid('The minimum number of trial period days is 1.', 'subscription_data[trial_period_days]')
  }
  // https://docs.stripe.com/api/checkout/sessions/create: at least two days away.
  if (end !== null && end < time + 2 * CHECKOUT_SECONDS) {
    throw invalid('The `trial_end` date has to be at least 2 days in the future.', 'subscription_data[trial_end]')
  }
  if (days !== null && end !== null) {
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', 'subscription_data')
  }
  return { trialDays: days, trialEnd: end }
}

function createSession({ world, url }: Engine, given: Given): object {
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer_email')
  }
  const customer = given.customer ?? null
  if (customer !== null) customerOf(world, customer, 'customer')
  const prices = given.line_items.map(({ price }, index) => recurringPrice(world, price, `line_items[${index}][price]`))
  checkPrices(world, customer, prices)
  if (given.currency !== undefined && prices.some(({ currency }) => currency !== given.currency)) {
    throw invalid(`The price specified does not support the currency \`${given.currency}\`.`, 'currency')
  }
  const session: CheckoutSession = {
    id: newId('cs_test'),
    created: world.time,
    expiresAt: expiryOf(world.time, given.expires_at),
    status: 'open',
    customer,
    customerEmail: given.customer_email ?? null,
    clientReferenceId: given.client_reference_id ?? null,
    currency: prices[0]?.currency ?? 'usd',
    metadata: withMetadata({}, given.metadata),
    lineItems: given.line_items.map(({ price, quantity = 1 }) => ({ id: newId('li'), price, quantity })),
    successUrl: given.success_url,
    cancelUrl: given.cancel_url ?? null,
    locale: given.locale ?? null,
    allowPromotionCodes: given.allow_promotion_codes ?? null,
    billingAddressCollection: given.billing_address_collection ?? null,
    subscriptionMetadata: withMetadata({}, given.subscription_data?.metadata),
    subscriptionDescription: given.subscription_data?.description ?? null,
    ...trialOf(world.time, given.subscription_data),
    subscription: null,
    invoice: null,
  }
  world.sessions[session.id] = session
  return toCheckoutSession(world, url, session)
}

const listing = listCall({
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  created: range.optional(),
})

/** https://docs.stripe.com/api/checkout/sessions */
export const checkoutRoutes: Route[] = [
  route('POST', '/v1/checkout/sessions', creation, createSession),
  route('GET', '/v1/checkout/sessions', listing, ({ world, url }, wanted) => {
    const found = Object.values(world.sessions).filter(
      ({ customer, subscription, status, created }) =>
        (wanted.customer === undefined || customer === wanted.customer) &&
        (wanted.subscription === undefined || subscription === wanted.subscription) &&
        (wanted.status === undefined || status === wanted.status) &&
        isWithin(created, wanted.created),
    )
    const show = (session: CheckoutSession): object => toCheckoutSession(world, url, session)
    return pageOf(found, wanted, { what: 'checkout.session', url: '/v1/checkout/sessions', show })
  }),
  route('GET', '/v1/checkout/sessions/:id', call({}), ({ world, url }, _, id) =>
    toCheckoutSession(world, url, sessionOf(world, id)),
  ),
  route('GET', '/v1/checkout/sessions/:id/line_items', listCall({}), ({ world }, _, id) =>
    toLineItems(world, sessionOf(world, id)),
  ),
  route('POST', '/v1/checkout/sessions/:id/expire', call({}), (engine, _, id) => {
    const session = sessionOf(engine.world, id)
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }
    expireCheckout(engine, session)
    return toCheckoutSession(engine.world, engine.url, session)
  }),
]
