import { usagePeriodAt } from '../../../shared/plans/usage.ts'
import type { Tx } from '../../db/database.ts'
import { lockUsage, writeMonths } from './repo.ts'

/** The plan whose months are counted from now on. */
export interface PlanStart {
  /** Day that the plan's months are counted from. */
  planStartedAt: Date
  /** Whether the plan differs from the one before, although its months may be counted from the same day. */
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
