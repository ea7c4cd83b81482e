import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { days, hours } from '../../../../shared/retention.ts'
import { runningStatuses } from '../../../../shared/subscription-status.ts'
import type { Tx } from '../../../db/database.ts'
import { users } from '../../../db/schema/index.ts'
import { RENEWAL_HOURS } from './subscription-facts.ts'

/** Maximum time that a lost event stays unnoticed. */
const STALE_AFTER_MS = days(1)
/** When a customer whose sync failed is claimed again; the job itself retries for longer. */
const CLAIM_MS = hours(1)
/** Interval between syncs around a renewal, from some hours before the end of the paid period. */
const RENEWAL_CHECK_MS = hours(1)
const BATCH = 200

/**
 * Claims customers that need a sync, longest waiting first: the claim sets their sync time, so that concurrent processes
 * claim different ones for a while.
 *
 * @returns their ids at Stripe
 */
export async function claimStaleCustomers(tx: Tx, now: Date): Promise<string[]> {
  const { billingSyncedAt: syncedAt, subscriptionExpiresAt: end, subscriptionStatus: status } = users
  const ago = (ms: number): Date => new Date(now.getTime() - ms)
  const renews = and(
    inArray(status, [...runningStatuses]),
    eq(users.cancelAtPeriodEnd, false),
    // The stored end includes the hours granted for the renewal.
    lt(end, ago(-hours(RENEWAL_HOURS))),
  )
  const stale = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.stripeCustomerId),
        or(
          isNull(syncedAt),
          lt(syncedAt, ago(STALE_AFTER_MS)),
          and(lte(end, now), lt(syncedAt, end)),
          and(renews, lt(syncedAt, ago(RENEWAL_CHECK_MS))),
        ),
      ),
    )
    .orderBy(sql`${syncedAt} asc nulls first`, asc(users.id))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  if (stale.length === 0) return []
  // The claim must not pass for a sync after the end of a period that does not renew, which refresh-plan.ts relies on.
  const nowText = sql`${now.toISOString()}::timestamptz`
  const claim = sql`case when ${renews} then ${nowText}
    else greatest(${ago(STALE_AFTER_MS - CLAIM_MS).toISOString()}::timestamptz, case when ${end} <= ${nowText} then ${end} end) end`
  const claimed = await tx
    .update(users)
    .set({ billingSyncedAt: claim })
    .where(
      inArray(
        users.id,
        stale.map(({ id }) => id),
      ),
    )
    .returning({ customerId: users.stripeCustomerId })
  return claimed.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]))
}
