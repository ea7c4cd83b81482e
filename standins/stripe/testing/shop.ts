import { Stripe } from 'stripe'

/** A client of a stand-in, by Stripe's own SDK. */
export function sdkFor({ url, env }: { url: string; env: Record<string, string> }, secretKey?: string): Stripe {
  const { hostname: host, port } = new URL(url)
  return new Stripe(secretKey ?? env.STRIPE_SECRET_KEY ?? '', {
    protocol: 'http',
    host,
    port,
    maxNetworkRetries: 0,
    timeout: 5000,
    telemetry: false,
  })
}

/** A product with its monthly price, as the product under test has them. */
export async function sell(
  stripe: Stripe,
  plan: string,
  amount: number,
  interval: 'month' | 'year' = 'month',
): Promise<{ product: Stripe.Product; price: Stripe.Price }> {
  const product = await stripe.products.create({ name: `Precis ${plan}`, metadata: { precis_plan: plan } })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval },
    lookup_key: `precis_${plan}_${interval}ly`,
  })
  return { product, price }
}
