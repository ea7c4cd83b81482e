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
  audioMinutesPerMonth: { column: 'audioMinutesUsed', noun: 'minutes of recordings' },
} as const satisfies Record<Quota, { column: keyof UserRow; noun: string }>

const nothingUsed = { summariesUsed: 0, questionsUsed: 0, audioMinutesUsed: 0 }

/** The error for an exhausted quota: offers an upgrade if another plan gives more, else the start of the next month. */
function usedUp(
  { plans }: PlanCatalogue,
  plan: Plan,
  feature: Quota,
  { next, used, amount }: { next: Date; used: number; amount: number },
): AppError {
  const { [feature]: quota, name } = plan
  const ofPlan = hasPrices({ plans }) ? `of your ${name} plan this month` : 'of this month'
  const left = Math.max(0, (quota ?? 0) - used)
  const spent =
    left === 0
      ? `You have used all ${quota} ${counted[feature].noun} ${ofPlan}.`
      : `This recording has ${amount} minutes, and ${left} of the ${quota} ${counted[feature].noun} ${ofPlan} are left.`
  const givesMore = plans
    .slice(plans.indexOf(plan) + 1)
    .some(({ [feature]: more }) => more === null || (quota !== null && more > quota))
  const nextMonth = `Your next month starts on ${next.toISOString().slice(0, 10)}.`
  // Another recording can wait for it.
  const date = feature === 'audioMinutesPerMonth' && amount <= (quota ?? 0) ? ` ${nextMonth}` : ''
  if (givesMore) return new AppError('upgrade_required', `${spent} Upgrade for more.${date}`)
  return new AppError('quota_exhausted', `${spent} ${nextMonth}`)
}

/**
 * Reserves one of a user's monthly quota, or `amount`, as part of the surrounding transaction, and returns the month for
 * `returnToQuota` to undo it.
 * @throws AppError `upgrade_required` when the quota is exhausted, `quota_exhausted` if no other plan gives more,
 * `unauthorized` when the account was deleted
 */
export async function reserveFromQuota(
  tx: Tx,
  catalogue: PlanCatalogue,
  feature: Quota,
  userId: string,
  now: Date,
  amount = 1,
) {
  const usage = await lockUser(tx, userId)
  if (usage === undefined) throw new AppError('unauthorized', 'Unauthorized')
  const { start, end } = usagePeriodAt(usage.planStartedAt, now)
  const counts = usage.usagePeriodStart >= start
  const { summariesUsed, questionsUsed, audioMinutesUsed } = counts ? usage : nothingUsed
  const used = { summariesUsed, questionsUsed, audioMinutesUsed }
  const { column } = counted[feature]
  // A usage month restarted by a plan change keeps its own start.
  const period = counts ? usage.usagePeriodStart : start
  const plan = planOf(catalogue, heldPlan(usage, now))
  if ((remaining(plan, feature, used[column]) ?? amount) < amount)
    throw usedUp(catalogue, plan, feature, { next: end, used: used[column], amount })
  await tx
    .update(users)
    .set({ ...used, [column]: used[column] + amount, usagePeriodStart: period })
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
export async function returnToQuota(tx: Tx, feature: Quota, userId: string, period: Date, amount = 1): Promise<void> {
  const { column } = counted[feature]
  await tx
    .update(users)
    .set({ [column]: sql`greatest(0, ${users[column]} - ${amount}::integer)` })
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
    .set({ planStartedAt, usagePeriodStart, ...nothingUsed })
    .where(eq(users.id, userId))
}
