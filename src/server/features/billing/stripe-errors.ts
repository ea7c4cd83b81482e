import { Stripe } from 'stripe'
import { AppError } from '../../../shared/errors.ts'

const AWAY = 'Payments cannot be reached at the moment. Nothing was charged by this. Please try again in a few minutes.'
const NOT_SET_UP = 'Payments are not set up here.'
const RETRY_SECONDS = 30

const address = /\S+@\S+/g
/** Keys of Stripe and the secrets it signs events with; it masks those that it quotes, and what stands in for it may not. */
const key = /\b(?:sk|rk|pk|whsec)_\w+/g

/**
 * Whether an answer of Stripe says that what was named is not there, or not any more
 * (https://docs.stripe.com/error-codes#resource-missing).
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** What Stripe answers; null where what was named is not there. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

/**
 * Whether Stripe refuses an address of mail. It is stricter than the product
 * (https://docs.stripe.com/error-codes#email-invalid).
 */
export const refusesAddress = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'email_invalid'

/** What Stripe answered, for the log: it may quote an address of mail or a key, and hangs much more on its errors. */
function causeOf(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  const parts = [error.type, error.code, error.param, error.statusCode, error.requestId].filter(Boolean)
  return new Error(`Stripe: ${error.message.replace(address, '[address]').replace(key, '[key]')} (${parts.join(', ')})`)
}

/**
 * Does what asks Stripe.
 *
 * @throws AppError `unavailable` for whatever Stripe answers that nobody below has understood, or when it does not
 *   answer. Everything that is asked of it can be asked again
 */
export async function askStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new AppError('unavailable', AWAY, { cause: causeOf(error), retryAfterSeconds: RETRY_SECONDS })
  }
}

/** @throws AppError `unavailable` where payments are not set up */
export function requireStripe(stripe: Stripe | null): Stripe {
  if (stripe !== null) return stripe
  throw new AppError('unavailable', NOT_SET_UP, { cause: new Error('STRIPE_SECRET_KEY is not set.') })
}
