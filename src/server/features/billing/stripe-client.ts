import { Stripe } from 'stripe'

export interface StripeOptions {
  secretKey: string
  /** Of a server other than Stripe's own; null is Stripe's. */
  apiUrl: string | null
}

/** Of one try. Whoever waits for an answer of ours waits for all of them. */
const TIMEOUT_MS = 8000
const RETRIES = 2

/** A client of the payment provider, by its own SDK. */
export function createStripe({ secretKey, apiUrl }: StripeOptions): Stripe {
  const url = apiUrl === null ? null : new URL(apiUrl)
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(url === null
      ? {}
      : {
          protocol: url.protocol === 'http:' ? 'http' : 'https',
          host: url.hostname,
          ...(url.port === '' ? {} : { port: url.port }),
        }),
  })
}
