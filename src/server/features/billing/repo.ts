import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { isWritten } from '../../db/rows.ts'
import { billingEvents, cancellationRequests, type UserRow, users } from '../../db/schema/index.ts'

const billingColumns = {
  id: users.id,
  email: users.email,
  stripeCustomerId: users.stripeCustomerId,
  stripeSubscriptionId: users.stripeSubscriptionId,
  subscriptionPlan: users.subscriptionPlan,
  subscriptionExpiresAt: users.subscriptionExpiresAt,
  planSource: users.planSource,
  subscriptionStatus: users.subscriptionStatus,
  subscriptionPrice: users.subscriptionPrice,
  subscriptionCurrency: users.subscriptionCurrency,
  cancelAtPeriodEnd: users.cancelAtPeriodEnd,
  billingVersion: users.billingVersion,
  billingSyncedAt: users.billingSyncedAt,
}

/** The columns of a user that billing reads. */
export type BillingUser = Pick<UserRow, keyof typeof billingColumns>

export async function findBillingUser(db: Db | Tx, userId: string): Promise<BillingUser | undefined> {
  const [row] = await db.select(billingColumns).from(users).where(eq(users.id, userId)).limit(1)
  return row
}

/** Finds the user of a Stripe customer. */
export async function findUserByCustomer(db: Db | Tx, customerId: string): Promise<BillingUser | undefined> {
  const [row] = await db.select(billingColumns).from(users).where(eq(users.stripeCustomerId, customerId))
  return row
}

/** Finds the user of a Stripe customer and locks the row until the transaction ends. */
export async function lockUserByCustomer(tx: Tx, customerId: string): Promise<BillingUser | undefined> {
  const [row] = await tx.select(billingColumns).from(users).where(eq(users.stripeCustomerId, customerId)).for('update')
  return row
}

/** Updates the billing columns of a user. */
export async function updateBilling(
  tx: Tx,
  userId: string,
  fields: Partial<Omit<BillingUser, 'id' | 'email'> & Pick<UserRow, 'updatedAt'>>,
): Promise<void> {
  await tx.update(users).set(fields).where(eq(users.id, userId))
}

/** Links a user to a Stripe customer. False when the user's customer is no longer `from`, or the user is gone. */
export async function linkCustomer(
  db: Db | Tx,
  userId: string,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  const isUnchanged = from === null ? isNull(users.stripeCustomerId) : eq(users.stripeCustomerId, from)
  return isWritten(
    db
      .update(users)
      .set({ stripeCustomerId: to })
      .where(and(eq(users.id, userId), isUnchanged)),
  )
}

/**
 * Gives a user the free plan if they have none, or an unrecognized one that was not paid for. The statement itself
 * compares the plan, so that one paid for meanwhile stays.
 *
 * @param unrecognized the stored plan; null without one
 */
export async function writeStarter(db: Db | Tx, userId: string, unrecognized: string | null, now: Date): Promise<void> {
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
export async function hasDeletedAccount(db: Db | Tx, customerId: string): Promise<boolean> {
  const isEvent = and(eq(billingEvents.id, `${ACCOUNT_DELETED}:${customerId}`), eq(billingEvents.type, ACCOUNT_DELETED))
  return (await db.$count(billingEvents, isEvent)) > 0
}

/** Deletes events received before a moment. */
export async function deleteEventsBefore(db: Db | Tx, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before))
}

/** Lists all cancellation requests of a user, oldest first. */
export async function cancellationRequestsOf(db: Db | Tx, userId: string) {
  return db
    .select()
    .from(cancellationRequests)
    .where(eq(cancellationRequests.userId, userId))
    .orderBy(asc(cancellationRequests.createdAt))
}

/** Lists the events that Stripe has sent about a user, oldest first. */
export async function paymentEventsOf(db: Db | Tx, userId: string) {
  return db
    .select({ id: billingEvents.id, type: billingEvents.type, receivedAt: billingEvents.receivedAt })
    .from(billingEvents)
    .innerJoin(users, eq(users.stripeCustomerId, billingEvents.customerId))
    .where(eq(users.id, userId))
    .orderBy(asc(billingEvents.receivedAt))
}
