import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/database.ts'
import { planChanges, type UserRow, users } from '../db/schema/index.ts'

export type UsageRow = Pick<
  UserRow,
  'id' | 'subscriptionPlan' | 'subscriptionExpiresAt' | 'planStartedAt' | 'usagePeriodStart' | 'summariesUsed'
>

/** The columns that determine a user's current plan. */
export async function findPlanFields(
  db: Db,
  userId: string,
): Promise<Pick<UserRow, 'subscriptionPlan' | 'subscriptionExpiresAt'> | undefined> {
  const [row] = await db
    .select({ subscriptionPlan: users.subscriptionPlan, subscriptionExpiresAt: users.subscriptionExpiresAt })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

/** A user's usage counters, locked until the transaction ends. */
export async function lockUsage(tx: Tx, userId: string): Promise<UsageRow | undefined> {
  const [row] = await tx
    .select({
      id: users.id,
      subscriptionPlan: users.subscriptionPlan,
      subscriptionExpiresAt: users.subscriptionExpiresAt,
      planStartedAt: users.planStartedAt,
      usagePeriodStart: users.usagePeriodStart,
      summariesUsed: users.summariesUsed,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return row
}

export async function writeUsage(tx: Tx, userId: string, summariesUsed: number, usagePeriodStart: Date): Promise<void> {
  await tx.update(users).set({ summariesUsed, usagePeriodStart }).where(eq(users.id, userId))
}

/** Writes the day on which usage months begin, and the counters of the current month. */
export async function writeMonths(
  tx: Tx,
  userId: string,
  months: Pick<UserRow, 'planStartedAt' | 'usagePeriodStart' | 'summariesUsed'>,
): Promise<void> {
  await tx.update(users).set(months).where(eq(users.id, userId))
}

/** Decrements the usage counter if the given month is still the current one. */
export async function decrementUsage(tx: Tx, userId: string, usagePeriodStart: Date): Promise<void> {
  await tx
    .update(users)
    .set({ summariesUsed: sql`greatest(0, ${users.summariesUsed} - 1)` })
    .where(sql`${users.id} = ${userId} AND ${users.usagePeriodStart} = ${usagePeriodStart.toISOString()}::timestamptz`)
}

export type PlanChangeRow = typeof planChanges.$inferSelect

/** Plan changes that operators made for a user, oldest first. */
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

/** A user's plan and its source, locked until the transaction ends. */
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

const noSubscription = {
  subscriptionStatus: null,
  subscriptionPrice: null,
  subscriptionCurrency: null,
  cancelAtPeriodEnd: false,
} as const

/**
 * Sets a user's plan on behalf of an operator. Clears the facts of an ended Stripe subscription and keeps those of a live
 * one. Raises `billingVersion`, so that a concurrent sync from Stripe with older data is rejected.
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
      ...(stripeSubscriptionId === null ? noSubscription : {}),
      billingVersion: sql`${users.billingVersion} + 1`,
      updatedAt: now,
    })
    .where(eq(users.id, id))
}

export async function insertPlanChange(tx: Tx, change: Omit<PlanChangeRow, 'id'>): Promise<void> {
  await tx.insert(planChanges).values(change)
}
