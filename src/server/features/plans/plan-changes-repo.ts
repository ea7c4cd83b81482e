import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { planChanges, type UserRow, users } from '../../db/schema/index.ts'

export type PlanChangeRow = typeof planChanges.$inferSelect

/** What operators have done about a person's plan, the oldest first. */
export async function planChangesOf(db: Db | Tx, userId: string): Promise<PlanChangeRow[]> {
  return db.select().from(planChanges).where(eq(planChanges.userId, userId)).orderBy(asc(planChanges.createdAt))
}

export type PlanRow = Pick<
  UserRow,
  | 'id'
  | 'email'
  | 'subscriptionPlan'
  | 'subscriptionExpiresAt'
  | 'planSource'
  | 'planStartedAt'
  | 'stripeCustomerId'
  | 'stripeSubscriptionId'
>

/** What a person's plan is and where it is from, locked until the transaction ends. */
export async function lockPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  const [row] = await tx
    .select({
      id: users.id,
      email: users.email,
      subscriptionPlan: users.subscriptionPlan,
      subscriptionExpiresAt: users.subscriptionExpiresAt,
      planSource: users.planSource,
      planStartedAt: users.planStartedAt,
      stripeCustomerId: users.stripeCustomerId,
      stripeSubscriptionId: users.stripeSubscriptionId,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return row
}

const nothingSaid = {
  subscriptionStatus: null,
  subscriptionPrice: null,
  subscriptionCurrency: null,
  cancelAtPeriodEnd: false,
} as const

/**
 * Gives a person a plan, or none, in place of whatever was paid for. What the payment provider said of a subscription
 * that is over is forgotten; one that is there still may want money, and stays as it is. What it says next counts, and
 * nothing of what was read there before this.
 */
export async function writePlan(
  tx: Tx,
  { id, stripeSubscriptionId }: Pick<PlanRow, 'id' | 'stripeSubscriptionId'>,
  { plan, until }: { plan: string | null; until: Date | null },
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({
      subscriptionPlan: plan,
      subscriptionExpiresAt: until,
      planSource: plan === null ? null : 'operator',
      ...(stripeSubscriptionId === null ? nothingSaid : {}),
      billingVersion: sql`${users.billingVersion} + 1`,
      updatedAt: now,
    })
    .where(eq(users.id, id))
}

export async function insertPlanChange(tx: Tx, change: Omit<PlanChangeRow, 'id'>): Promise<void> {
  await tx.insert(planChanges).values(change)
}
