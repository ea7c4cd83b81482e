import type { Stripe } from 'stripe'
import { AppError } from '../../../../shared/errors.ts'
import { isMissing } from '../stripe.ts'

const NOT_CANCELED = "We couldn't cancel your subscription, so nothing was deleted. Please try again in a few minutes."

/**
 * Cancels a subscription immediately, so that nothing more is charged. Repeating it changes nothing.
 *
 * @param stripe null when payments are not configured
 * @throws AppError `unavailable` unless the subscription has certainly ended
 */
export async function endSubscription(
  stripe: Pick<Stripe, 'subscriptions'> | null,
  subscriptionId: string,
): Promise<void> {
  if (stripe === null) {
    throw new AppError('unavailable', NOT_CANCELED, {
      cause: new Error('A user has a subscription, but STRIPE_SECRET_KEY is not set.'),
    })
  }
  try {
    await stripe.subscriptions.cancel(subscriptionId)
  } catch (error) {
    // A missing or canceled subscription has ended.
    if (!isMissing(error)) throw new AppError('unavailable', NOT_CANCELED, { cause: error })
  }
}
