import { AppError } from '../../../shared/errors.ts'
import { type Plan, type PlanCatalogue, planOf, remainingSummaries } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/held-plan.ts'
import { usagePeriodAt } from '../../../shared/plans/usage.ts'
import type { Tx } from '../../db/database.ts'
import { decrementUsage, lockUsage, writeUsage } from './repo.ts'

/** What was taken from a quota, so that it can be given back to the same month. */
export interface Reservation {
  plan: Plan
  period: Date
}

/** What is said of a month that is used up: another plan only where one gives more, else when the next month begins. */
function usedUp({ plans }: PlanCatalogue, plan: Plan, next: Date): AppError {
  const { summariesPerMonth: quota, name } = plan
  const spent = `You have used all ${quota} summaries of your ${name} plan this month.`
  const givesMore = plans
    .slice(plans.indexOf(plan) + 1)
    .some(({ summariesPerMonth: more }) => more === null || (quota !== null && more > quota))
  if (givesMore) return new AppError('upgrade_required', `${spent} Upgrade for more.`)
  return new AppError('conflict', `${spent} Your next month starts on ${next.toISOString().slice(0, 10)}.`)
}

/**
 * Takes one summary from a person's month. Committed with the surrounding transaction, given back by
 * `giveBackSummary`.
 *
 * @throws AppError `upgrade_required` when the month is used up, `conflict` where no other plan gives more, `unauthorized` when the person is gone
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
  // The month of a plan that began in the middle of a billing month keeps its own start.
  const period = counts ? usage.usagePeriodStart : start
  const plan = planOf(catalogue, heldPlan(usage, now))
  if (remainingSummaries(plan, used) === 0) throw usedUp(catalogue, plan, end)
  await writeUsage(tx, userId, used + 1, period)
  return { plan, period }
}

/** Makes requests of one person take turns until the transaction ends. */
export async function takeTurn(tx: Tx, userId: string): Promise<void> {
  await lockUsage(tx, userId)
}

/** Gives a reserved summary back. Has no effect once a new month has begun: its quota is whole already. */
export async function giveBackSummary(tx: Tx, userId: string, period: Date): Promise<void> {
  await decrementUsage(tx, userId, period)
}
