import { AppError } from '../../shared/errors.ts'
import { type Plan, type PlanCatalogue, planOf, remainingSummaries } from '../../shared/plans/catalogue.ts'
import { heldPlan, usagePeriodAt } from '../../shared/plans/entitlements.ts'
import type { Context } from '../db/context.ts'
import type { Tx } from '../db/database.ts'
import { decrementUsage, findPlanFields, lockUsage, writeMonths, writeUsage } from './repo.ts'

/** A summary reserved from a quota, and the month to return it to. */
export interface Reservation {
  plan: Plan
  period: Date
}

/** The error for an exhausted quota: offers an upgrade if another plan gives more, else the start of the next month. */
function usedUp({ plans }: PlanCatalogue, plan: Plan, next: Date): AppError {
  const { summariesPerMonth: quota, name } = plan
  const spent = `You have used all ${quota} summaries of your ${name} plan this month.`
  const givesMore = plans
    .slice(plans.indexOf(plan) + 1)
    .some(({ summariesPerMonth: more }) => more === null || (quota !== null && more > quota))
  if (givesMore) return new AppError('upgrade_required', `${spent} Upgrade for more.`)
  return new AppError('quota_exhausted', `${spent} Your next month starts on ${next.toISOString().slice(0, 10)}.`)
}

/**
 * Reserves one summary from a user's monthly quota, as part of the surrounding transaction. `returnSummary` undoes it.
 *
 * @throws AppError `upgrade_required` when the quota is exhausted, `quota_exhausted` if no other plan gives more,
 *   `unauthorized` when the account was deleted
 */
export async function reserveSummary(
  tx: Tx,
  catalogue: PlanCatalogue,
  userId: string,
  now: Date,
): Promise<Reservation> {
  const usage = await lockUsage(tx, userId)
  if (usage === undefined) throw new AppError('unauthorized', 'Unauthorized')
  const { start, end } = usagePeriodAt(usage.planStartedAt, now)
  const counts = usage.usagePeriodStart >= start
  const used = counts ? usage.summariesUsed : 0
  // A usage month restarted by a plan change keeps its own start.
  const period = counts ? usage.usagePeriodStart : start
  const plan = planOf(catalogue, heldPlan(usage, now))
  if (remainingSummaries(plan, used) === 0) throw usedUp(catalogue, plan, end)
  await writeUsage(tx, userId, used + 1, period)
  return { plan, period }
}

/** A user's current plan. */
export async function findPlan(
  { db, clock, catalogue }: Pick<Context, 'db' | 'clock' | 'catalogue'>,
  userId: string,
): Promise<Plan> {
  const user = await findPlanFields(db, userId)
  return planOf(catalogue, user === undefined ? null : heldPlan(user, clock.now()))
}

/** Serializes transactions of one user: waits for other holders, and holds the lock until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await lockUsage(tx, userId)
}

/** Returns a reserved summary to its month's quota. Has no effect once a new month has begun. */
export async function returnSummary(tx: Tx, userId: string, period: Date): Promise<void> {
  await decrementUsage(tx, userId, period)
}

/** Start of a plan's usage months. */
export interface PlanStart {
  /** Day on which the plan's months begin. */
  planStartedAt: Date
  /** Whether the plan differs from the previous one; its months may begin on the same day. */
  isNewPlan: boolean
}

/**
 * Starts a new usage month, with nothing used, when a plan begins. Does nothing while the same plan goes on, or when the
 * user is gone. Summaries in progress reserved their quota in the earlier month: giving one back does not add to the new
 * plan's quota.
 */
export async function restartUsage(
  tx: Tx,
  userId: string,
  { planStartedAt, isNewPlan }: PlanStart,
  now: Date,
): Promise<void> {
  const usage = await lockUsage(tx, userId)
  if (usage === undefined) return
  if (!isNewPlan && usage.planStartedAt.getTime() === planStartedAt.getTime()) return
  const { start } = usagePeriodAt(planStartedAt, now)
  const afterEarlierMonth = usage.usagePeriodStart.getTime() + 1
  const usagePeriodStart = new Date(Math.max(now.getTime(), start.getTime(), afterEarlierMonth))
  await writeMonths(tx, userId, { planStartedAt, usagePeriodStart, summariesUsed: 0 })
}
