import type { Stripe } from 'stripe'
import { pagePaths } from '../../../shared/paths.ts'
import type { Clock } from '../../platform/clock.ts'
import { digestOf, idempotencyKey } from './idempotency.ts'
import type { PlanPrice } from './prices.ts'

/** Marks the configuration of Stripe's hosted pages that is ours among those that an account may have. */
const OWN = { precis: '1' } as const
/** Metadata that says by which prices it was made. */
const PRICES_METADATA = 'precis_prices'

/** Which plans can be changed to: a product each, with its one price. */
function productsOf(prices: readonly PlanPrice[]): { product: string; prices: string[] }[] {
  return prices.flatMap(({ price, faults }) => {
    if (price === null || faults.length > 0) return []
    const product = typeof price.product === 'string' ? price.product : price.product.id
    return [{ product, prices: [price.id] }]
  })
}

/**
 * What people can do on the hosted pages: confirm another plan, paying the difference at once, change their card, and
 * look at invoices. Canceling is asked for here and settled by an operator.
 */
function wishes(prices: readonly PlanPrice[]) {
  const products = productsOf(prices)
  return {
    features: {
      customer_update: { enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: false },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        products,
      },
    },
    metadata: { ...OWN, [PRICES_METADATA]: digestOf('prices', JSON.stringify(products)) },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams
}

type PortalKeeper = Pick<Stripe, 'billingPortal'>

/** The product's configuration of the hosted pages; undefined where there is none yet. */
export async function findPortalConfiguration(
  stripe: PortalKeeper,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.precis === OWN.precis) return configuration
  }
  return undefined
}

/** Whether a configuration lets people change among these prices. An operator may have changed the rest of it. */
export const isPortalCurrent = (
  { metadata }: Stripe.BillingPortal.Configuration,
  prices: readonly PlanPrice[],
): boolean => metadata?.[PRICES_METADATA] === wishes(prices).metadata[PRICES_METADATA]

/** The id of the product's configuration of the hosted pages, made where there is none, and kept with the prices. */
export async function ensurePortalConfiguration(
  { stripe, clock }: { stripe: PortalKeeper; clock: Clock },
  prices: readonly PlanPrice[],
): Promise<string> {
  const wanted = wishes(prices)
  const { configurations } = stripe.billingPortal
  const found = await findPortalConfiguration(stripe)
  if (found === undefined) {
    const key = idempotencyKey(clock, 'portal', wanted.metadata[PRICES_METADATA] ?? null)
    return (await configurations.create(wanted, { idempotencyKey: key })).id
  }
  if (!isPortalCurrent(found, prices)) await configurations.update(found.id, wanted)
  return found.id
}

/** Where hosted pages that change something lead back to. */
const changedUrl = (appUrl: string): string => {
  const url = new URL(pagePaths.manageSubscription, appUrl)
  url.searchParams.set('changed', 'true')
  return url.href
}
const manageUrl = (appUrl: string): string => new URL(pagePaths.manageSubscription, appUrl).href

/** Whose page it is, and where it leads back to. */
export interface PortalVisit {
  stripe: PortalKeeper
  appUrl: string
  customer: string
  configuration: string
}

function flowOf(
  appUrl: string,
  flow: Omit<Stripe.BillingPortal.SessionCreateParams.FlowData, 'after_completion'>,
): Stripe.BillingPortal.SessionCreateParams.FlowData {
  return { ...flow, after_completion: { type: 'redirect', redirect: { return_url: changedUrl(appUrl) } } }
}

/** Address of a page that shows what changing a subscription to another price costs now and later, and does it. */
export async function confirmChangeUrl(
  { stripe, appUrl, customer, configuration }: PortalVisit,
  change: { subscription: string; item: string; price: string },
): Promise<string> {
  const { subscription, item, price } = change
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: manageUrl(appUrl),
    flow_data: flowOf(appUrl, {
      type: 'subscription_update_confirm',
      subscription_update_confirm: { subscription, items: [{ id: item, price, quantity: 1 }] },
    }),
  })
  return session.url
}

/** Address of a page that takes another card, for what is charged from then on. */
export async function changeCardUrl({ stripe, appUrl, customer, configuration }: PortalVisit): Promise<string> {
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: manageUrl(appUrl),
    flow_data: flowOf(appUrl, { type: 'payment_method_update' }),
  })
  return session.url
}
