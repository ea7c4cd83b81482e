import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../shared/errors.ts'
import {
  hasPrices,
  heldPlan,
  type Plan,
  type PlanCatalogue,
  planOf,
  type Quota,
  remaining,
  usagePeriodAt,
} from '../../shared/plans/catalogue.ts'
import type { Context, Tx } from '../db/database.ts'
import { firstOf } from '../db/rows.ts'
import { type UserRow, users } from '../db/schema/index.ts'

/** Locks a user's row until the transaction ends, which serializes the transactions of one user. */
export const lockUser = async (tx: Tx, userId: string): Promise<UserRow | undefined> =>
  firstOf(tx.select().from(users).where(eq(users.id, userId)).for('update'))

/** Column that counts each quota, and its noun in messages. */
const counted = {
  summariesPerMonth: { column: 'summariesUsed', noun: 'summaries' },
  questionsPerMonth: { column: 'questionsUsed', noun: 'questions' },
} as const satisfies Record<Quota, { column: keyof UserRow; noun: string }>

/** The error for an exhausted quota: offers an upgrade if another plan gives more, else the start of the next month. */
function usedUp({ plans }: PlanCatalogue, plan: Plan, feature: Quota, next: Date): AppError {
  const { [feature]: quota, name } = plan
  const ofPlan = hasPrices({ plans }) ? `of your ${name} plan this month` : 'of this month'
  const spent = `You have used all ${quota} ${counted[feature].noun} ${ofPlan}.`
  const givesMore = plans
    .slice(plans.indexOf(plan) + 1)
    .some(({ [feature]: more }) => more === null || (quota !== null && more > quota))
  if (givesMore) return new AppError('upgrade_required', `${spent} Upgrade for more.`)
  return new AppError('quota_exhausted', `${spent} Your next month starts on ${next.toISOString().slice(0, 10)}.`)
}

/**
 * Reserves one of a user's monthly quota, as part of the surrounding transaction, and returns the month for
 * `returnToQuota` to undo it.
 * @throws AppError `upgrade_required` when the quota is exhausted, `quota_exhausted` if no other plan gives more,
 * `unauthorized` when the account was deleted
 */
export async function reserveFromQuota(tx: Tx, catalogue: PlanCatalogue, feature: Quota, userId: string, now: Date) {
  const usage = await lockUser(tx, userId)
  if (usage === undefined) throw new AppError('unauthorized', 'Unauthorized')
  const { start, end } = usagePeriodAt(usage.planStartedAt, now)
  const counts = usage.usagePeriodStart >= start
  const { summariesUsed, questionsUsed } = counts ? usage : { summariesUsed: 0, questionsUsed: 0 }
  const used = { summariesUsed, questionsUsed }
  const { column } = counted[feature]
  // A usage month restarted by a plan change keeps its own start.
  const period = counts ? usage.usagePeriodStart : start
  const plan = planOf(catalogue, heldPlan(usage, now))
  if (remaining(plan, feature, used[column]) === 0) throw usedUp(catalogue, plan, feature, end)
  await tx
    .update(users)
    .set({ ...used, [column]: used[column] + 1, usagePeriodStart: period })
    .where(eq(users.id, userId))
  return { plan, period }
}

export const reserveSummary = async (tx: Tx, catalogue: PlanCatalogue, userId: string, now: Date) =>
  reserveFromQuota(tx, catalogue, 'summariesPerMonth', userId, now)

export async function findPlan({ db, clock, catalogue }: Context, userId: string) {
  const { subscriptionPlan, subscriptionExpiresAt } = users
  const [user] = await db.select({ subscriptionPlan, subscriptionExpiresAt }).from(users).where(eq(users.id, userId))
  return planOf(catalogue, user === undefined ? null : heldPlan(user, clock.now()))
}

/** Returns what was reserved to its month's quota. Has no effect once a new month has begun. */
export async function returnToQuota(tx: Tx, feature: Quota, userId: string, period: Date): Promise<void> {
  const { column } = counted[feature]
  await tx
    .update(users)
    .set({ [column]: sql`greatest(0, ${users[column]} - 1)` })
    .where(sql`${users.id} = ${userId} AND ${users.usagePeriodStart} = ${period.toISOString()}::timestamptz`)
}

export const returnSummary = async (tx: Tx, userId: string, period: Date): Promise<void> =>
  returnToQuota(tx, 'summariesPerMonth', userId, period)

/**
 * Starts a new usage month, with nothing used, when a plan begins. Does nothing while the same plan goes on, or when
 * the user is gone. Summaries in progress reserved their quota in the earlier month: giving one back does not add to
 * the new plan's quota.
 * @param start.isNewPlan whether the plan differs from the previous one, whose months may begin on the same day
 */
export async function restartUsage(
  tx: Tx,
  userId: string,
  { planStartedAt, isNewPlan }: { planStartedAt: Date; isNewPlan: boolean },
  now: Date,
): Promise<void> {
  const usage = await lockUser(tx, userId)
  if (usage === undefined) return
  if (!isNewPlan && usage.planStartedAt.getTime() === planStartedAt.getTime()) return
  const { start } = usagePeriodAt(planStartedAt, now)
  const afterEarlierMonth = usage.usagePeriodStart.getTime() + 1
  const usagePeriodStart = new Date(Math.max(now.getTime(), start.getTime(), afterEarlierMonth))
  await tx
    .update(users)
    .set({ planStartedAt, usagePeriodStart, summariesUsed: 0, questionsUsed: 0 })
    .where(eq(users.id, userId))
}
