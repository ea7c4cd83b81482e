import { minutes } from '../../../../shared/retention.ts'
import { isRunning } from '../../../../shared/subscription-status.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { findUserById } from '../../accounts/users-repo.ts'
import type { SyncContext } from '../context.ts'
import { syncWithin } from './sync-customer.ts'

/** How long a request waits for Stripe. */
export const REFRESH_WAIT_MS = 3000
/** Minimum interval between syncs of the same user. */
const REFRESH_EVERY_MS = minutes(1)

/**
 * Returns whether the paid period has ended but was probably renewed, and the event is late. An unpaid subscription is
 * checked once after its end.
 */
function isRenewalExpected(user: UserRow, now: Date): boolean {
  const { subscriptionExpiresAt: end, subscriptionStatus: status, billingSyncedAt: syncedAt } = user
  if (end === null || end > now || user.cancelAtPeriodEnd) return false
  if (status === 'past_due') return syncedAt === null || syncedAt <= end
  return isRunning(status)
}

/**
 * Creates the function that syncs a user whose paid period has just ended, for the first request that notices it. The
 * request waits for Stripe only briefly; without an answer the plan has ended until a job succeeds. Users whose renewal is
 * not expected are returned as they are.
 */
export function createPlanRefresh(context: SyncContext): (user: UserRow) => Promise<UserRow> {
  const recent = new Map<string, { at: number; result: Promise<void> }>()
  return async (user) => {
    const { id, stripeCustomerId } = user
    const now = context.clock.now()
    if (context.stripe === null || stripeCustomerId === null || !isRenewalExpected(user, now)) return user
    for (const [other, { at }] of recent) if (now.getTime() - at >= REFRESH_EVERY_MS) recent.delete(other)
    const current = recent.get(id) ?? {
      at: now.getTime(),
      result: syncWithin(context, stripeCustomerId, REFRESH_WAIT_MS),
    }
    recent.set(id, current)
    await current.result
    return (await findUserById(context.db, id)) ?? user
  }
}
