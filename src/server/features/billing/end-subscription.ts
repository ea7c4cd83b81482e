import type { Stripe } from 'stripe'
import { AppError } from '../../../shared/errors.ts'
import { isMissing } from './stripe-errors.ts'

const NOT_CANCELED =
  'Your subscription could not be canceled, so nothing was deleted. Please try again in a few minutes.'

/**
 * Cancels a subscription at once, so that nothing is charged any more. Doing it again does nothing.
 *
 * @param stripe null where no payment provider is set up
 * @throws AppError `unavailable` when it is not certain that the subscription has ended
 */
export async function endSubscription(
  stripe: Pick<Stripe, 'subscriptions'> | null,
  subscriptionId: string,
): Promise<void> {
  if (stripe === null) {
    throw new AppError('unavailable', NOT_CANCELED, {
      cause: new Error('A person has a subscription, but no payment provider is set up: STRIPE_SECRET_KEY is not set.'),
    })
  }
  try {
    await stripe.subscriptions.cancel(subscriptionId)
  } catch (error) {
    // One that does not exist, or has been canceled before, has ended.
    if (!isMissing(error)) throw new AppError('unavailable', NOT_CANCELED, { cause: error })
  }
}
