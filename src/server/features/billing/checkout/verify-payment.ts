import type { Stripe } from 'stripe'
import { AppError } from '../../../../shared/errors.ts'
import { heldPlan, planOf, planState } from '../../../../shared/plans/catalogue.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { SyncContext } from '../context.ts'
import { callStripe, isMissing, requireStripe } from '../stripe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { requireBillingUser } from './customer.ts'

/** Format of session ids; anything else is not sent to Stripe. */
const sessionIdPattern = /^cs_[A-Za-z0-9_]+$/

const isPaid = ({ status, payment_status: payment }: Stripe.Checkout.Session): boolean =>
  status === 'complete' && (payment === 'paid' || payment === 'no_payment_required')

/** The same for an unknown session, another user's, and an invalid id. */
const unknownPayment = (): AppError => new AppError('not_found', 'This payment does not exist.')

/** @throws AppError `not_found` for a session that is not the user's own */
async function findOwnSession(stripe: Stripe, user: UserRow, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    const session = await stripe.checkout.sessions.retrieve(sessionId)
    const customer = typeof session.customer === 'string' ? session.customer : (session.customer?.id ?? null)
    const isOwn = session.client_reference_id === user.id && customer !== null && customer === user.stripeCustomerId
    if (isOwn) return session
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  throw unknownPayment()
}

/**
 * Verifies a payment when the user returns from checkout, and syncs the customer, so that the plan is active with the
 * response even if the webhook is late. Repeating it changes nothing; it fails once the paid plan has ended.
 * @throws AppError `not_found` for a payment that is not the user's, `unavailable` when Stripe cannot be reached
 */
export async function verifyPayment(context: SyncContext, userId: string, sessionId: string) {
  const { db, clock, catalogue } = context
  if (!sessionIdPattern.test(sessionId)) throw unknownPayment()
  const stripe = requireStripe(context.stripe)
  const paid = await callStripe(async () => {
    const user = await requireBillingUser(db, userId)
    const session = await findOwnSession(stripe, user, sessionId)
    if (!isPaid(session)) return false
    if (user.stripeCustomerId !== null) await syncCustomer(context, user.stripeCustomerId)
    return true
  })
  const held = heldPlan(await requireBillingUser(db, userId), clock.now())
  return { success: paid && planState(catalogue, held) === 'paid', plan: planOf(catalogue, held).name }
}
