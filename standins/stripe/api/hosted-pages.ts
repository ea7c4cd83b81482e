import { z } from 'zod'
import { CHECKOUT_SECONDS } from '../engine/calendar.ts'
import { type Engine, newId } from '../engine/engine.ts'
import { invalid } from '../engine/failure.ts'
import { activePrice, customerOf, find, isOver, priceOf, subscriptionOf } from '../engine/find.ts'
import { expireCheckout } from '../engine/hosted-pages.ts'
import type { CheckoutSession, Configuration, Flow, PortalSession, World } from '../engine/records.ts'
import { checkCurrency } from '../engine/subscriptions.ts'
import { toCheckoutSession, toConfiguration, toPortalSession } from '../wire.ts'
import { boolean, listing, maybeEmpty, metadata, pageOf, text, webAddress, withMetadata } from './params.ts'
import { type Route, route } from './route.ts'

const disabled = z.strictObject({ enabled: z.literal('false') }).optional()
const one = z.literal('1').optional()

const checkoutCreation = z.strictObject({
  mode: z.literal('subscription'),
  customer: text,
  line_items: z.array(z.strictObject({ price: text, quantity: one })).length(1),
  success_url: webAddress,
  cancel_url: webAddress.optional(),
  client_reference_id: text.max(200).optional(),
  metadata: metadata.optional(),
  subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  // Fixed properties of the stand-in: cards only, in the price's own currency.
  adaptive_pricing: disabled,
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  currency: text.optional(),
})

function createCheckout(engine: Engine, given: z.infer<typeof checkoutCreation>): object {
  const { world } = engine
  const price = activePrice(world, given.line_items[0]?.price ?? '', 'line_items[0][price]')
  checkCurrency(world, given.customer, price)
  if (given.currency !== undefined && price.currency !== given.currency) {
    throw invalid(`The price specified does not support the currency \`${given.currency}\`.`, 'currency')
  }
  const session: CheckoutSession = {
    id: newId('cs_test'),
    created: world.time,
    expiresAt: world.time + CHECKOUT_SECONDS,
    status: 'open',
    customer: given.customer,
    clientReferenceId: given.client_reference_id ?? null,
    metadata: withMetadata({}, given.metadata),
    price: price.id,
    successUrl: given.success_url,
    cancelUrl: given.cancel_url ?? null,
    subscriptionMetadata: withMetadata({}, given.subscription_data?.metadata),
    subscription: null,
  }
  world.sessions[session.id] = session
  return toCheckoutSession(engine, session)
}

const wantedSessions = listing({
  customer: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})

/** https://docs.stripe.com/api/checkout/sessions */
export const checkoutRoutes: readonly Route[] = [
  route('POST', '/v1/checkout/sessions', checkoutCreation, createCheckout),
  route('GET', '/v1/checkout/sessions', wantedSessions, (engine, { customer, status, ...paging }) => {
    const found = Object.values(engine.world.sessions).filter(
      (session) =>
        (customer === undefined || session.customer === customer) &&
        (status === undefined || session.status === status),
    )
    const show = (session: CheckoutSession): object => toCheckoutSession(engine, session)
    return pageOf(found, paging, { what: 'checkout.session', url: '/v1/checkout/sessions', show })
  }),
  route('GET', '/v1/checkout/sessions/:id', z.strictObject({}), (engine, _, id) =>
    toCheckoutSession(engine, find(engine.world.sessions, 'checkout.session', id)),
  ),
  route('POST', '/v1/checkout/sessions/:id/expire', z.strictObject({}), (engine, _, id) => {
    const session = find(engine.world.sessions, 'checkout.session', id)
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }
    expireCheckout(engine, session)
    return toCheckoutSession(engine, session)
  }),
]

const configurationFields = z.strictObject({
  features: z.strictObject({
    customer_update: disabled,
    invoice_history: z.strictObject({ enabled: boolean }).optional(),
    payment_method_update: z.strictObject({ enabled: boolean }).optional(),
    subscription_cancel: disabled,
    subscription_update: z
      .strictObject({
        enabled: z.literal('true'),
        default_allowed_updates: z.array(z.literal('price')),
        proration_behavior: z.literal('always_invoice'),
        products: maybeEmpty(z.strictObject({ product: text, prices: z.array(text) })),
      })
      .optional(),
  }),
  metadata: metadata.optional(),
})

function fill(world: World, configuration: Configuration, given: z.infer<typeof configurationFields>): object {
  const { payment_method_update: card, subscription_update: update } = given.features
  for (const { product, prices } of update?.products ?? []) {
    for (const price of prices) {
      if (priceOf(world, price, 'features[subscription_update][products]').product === product) continue
      throw invalid(`The price ${price} is not associated with product ${product}.`, 'features[subscription_update]')
    }
  }
  configuration.paymentMethodUpdate = card?.enabled ?? configuration.paymentMethodUpdate
  configuration.prices = update?.products.flatMap(({ prices }) => prices) ?? configuration.prices
  configuration.metadata = withMetadata(configuration.metadata, given.metadata)
  world.configurations[configuration.id] = configuration
  return toConfiguration(configuration)
}

const portalCreation = z.strictObject({
  customer: text,
  configuration: text,
  return_url: webAddress,
  flow_data: z.strictObject({
    type: z.enum(['subscription_update_confirm', 'payment_method_update']),
    subscription_update_confirm: z
      .strictObject({
        subscription: text,
        items: z.array(z.strictObject({ id: text, price: text, quantity: one })).length(1),
      })
      .optional(),
    after_completion: z.strictObject({
      type: z.literal('redirect'),
      redirect: z.strictObject({ return_url: webAddress }),
    }),
  }),
})
type PortalCreation = z.infer<typeof portalCreation>

function flowOf(world: World, { prices, paymentMethodUpdate }: Configuration, given: PortalCreation): Flow {
  const { type, subscription_update_confirm: confirm } = given.flow_data
  if (type === 'payment_method_update') {
    if (paymentMethodUpdate) return { type }
    throw invalid('The payment method update feature in the portal configuration is disabled.', 'flow_data[type]')
  }
  const param = 'flow_data[subscription_update_confirm]'
  const item = confirm?.items[0]
  if (confirm === undefined || item === undefined) throw invalid(`Missing required param: ${param}.`, param)
  const subscription = subscriptionOf(world, confirm.subscription, `${param}[subscription]`)
  if (subscription.customer !== given.customer || subscription.itemId !== item.id) {
    throw invalid(`No such subscription item: '${item.id}'`, `${param}[items]`, 'resource_missing')
  }
  if (isOver(subscription)) {
    throw invalid(`The subscription \`${subscription.id}\` is canceled and cannot be updated.`, param)
  }
  if (!prices.includes(item.price)) {
    throw invalid(
      `The price \`${item.price}\` cannot be updated to because it is not in the portal configuration's list of products.`,
      `${param}[items][0][price]`,
    )
  }
  if (item.price === subscription.price) {
    throw invalid('The subscription update would not change the subscription.', `${param}[items]`)
  }
  return { type, subscription: subscription.id, price: item.price }
}

function createPortalSession({ world, url }: Engine, given: PortalCreation): object {
  const configuration = find(world.configurations, 'configuration', given.configuration, 'configuration')
  const session: PortalSession = {
    id: newId('bps'),
    created: world.time,
    customer: customerOf(world, given.customer, 'customer').id,
    returnUrl: given.return_url,
    doneUrl: given.flow_data.after_completion.redirect.return_url,
    flow: flowOf(world, configuration, given),
    done: false,
  }
  world.portalSessions[session.id] = session
  return toPortalSession(url, session)
}

/** https://docs.stripe.com/api/customer_portal */
export const portalRoutes: readonly Route[] = [
  route('POST', '/v1/billing_portal/configurations', configurationFields, ({ world }, given) => {
    const { time: created } = world
    const blank = { id: newId('bpc'), created, active: true, metadata: {}, prices: [], paymentMethodUpdate: false }
    return fill(world, blank, given)
  }),
  route('POST', '/v1/billing_portal/configurations/:id', configurationFields, ({ world }, given, id) =>
    fill(world, find(world.configurations, 'configuration', id), given),
  ),
  route(
    'GET',
    '/v1/billing_portal/configurations',
    listing({ active: boolean.optional() }),
    ({ world }, { active, ...paging }) => {
      const all = Object.values(world.configurations)
      const found = all.filter((configuration) => active === undefined || configuration.active === active)
      const url = '/v1/billing_portal/configurations'
      return pageOf(found, paging, { what: 'configuration', url, show: toConfiguration })
    },
  ),
  route('POST', '/v1/billing_portal/sessions', portalCreation, createPortalSession),
]
