import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { days, hours } from '../../../shared/account/retention.ts'
import { runningStatuses } from '../../../shared/account/subscription-status.ts'
import type { Db, Tx } from '../../db/database.ts'
import { firstOf, isWritten } from '../../db/rows.ts'
import { billingEvents, cancellationRequests, type UserRow, users } from '../../db/schema/index.ts'
import { RENEWAL_HOURS } from './sync/subscription-facts.ts'

export const findUserByCustomer = async (db: Db, customerId: string): Promise<UserRow | undefined> =>
  firstOf(db.select().from(users).where(eq(users.stripeCustomerId, customerId)))

/** Finds the user of a Stripe customer and locks the row until the transaction ends. */
export const lockUserByCustomer = async (tx: Tx, customerId: string): Promise<UserRow | undefined> =>
  firstOf(tx.select().from(users).where(eq(users.stripeCustomerId, customerId)).for('update'))

export async function updateBilling(tx: Tx, userId: string, fields: Partial<UserRow>): Promise<void> {
  await tx.update(users).set(fields).where(eq(users.id, userId))
}

/** Links a user to a Stripe customer. False when the user's customer is no longer `from`, or the user is gone. */
export async function linkCustomer(db: Db, userId: string, { from, to }: { from: string | null; to: string }) {
  const isUnchanged = from === null ? isNull(users.stripeCustomerId) : eq(users.stripeCustomerId, from)
  return isWritten(
    db
      .update(users)
      .set({ stripeCustomerId: to })
      .where(and(eq(users.id, userId), isUnchanged)),
  )
}

/**
 * Gives a user the free plan if they have none, or still the unrecognized one that was not paid for: the statement
 * compares the plan, so that one paid for meanwhile stays.
 */
export async function writeStarter(db: Db, userId: string, unrecognized: string | null, now: Date): Promise<void> {
  const none = or(isNull(users.subscriptionPlan), inArray(users.subscriptionPlan, ['', 'free']))
  const isReplaced =
    unrecognized === null
      ? none
      : or(none, and(eq(users.subscriptionPlan, unrecognized), isNull(users.stripeSubscriptionId)))
  await db
    .update(users)
    .set({ subscriptionPlan: 'starter', subscriptionExpiresAt: null, planSource: null, updatedAt: now })
    .where(and(eq(users.id, userId), isReplaced))
}

/** Stores that an event was received. False when it was received before. */
export async function insertEvent(tx: Tx, event: typeof billingEvents.$inferInsert): Promise<boolean> {
  return isWritten(tx.insert(billingEvents).values(event).onConflictDoNothing())
}

/** Event type that records the deletion of a customer's account. Its name is stored in existing databases. */
const ACCOUNT_DELETED = 'left'

/** Records that the user of a customer has deleted their account, for as long as events are kept. */
export async function insertAccountDeleted(tx: Tx, customerId: string, receivedAt: Date): Promise<void> {
  await insertEvent(tx, { id: `${ACCOUNT_DELETED}:${customerId}`, type: ACCOUNT_DELETED, customerId, receivedAt })
}

/** Returns whether the user of a customer is known to have deleted their account. */
export async function hasDeletedAccount(db: Db, customerId: string): Promise<boolean> {
  const isEvent = and(eq(billingEvents.id, `${ACCOUNT_DELETED}:${customerId}`), eq(billingEvents.type, ACCOUNT_DELETED))
  return (await db.$count(billingEvents, isEvent)) > 0
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before))
}

/** All requests of a user, oldest first. */
export async function cancellationRequestsOf(db: Db, userId: string) {
  return db
    .select()
    .from(cancellationRequests)
    .where(eq(cancellationRequests.userId, userId))
    .orderBy(asc(cancellationRequests.createdAt))
}

/** Lists the events that Stripe has sent about a user, oldest first. */
export async function paymentEventsOf(db: Db, userId: string) {
  return db
    .select({ id: billingEvents.id, type: billingEvents.type, receivedAt: billingEvents.receivedAt })
    .from(billingEvents)
    .innerJoin(users, eq(users.stripeCustomerId, billingEvents.customerId))
    .where(eq(users.id, userId))
    .orderBy(asc(billingEvents.receivedAt))
}

/** Maximum time that a lost event stays unnoticed. */
const STALE_AFTER_MS = days(1)
/** When a customer whose sync failed is claimed again; the job itself retries for longer. */
const CLAIM_MS = hours(1)
/** Interval between syncs around a renewal, from some hours before the end of the paid period. */
const RENEWAL_CHECK_MS = hours(1)
const BATCH = 200

/**
 * Claims customers that need a sync, longest waiting first, and returns their ids at Stripe. The claim sets their sync
 * time, so that concurrent processes claim different ones for a while.
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
  // The claim must not pass for a sync after the end of a period that does not renew, which `createPlanRefresh` relies on.
  const nowText = sql`${now.toISOString()}::timestamptz`
  const claim = sql`case when ${renews} then ${nowText}
    else greatest(${ago(STALE_AFTER_MS - CLAIM_MS).toISOString()}::timestamptz, case when ${end} <= ${nowText} then ${end} end) end`
  const ids = stale.map(({ id }) => id)
  const claimed = await tx
    .update(users)
    .set({ billingSyncedAt: claim })
    .where(inArray(users.id, ids))
    .returning({ customerId: users.stripeCustomerId })
  return claimed.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]))
}
