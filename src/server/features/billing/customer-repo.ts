import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { type UserRow, users } from '../../db/schema/index.ts'

/** What a person's row says of them as a customer. */
export const customerColumns = {
  id: users.id,
  stripeCustomerId: users.stripeCustomerId,
  stripeSubscriptionId: users.stripeSubscriptionId,
  subscriptionPlan: users.subscriptionPlan,
  subscriptionExpiresAt: users.subscriptionExpiresAt,
  planSource: users.planSource,
  subscriptionStatus: users.subscriptionStatus,
  subscriptionPrice: users.subscriptionPrice,
  subscriptionCurrency: users.subscriptionCurrency,
  cancelAtPeriodEnd: users.cancelAtPeriodEnd,
}

const payerColumns = { ...customerColumns, email: users.email, billingSyncedAt: users.billingSyncedAt }

/** What payments read of a person's row. */
export type Payer = Pick<UserRow, keyof typeof payerColumns>

export async function findPayer(db: Db | Tx, userId: string): Promise<Payer | undefined> {
  const [row] = await db.select(payerColumns).from(users).where(eq(users.id, userId)).limit(1)
  return row
}

/**
 * Writes down who a person is at Stripe, if that is still what it was when it was decided.
 *
 * @returns whether it was
 */
export async function writeCustomer(
  db: Db | Tx,
  userId: string,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  const unchanged = from === null ? isNull(users.stripeCustomerId) : eq(users.stripeCustomerId, from)
  const rows = await db
    .update(users)
    .set({ stripeCustomerId: to })
    .where(and(eq(users.id, userId), unchanged))
    .returning({ id: users.id })
  return rows.length > 0
}
