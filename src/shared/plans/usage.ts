/** The moment `months` calendar months after a start, on the same day of the month or the month's last day (UTC). */
export function addMonths(start: Date, months: number): Date {
  const day = start.getUTCDate()
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(day, lastDay))
  return moved
}

/** A month of a plan, counted from the day the plan began. */
export interface UsagePeriod {
  start: Date
  /** First moment of the next one. */
  end: Date
}

/**
 * The month of a plan that a moment falls in. Months start on the plan's own day, so nobody's quota restarts for
 * everybody at once, and a plan begun on the 31st restarts on the last day of shorter months.
 */
export function usagePeriodAt(planStartedAt: Date, now: Date): UsagePeriod {
  const rough =
    (now.getUTCFullYear() - planStartedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - planStartedAt.getUTCMonth()
  let months = Math.max(0, rough + 1)
  while (months > 0 && addMonths(planStartedAt, months).getTime() > now.getTime()) months -= 1
  return { start: addMonths(planStartedAt, months), end: addMonths(planStartedAt, months + 1) }
}
