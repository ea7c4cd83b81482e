import type { Stripe } from 'stripe'
import type { PaymentVerification } from '../../../shared/billing.ts'
import { AppError } from '../../../shared/errors.ts'
import { planOf, planState } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/entitlements.ts'
import type { BillingDeps } from './billing-deps.ts'
import { requirePayer } from './customer.ts'
import type { Payer } from './customer-repo.ts'
import { askStripe, isMissing, requireStripe } from './stripe-errors.ts'
import { syncCustomer } from './sync-customer.ts'

/** What an id of a session can be made of; nothing else is worth a question, or safe in an address. */
const sessionIdPattern = /^cs_[A-Za-z0-9_]+$/

const isPaid = ({ status, payment_status: payment }: Stripe.Checkout.Session): boolean =>
  status === 'complete' && (payment === 'paid' || payment === 'no_payment_required')

/** Unknown, somebody else's and no id at all are one answer. */
const unknownPayment = (): AppError => new AppError('not_found', 'This payment does not exist.')

/** @throws AppError `not_found` for a session that is not the person's own */
async function ownSession(stripe: Stripe, payer: Payer, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    const session = await stripe.checkout.sessions.retrieve(sessionId)
    const customer = typeof session.customer === 'string' ? session.customer : (session.customer?.id ?? null)
    const isOwn = session.client_reference_id === payer.id && customer !== null && customer === payer.stripeCustomerId
    if (isOwn) return session
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  throw unknownPayment()
}

/**
 * Whether a payment was made, for somebody who comes back from the hosted page: the plan is there with the answer,
 * whether or not word of the payment has arrived by itself. Asking again changes nothing, and a payment whose plan has
 * ended since is no success any more.
 *
 * @throws AppError `not_found` for a payment that is not this person's, `unavailable` when Stripe cannot be asked
 */
export async function verifyPayment(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'log' | 'stripe' | 'catalogue' | 'restartUsage' | 'appUrl'>,
  userId: string,
  sessionId: string,
): Promise<PaymentVerification> {
  if (!sessionIdPattern.test(sessionId)) throw unknownPayment()
  const stripe = requireStripe(deps.stripe)
  const paid = await askStripe(async () => {
    const payer = await requirePayer(deps.db, userId)
    const session = await ownSession(stripe, payer, sessionId)
    if (!isPaid(session)) return false
    if (payer.stripeCustomerId !== null) await syncCustomer(deps, payer.stripeCustomerId)
    return true
  })
  const held = heldPlan(await requirePayer(deps.db, userId), deps.clock.now())
  return {
    success: paid && planState(deps.catalogue, held) === 'paid',
    plan: planOf(deps.catalogue, held).name,
  }
}
