import { Stripe } from 'stripe'
import { AppError } from '../../../../shared/errors.ts'

/** What Stripe says, without the key: it quotes a part of one that is wrong. */
const wordsOf = ({ message }: Error): string => message.replaceAll(/\b[sr]k_\w+/g, '[key]')

/**
 * Does what asks Stripe for an operator, who is told more than people are.
 *
 * @throws AppError `unavailable` for whatever Stripe refuses, or when it does not answer
 */
export async function explainStripe<T>(work: () => Promise<T>): Promise<T> {
  const { errors } = Stripe
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof errors.StripeError)) throw error
    const say = (message: string): AppError => new AppError('unavailable', `${message} ${wordsOf(error)}`)
    if (error instanceof errors.StripeAuthenticationError) throw say('Stripe does not take the key STRIPE_SECRET_KEY:')
    if (error instanceof errors.StripePermissionError) throw say('The key STRIPE_SECRET_KEY may not do all this:')
    if (error instanceof errors.StripeConnectionError) throw say('Stripe cannot be reached:')
    throw say('Stripe refuses:')
  }
}
