import { Stripe } from 'stripe'

export interface StripeOptions {
  secretKey: string
  /** Of a server other than Stripe's own; null is Stripe's. */
  apiUrl: string | null
}

/** Of one try. Whoever waits for an answer of ours waits for all of them. */
const TIMEOUT_MS = 8000
const RETRIES = 2

/**
 * A client of the payment provider, by its own SDK.
 *
 * @param patience how long it waits; as long as is good for work that has to be done when left out
 */
export function createStripe(
  { secretKey, apiUrl }: StripeOptions,
  { timeoutMs, retries }: { timeoutMs: number; retries: number } = { timeoutMs: TIMEOUT_MS, retries: RETRIES },
): Stripe {
  const url = apiUrl === null ? null : new URL(apiUrl)
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
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
