import { Stripe } from 'stripe'
import type { TestClient } from './product.ts'
import type { TestStripe } from './stripe.ts'

/**
 * A Stripe client with the permissions of Stripe's dashboard.
 * @param timeoutMs timeout of a request
 */
export function stripeClientOf(stripe: Pick<TestStripe, 'env'>, timeoutMs = 5000): Stripe {
  const { STRIPE_SECRET_KEY: key = '', STRIPE_API_URL: url = '' } = stripe.env
  const { hostname: host, port } = new URL(url)
  return new Stripe(key, { protocol: 'http', host, port, maxNetworkRetries: 0, timeout: timeoutMs, telemetry: false })
}

/** Chooses a plan; returns the redirect URL. */
export async function choosePlan(client: TestClient, plan: string): Promise<string> {
  const response = await client.post('/api/create-subscription', { plan })
  const { url } = response.json() as { url?: string }
  if (response.statusCode !== 200 || url === undefined) {
    throw new Error(`No page to pay on: ${response.statusCode} ${response.body}`)
  }
  return url
}

/** Session id in the return URL of a checkout page. */
export const sessionIdIn = (address: string): string => new URL(address).searchParams.get('session_id') ?? ''

/** Pays for a plan and returns to the product. */
export async function subscribe(client: TestClient, stripe: TestStripe, plan: string): Promise<string> {
  const { redirectedTo } = await stripe.pay(await choosePlan(client, plan))
  const sessionId = sessionIdIn(redirectedTo)
  const response = await client.post('/api/verify-payment', { sessionId })
  if (response.json().success !== true) throw new Error(`Not paid: ${response.statusCode} ${response.body}`)
  return sessionId
}

/** Creates a product with a monthly price, like the product's own. */
export async function createPrice(
  stripe: Stripe,
  plan: string,
  amount: number,
): Promise<{ product: Stripe.Product; price: Stripe.Price }> {
  const product = await stripe.products.create({ name: `Precis ${plan}`, metadata: { precis_plan: plan } })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
    lookup_key: `precis_${plan}_monthly`,
  })
  return { product, price }
}
