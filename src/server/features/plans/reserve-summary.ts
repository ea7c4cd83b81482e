import { AppError } from '../../../shared/errors.ts'
import { type Plan, type PlanCatalogue, planOf, remainingSummaries } from '../../../shared/plans/catalogue.ts'
import { usagePeriodAt } from '../../../shared/plans/usage.ts'
import type { Tx } from '../../db/database.ts'
import { decrementUsage, lockUsage, writeUsage } from './repo.ts'

/** What was taken from a quota, so that it can be given back to the same month. */
export interface Reservation {
  plan: Plan
  period: Date
}

/**
 * Takes one summary from a person's month. Committed with the surrounding transaction, given back by
 * `giveBackSummary`.
 *
 * @throws AppError `upgrade_required` when the month is used up, `unauthorized` when the person is gone
 */
export async function reserveSummary(
  tx: Tx,
  catalogue: PlanCatalogue,
  userId: string,
  now: Date,
): Promise<Reservation> {
  const usage = await lockUsage(tx, userId)
  if (usage === undefined) throw new AppError('unauthorized', 'Unauthorized')
  const period = usagePeriodAt(usage.planStartedAt, now).start
  const used = usage.usagePeriodStart >= period ? usage.summariesUsed : 0
  const plan = planOf(catalogue, usage.subscriptionPlan)
  if (remainingSummaries(plan, used) === 0) {
    throw new AppError(
      'upgrade_required',
      `You have used all ${plan.summariesPerMonth} summaries of your ${plan.name} plan this month. Upgrade for more.`,
    )
  }
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
