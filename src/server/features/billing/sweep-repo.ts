import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'

/** Who has to be asked about. */
export interface StaleBefore {
  now: Date
  /** Customers who were last asked about before this moment. */
  askedBefore: Date
  /** Those whose time has run out since, or does so before long, and goes on by itself, when last asked about before this. */
  renewing: { endsBefore: Date; askedBefore: Date; statuses: readonly string[] }
  /** What claimed ones count as asked about at, so that nobody else claims them until they are due again by it. */
  claimedAs: Date
  limit: number
}

/**
 * Claims customers whom nobody has asked about for long, or not since what they paid for ran out, and around their
 * renewals more often; those who have waited the longest come first. Of processes that claim at once each gets others. A claim that comes to nothing lapses.
 *
 * @returns their ids at the payment provider
 */
export async function claimStale(
  tx: Tx,
  { now, askedBefore, renewing, claimedAs, limit }: StaleBefore,
): Promise<string[]> {
  const { billingSyncedAt: asked, subscriptionExpiresAt: end, subscriptionStatus: status } = users
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
          isNull(asked),
          lt(asked, askedBefore),
          and(lte(end, now), lt(asked, end)),
          and(renews, lt(asked, renewing.askedBefore)),
        ),
      ),
    )
    .orderBy(sql`${asked} asc nulls first`, asc(users.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (stale.length === 0) return []
  // What has run out stays told apart from what was asked about since: `refreshDue` goes by it, where nothing renews.
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
