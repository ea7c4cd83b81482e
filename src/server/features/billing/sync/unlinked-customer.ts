import type { Stripe } from 'stripe'
import { findUserById } from '../../accounts/users-repo.ts'
import { expireCheckouts } from '../checkout/checkout-session.ts'
import { PLAN_METADATA } from '../checkout/prices.ts'
import type { SyncContext } from '../context.ts'
import { hasDeletedAccount, linkCustomer } from '../repo.ts'
import { isOfOtherInstallation, nullIfMissing } from '../stripe.ts'
import { type CustomerReading, readCustomer } from './read-customer.ts'

type ReadyContext = SyncContext & { stripe: Stripe }

/** Ends everything of a deleted account. Checkout pages go first, so that no subscription can start in between. */
async function endAll(context: ReadyContext, customer: Stripe.Customer): Promise<void> {
  const { db, clock, stripe, log } = context
  await expireCheckouts(
    stripe,
    customer.id,
    ({ metadata }) =>
      metadata?.[PLAN_METADATA] !== undefined && !isOfOtherInstallation(context, metadata, customer.metadata),
  )
  const reading = await readCustomer(context, customer.id, clock.now())
  if (reading.customer !== 'known') return
  for (const { id, userId, metadata } of reading.planSubscriptions) {
    if (isOfOtherInstallation(context, metadata, customer.metadata)) continue
    if ((await findUserById(db, userId)) !== undefined) continue
    await nullIfMissing(stripe.subscriptions.cancel(id))
    log.warn(
      { event: 'billing.deleted_account_canceled', userId, subscription: id },
      'canceled a subscription of a deleted account; payments were not refunded',
    )
  }
}

/** How a Stripe customer relates to a user: unknown user, the user's own, or a duplicate. Links it when possible. */
async function relate({ db }: ReadyContext, customerId: string, userId: string) {
  const user = await findUserById(db, userId)
  if (user === undefined) return 'unknown'
  const isOwn = user.stripeCustomerId === customerId || (await linkCustomer(db, userId, { from: null, to: customerId }))
  return isOwn ? 'own' : 'duplicate'
}

/**
 * Handles a Stripe customer that is linked to no user. Links it when its metadata names a user without a customer: the
 * row is from an older backup, or a process died before writing it. For a deleted account, ends all subscriptions.
 * Other unknown users are only logged: the database may be the wrong one, and canceling cannot be undone. Objects of
 * other installations, and subscriptions to anything but our plans, are left alone.
 * @returns false when the customer is linked now and has to be synced
 * @throws errors of Stripe's SDK
 */
export async function handleUnlinkedCustomer(context: ReadyContext, customerId: string, reading: CustomerReading) {
  const { db, log, stripe } = context
  if (reading.customer !== 'known') return true
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted === true) return true
  const planSubscriptions = reading.planSubscriptions.filter(
    ({ metadata }) => !isOfOtherInstallation(context, metadata, customer.metadata),
  )
  const owner = isOfOtherInstallation(context, customer.metadata) ? null : reading.owner
  const userIds = new Set([...planSubscriptions.map(({ userId }) => userId), ...(owner === null ? [] : [owner])])
  let isUserUnknown = false
  for (const userId of userIds) {
    const relation = await relate(context, customerId, userId)
    if (relation === 'own') return false
    const subscriptions = planSubscriptions.filter((one) => one.userId === userId).map(({ id }) => id)
    if (relation === 'unknown') isUserUnknown = true
    else if (subscriptions.length > 0) {
      log.error({ event: 'billing.duplicate_customer', userId, subscriptions }, 'user pays as two Stripe customers')
    }
  }
  if (await hasDeletedAccount(db, customerId)) await endAll(context, customer)
  else if (isUserUnknown && planSubscriptions.length > 0) {
    log.error(
      { event: 'billing.unknown_user', customerId, subscriptions: planSubscriptions.map(({ id }) => id) },
      'a customer pays for a user who is not in this database and was not deleted from it: is it the right one? Nothing was canceled',
    )
  }
  return true
}
