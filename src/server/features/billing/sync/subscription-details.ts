import type { SubscriptionDetails } from '../../../../shared/account/billing.ts'
import { days } from '../../../../shared/account/retention.ts'
import { heldPlan, planOf, planState } from '../../../../shared/plans/catalogue.ts'
import type { Context } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { type CancellationRow, latestCancellation, WITHDRAWN } from '../cancellation/repo.ts'
import { requireBillingUser } from '../checkout/customer.ts'
import type { SyncContext } from '../context.ts'
import { syncWithin } from './sync-customer.ts'

/** A sync this recent is not repeated. */
const FRESH_MS = 10_000
/** How long a request waits for Stripe before it gets what is stored. */
const WAIT_MS = 4000

const REJECTION_SHOWN_MS = days(30)

const isGift = (user: UserRow, now: Date): boolean => user.planSource === 'operator' && heldPlan(user, now) !== null

/** Status of a user's subscription: a plan given by an operator is active, otherwise Stripe's last status. */
const statusOf = (user: UserRow, now: Date): string | null => (isGift(user, now) ? 'active' : user.subscriptionStatus)

/** Reads from the user's row whether they have paid access. */
export async function readSubscriptionStatus({ db, clock, catalogue }: Context, userId: string) {
  const user = await requireBillingUser(db, userId)
  const now = clock.now()
  return { hasSubscription: planState(catalogue, heldPlan(user, now)) === 'paid', status: statusOf(user, now) }
}

/** A user's latest cancellation request, as long as it concerns them. */
function shownCancellation(request: CancellationRow | undefined, now: Date): SubscriptionDetails['cancellation'] {
  if (request === undefined || request.status === 'processed') return null
  const { status, createdAt, processedAt, answer } = request
  if (status === 'rejected') {
    const isOld = processedAt === null || now.getTime() - processedAt.getTime() > REJECTION_SHOWN_MS
    if (isOld || answer === WITHDRAWN) return null
  }
  return { status, requestedAt: createdAt.toISOString(), answer }
}

const isStale = ({ billingSyncedAt }: UserRow, now: Date): boolean =>
  billingSyncedAt === null || now.getTime() - billingSyncedAt.getTime() > FRESH_MS

/**
 * Reads a user's subscription from Stripe or, when it is unavailable or `mayRefresh` forbids it, from the user's row.
 */
export async function readSubscriptionDetails(
  context: SyncContext,
  userId: string,
  mayRefresh: () => Promise<boolean>,
): Promise<SubscriptionDetails> {
  const { db, clock, catalogue, stripe } = context
  let user = await requireBillingUser(db, userId)
  if (stripe !== null && user.stripeCustomerId !== null && isStale(user, clock.now()) && (await mayRefresh())) {
    await syncWithin(context, user.stripeCustomerId, WAIT_MS)
    user = await requireBillingUser(db, userId)
  }
  const now = clock.now()
  const held = heldPlan(user, now)
  const request = await latestCancellation(db, userId)
  const end = user.subscriptionExpiresAt
  const plan = planOf(catalogue, held)
  return {
    planType: plan.id,
    status: statusOf(user, now),
    ...(isGift(user, now)
      ? { price: 0, currency: plan.price.currency }
      : { price: user.subscriptionPrice, currency: user.subscriptionCurrency }),
    cancelAtPeriodEnd: user.cancelAtPeriodEnd || request?.status === 'pending',
    currentPeriodEnd: held === null || end === null ? null : end.toISOString(),
    cancellation: shownCancellation(request, now),
  }
}
