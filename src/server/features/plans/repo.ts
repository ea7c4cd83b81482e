import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { type UserRow, users } from '../../db/schema/index.ts'

export type UsageRow = Pick<
  UserRow,
  'id' | 'subscriptionPlan' | 'subscriptionExpiresAt' | 'planStartedAt' | 'usagePeriodStart' | 'summariesUsed'
>

/** The counters of a person, locked until the transaction ends: requests for the last one left take turns. */
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

/** Writes the day that months are counted from, with the counters of the month that runs by it. */
export async function writeMonths(
  tx: Tx,
  userId: string,
  months: Pick<UserRow, 'planStartedAt' | 'usagePeriodStart' | 'summariesUsed'>,
): Promise<void> {
  await tx.update(users).set(months).where(eq(users.id, userId))
}

/** One less used, if the month it was used in is still being counted. */
export async function decrementUsage(tx: Tx, userId: string, usagePeriodStart: Date): Promise<void> {
  await tx
    .update(users)
    .set({ summariesUsed: sql`greatest(0, ${users.summariesUsed} - 1)` })
    .where(sql`${users.id} = ${userId} AND ${users.usagePeriodStart} = ${usagePeriodStart.toISOString()}::timestamptz`)
}
