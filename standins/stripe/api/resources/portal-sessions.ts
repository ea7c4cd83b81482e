import { z } from 'zod'
import type { Engine } from '../../engine/engine.ts'
import { invalid } from '../../engine/failure.ts'
import { configurationOf, customerOf, isOver, subscriptionOf } from '../../engine/find.ts'
import { newId } from '../../engine/ids.ts'
import type { Configuration, Flow, PortalSession, World } from '../../engine/records.ts'
import { recurringPrice } from '../../engine/start-subscription.ts'
import { toPortalSession } from '../../wire/portal.ts'
import { call, integer, text, webAddress } from '../params.ts'
import { type Route, route } from '../route.ts'

const afterCompletion = z.strictObject({
  type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
  redirect: z.strictObject({ return_url: webAddress }).optional(),
  hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
})

const flowData = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscription_update_confirm'),
    subscription_update_confirm: z.strictObject({
      subscription: text,
      items: z.array(z.strictObject({ id: text, price: text, quantity: integer.optional() })).length(1),
    }),
    after_completion: afterCompletion.optional(),
  }),
  z.strictObject({ type: z.literal('payment_method_update'), after_completion: afterCompletion.optional() }),
  z.strictObject({
    type: z.literal('subscription_cancel'),
    subscription_cancel: z.strictObject({ subscription: text }),
    after_completion: afterCompletion.optional(),
  }),
])
type FlowData = z.infer<typeof flowData>

const creation = call({
  customer: text,
  configuration: text.optional(),
  return_url: webAddress.optional(),
  locale: text.optional(),
  flow_data: flowData.optional(),
})

function afterOf(given: z.infer<typeof afterCompletion> | undefined): Flow['afterCompletion'] {
  const { type, redirect, hosted_confirmation: confirmation } = given ?? { type: 'portal_homepage' as const }
  if (type === 'redirect' && redirect === undefined) {
    throw invalid(
      'Missing required param: flow_data[after_completion][redirect].',
      'flow_data[after_completion][redirect]',
      'parameter_missing',
    )
  }
  return { type, returnUrl: redirect?.return_url ?? null, message: confirmation?.custom_message ?? null }
}

/** A subscription that a flow is about: the customer's own, and not over. */
function checkSubscription(world: World, id: string, customer: string, param: string) {
  const subscription = subscriptionOf(world, id, param)
  if (subscription.customer !== customer) {
    throw invalid(`No such subscription: '${id}'`, param, 'resource_missing')
  }
  if (isOver(subscription)) throw invalid(`The subscription \`${id}\` is canceled and cannot be updated.`, param)
  return subscription
}

type Confirm = Extract<FlowData, { type: 'subscription_update_confirm' }>

function confirmFlow(world: World, customer: string, { update }: Configuration, given: Confirm): Flow {
  const base = 'flow_data[subscription_update_confirm]'
  const { subscription: id, items } = given.subscription_update_confirm
  if (!update.enabled) {
    throw invalid(
      'This subscription cannot be updated because the subscription update feature in the portal configuration is disabled.',
      base,
    )
  }
  const subscription = checkSubscription(world, id, customer, `${base}[subscription]`)
  if (subscription.items.length > 1) {
    throw invalid('This subscription cannot be updated because it has multiple items.', `${base}[subscription]`)
  }
  const wanted = items.map((item, index) => {
    const param = `${base}[items][${index}]`
    const current = subscription.items.find((one) => one.id === item.id)
    if (current === undefined)
      throw invalid(`No such subscription item: '${item.id}'`, `${param}[id]`, 'resource_missing')
    const price = recurringPrice(world, item.price, `${param}[price]`)
    const sold = update.products.some(({ product, prices }) => product === price.product && prices.includes(price.id))
    if (!sold || !update.allowed.includes('price')) {
      throw invalid(
        `The price \`${price.id}\` cannot be updated to because it is not in the portal configuration's list of products.`,
        `${param}[price]`,
      )
    }
    const quantity = item.quantity ?? current.quantity
    if (price.id === current.price && quantity === current.quantity) {
      throw invalid('The subscription update would not change the subscription.', `${base}[items]`)
    }
    return { id: item.id, price: price.id, quantity }
  })
  return {
    type: 'subscription_update_confirm',
    subscription: subscription.id,
    items: wanted,
    afterCompletion: afterOf(given.after_completion),
  }
}

function flowOf(world: World, customer: string, configuration: Configuration, given: FlowData): Flow {
  const afterCompletion = afterOf(given.after_completion)
  switch (given.type) {
    case 'subscription_update_confirm':
      return confirmFlow(world, customer, configuration, given)
    case 'payment_method_update':
      if (!configuration.paymentMethodUpdate) {
        throw invalid('The payment method update feature in the portal configuration is disabled.', 'flow_data[type]')
      }
      return { type: given.type, afterCompletion }
    case 'subscription_cancel': {
      if (!configuration.cancel.enabled) {
        throw invalid(
          'The subscription cancellation feature in the portal configuration is disabled.',
          'flow_data[type]',
        )
      }
      const param = 'flow_data[subscription_cancel][subscription]'
      const subscription = checkSubscription(world, given.subscription_cancel.subscription, customer, param)
      if (subscription.cancelAt !== null) {
        throw invalid(`The subscription \`${subscription.id}\` is already set to be canceled.`, param)
      }
      return { type: given.type, subscription: subscription.id, afterCompletion }
    }
  }
}

function createPortalSession({ world, url }: Engine, given: z.infer<typeof creation>): object {
  const customer = customerOf(world, given.customer, 'customer')
  if (given.configuration === undefined) {
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    )
  }
  const configuration = configurationOf(world, given.configuration, 'configuration')
  if (!configuration.active) throw invalid('The configuration is inactive.', 'configuration')
  const session: PortalSession = {
    id: newId('bps'),
    created: world.time,
    customer: customer.id,
    configuration: configuration.id,
    returnUrl: given.return_url ?? configuration.defaultReturnUrl,
    locale: given.locale ?? null,
    flow: given.flow_data === undefined ? null : flowOf(world, customer.id, configuration, given.flow_data),
    done: false,
  }
  world.portalSessions[session.id] = session
  return toPortalSession(url, session)
}

/** https://docs.stripe.com/api/customer_portal/sessions */
export const portalSessionRoutes: Route[] = [
  route('POST', '/v1/billing_portal/sessions', creation, createPortalSession),
]
