import { usagePeriodAt } from '../../../shared/plans/usage.ts'
import type { Tx } from '../../db/database.ts'
import { lockUsage, writeMonths } from './repo.ts'

export interface MoveMonthsDeps {
  /** Has summaries in the making hold what they took of one month as taken of another. */
  moveReservations: (tx: Tx, userId: string, from: Date, to: Date) => Promise<void>
}

/**
 * Makes what counts a person's months from another day on. What was used in the month that runs stays used, however
 * long the month now is, and what summaries in the making hold of it can still be given back. Nothing changes when the
 * day is the same, or the person is gone.
 */
export function moveMonths({ moveReservations }: MoveMonthsDeps) {
  return async (tx: Tx, userId: string, planStartedAt: Date, now: Date): Promise<void> => {
    const usage = await lockUsage(tx, userId)
    if (usage === undefined || usage.planStartedAt.getTime() === planStartedAt.getTime()) return
    const counts = usage.usagePeriodStart >= usagePeriodAt(usage.planStartedAt, now).start
    const usagePeriodStart = usagePeriodAt(planStartedAt, now).start
    const summariesUsed = counts ? usage.summariesUsed : 0
    await writeMonths(tx, userId, { planStartedAt, usagePeriodStart, summariesUsed })
    if (counts) await moveReservations(tx, userId, usage.usagePeriodStart, usagePeriodStart)
  }
}
