import type { Clock } from '../../src/server/platform/clock.ts'
import type { PlanId } from '../../src/shared/plans/catalogue.ts'
import { newId } from '../../standins/stripe/engine/engine.ts'
import { emitCustomer } from '../../standins/stripe/engine/events.ts'
import { newCustomer } from '../../standins/stripe/engine/hosted-pages.ts'
import type { Card, Customer, Price } from '../../standins/stripe/engine/records.ts'
import { startSubscription } from '../../standins/stripe/engine/subscriptions.ts'
import { type StripeStandin, type StripeStandinOptions, startStripeStandin } from '../../standins/stripe/server.ts'
import type { TestProduct } from './product.ts'

interface Subscriber {
  plan?: Exclude<PlanId, 'starter'>
  /** An existing customer. */
  customerId?: string
  /** Owner of a new customer. */
  userId?: string
  /** Installation in the metadata of a new customer. */
  app?: string
  email?: string
  card?: Card
  trialDays?: number
}

/** A separate Stripe stand-in for a test. */
export interface TestStripe extends StripeStandin {
  /** Method and path of all requests to the API so far. */
  readonly requests: readonly string[]
  /** Settings for the product. */
  env: Record<string, string>
  /** The product's clock, which follows the stand-in's. */
  clock: Clock
  /** Delivers events to a product that doesn't listen. */
  deliverInto: (test: Pick<TestProduct, 'product'>) => void
  /** A customer with a subscription, created without the product and the hosted page. */
  subscribe: (who?: Subscriber) => Promise<{ customerId: string; subscriptionId: string }>
  /** Status of a subscription; undefined for unknown ids. */
  statusOf: (subscriptionId: string) => string | undefined
}

const SECRET_KEY = 'sk_test_of_the_stand_in'
const WEBHOOK_SECRET = 'whsec_of_the_stand_in'

/** Monthly prices of the standard catalog, in cents. */
const amounts = { lite: 900, pro: 2900, elite: 5900 } as const

/** The plan's price as the product creates it. */
function ensurePrice({ engine: { world } }: StripeStandin, plan: keyof typeof amounts): Price {
  const lookupKey = `precis_${plan}_monthly`
  const found = Object.values(world.prices).find((price) => price.lookupKey === lookupKey)
  if (found !== undefined) return found
  const { time: created } = world
  const metadata = { precis_plan: plan }
  const product = { id: newId('prod'), created, active: true, name: plan[0]!.toUpperCase() + plan.slice(1), metadata }
  world.products[product.id] = product
  const price: Price = {
    id: newId('price'),
    created,
    active: true,
    currency: 'usd',
    unitAmount: amounts[plan],
    lookupKey,
    metadata,
    product: product.id,
    interval: 'month',
  }
  world.prices[price.id] = price
  return price
}

function ensureCustomer(
  { engine }: StripeStandin,
  { customerId, userId, app, email = 'payer@example.com' }: Subscriber,
) {
  if (customerId !== undefined) return engine.world.customers[customerId]!
  const metadata = { ...(userId === undefined ? {} : { userId }), ...(app === undefined ? {} : { precis_app: app }) }
  const customer: Customer = newCustomer(engine, { email, metadata })
  emitCustomer(engine, 'created', customer)
  return customer
}

/**
 * Starts a stand-in. Its clock follows the machine's plus the time it was advanced; with `now` it starts there and
 * stops.
 */
export async function startTestStripe(
  options: Pick<StripeStandinOptions, 'now' | 'settings' | 'stateFile'> = {},
): Promise<TestStripe> {
  const requests: string[] = []
  const standin = await startStripeStandin({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: null,
    heard: (request) => requests.push(request),
    ...options,
  })
  // Not spread, since its properties change.
  return Object.assign(standin, {
    requests,
    env: { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: standin.url },
    clock: { now: standin.now },
    deliverInto: ({ product }: Pick<TestProduct, 'product'>) =>
      standin.deliverTo(async ({ body, headers }) => {
        const url = '/api/webhooks/stripe'
        return (await product.app.inject({ method: 'POST', url, payload: body, headers })).statusCode
      }),
    statusOf: (id: string) => standin.engine.world.subscriptions[id]?.status,
    subscribe: async (who: Subscriber = {}) => {
      const price = ensurePrice(standin, who.plan ?? 'pro')
      const customer = ensureCustomer(standin, who)
      customer.card = who.card ?? 'pays'
      const { id: customerId, metadata } = customer
      const wanted = { customer: customerId, price: price.id, trialDays: who.trialDays, metadata }
      const { id } = startSubscription(standin.engine, wanted, customer.card)
      await standin.settled()
      return { customerId, subscriptionId: id }
    },
  })
}
