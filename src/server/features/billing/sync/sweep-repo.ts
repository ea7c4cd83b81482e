import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { users } from '../../../db/schema/index.ts'

export interface StaleCustomers {
  now: Date
  /** Customers last synced before this moment. */
  syncedBefore: Date
  /** Customers with these statuses whose period ends before a moment and renews, last synced before another. */
  renewing: { endsBefore: Date; syncedBefore: Date; statuses: readonly string[] }
  /** Sync time written to claimed rows, so that other processes skip them for a while. */
  claimedAs: Date
  limit: number
}

/**
 * Claims customers that need a sync, longest waiting first. Concurrent processes claim different ones. A claim expires
 * by itself.
 *
 * @returns their ids at Stripe
 */
export async function claimStaleCustomers(
  tx: Tx,
  { now, syncedBefore, renewing, claimedAs, limit }: StaleCustomers,
): Promise<string[]> {
  const { billingSyncedAt: syncedAt, subscriptionExpiresAt: end, subscriptionStatus: status } = users
  const renews = and(
    inArray(status, [...renewing.statuses]),
    eq(users.cancelAtPeriodEnd, false),
    lt(end, renewing.endsBefore),
  )
  const stale = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.stripeCustomerId),
        or(
          isNull(syncedAt),
          lt(syncedAt, syncedBefore),
          and(lte(end, now), lt(syncedAt, end)),
          and(renews, lt(syncedAt, renewing.syncedBefore)),
        ),
      ),
    )
    .orderBy(sql`${syncedAt} asc nulls first`, asc(users.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (stale.length === 0) return []
  // The claim must not pass for a sync after the end of a period that does not renew, which refresh-plan.ts relies on.
  const nowText = sql`${now.toISOString()}::timestamptz`
  const claim = sql`case when ${renews} then ${nowText}
    else greatest(${claimedAs.toISOString()}::timestamptz, case when ${end} <= ${nowText} then ${end} end) end`
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
