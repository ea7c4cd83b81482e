import type { Stripe } from 'stripe'
import { pagePaths } from '../../../../shared/paths.ts'
import type { Context } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { digestOf, idempotencyKey } from '../stripe.ts'
import type { PlanPrice } from './prices.ts'

/** Metadata that marks our configuration of the customer portal; an account may have several. */
const OWN = { precis: '1' } as const
/** Metadata that identifies the prices of a configuration. */
const PRICES_METADATA = 'precis_prices'

/** Plans that users can switch to: one product with one price each. */
function productsOf(prices: readonly PlanPrice[]): { product: string; prices: string[] }[] {
  return prices.flatMap(({ price, faults }) => {
    if (price === null || faults.length > 0) return []
    const product = typeof price.product === 'string' ? price.product : price.product.id
    return [{ product, prices: [price.id] }]
  })
}

/**
 * Features of the customer portal: confirming another plan with immediate payment of the difference, changing the card,
 * and viewing invoices. Cancellation goes through our own request to the operator.
 */
function configurationFor(prices: readonly PlanPrice[]) {
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

type PortalClient = Pick<Stripe, 'billingPortal'>

export async function findPortalConfiguration(stripe: PortalClient) {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.precis === OWN.precis) return configuration
  }
  return undefined
}

/** Returns whether a configuration has these prices. An operator may have changed the rest of it. */
export const isPortalCurrent = (
  { metadata }: Stripe.BillingPortal.Configuration,
  prices: readonly PlanPrice[],
): boolean => metadata?.[PRICES_METADATA] === configurationFor(prices).metadata[PRICES_METADATA]

/** Creates our configuration of the customer portal, or updates its prices. Returns its id. */
export async function ensurePortalConfiguration(
  { stripe, clock }: { stripe: PortalClient; clock: Clock },
  prices: readonly PlanPrice[],
): Promise<string> {
  const wanted = configurationFor(prices)
  const { configurations } = stripe.billingPortal
  const found = await findPortalConfiguration(stripe)
  if (found === undefined) {
    const key = idempotencyKey(clock, 'portal', wanted.metadata[PRICES_METADATA] ?? null)
    return (await configurations.create(wanted, { idempotencyKey: key })).id
  }
  if (!isPortalCurrent(found, prices)) await configurations.update(found.id, wanted)
  return found.id
}

type Flow = Omit<Stripe.BillingPortal.SessionCreateParams.FlowData, 'after_completion'>

/** Opens a page of the customer portal for a customer and returns its URL. Both ways out lead back to the product. */
export async function openPortal(
  { stripe, clock, config }: Context & { stripe: PortalClient },
  { customer, prices, flow }: { customer: string; prices: readonly PlanPrice[]; flow: Flow },
): Promise<string> {
  const returnUrl = new URL(pagePaths.manageSubscription, config.http.appUrl).href
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration: await ensurePortalConfiguration({ stripe, clock }, prices),
    return_url: returnUrl,
    flow_data: {
      ...flow,
      after_completion: { type: 'redirect', redirect: { return_url: `${returnUrl}?changed=true` } },
    },
  })
  return session.url
}
