import type { Interval } from './records.ts'

export const HOUR = 3600
export const DAY = 24 * HOUR

/** `months` after a day, at the same time of day; the month's last day where it is shorter. */
function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000)
  const first = new Date(from)
  first.setUTCDate(1)
  first.setUTCMonth(from.getUTCMonth() + months)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(from.getUTCDate(), last))
  return Math.floor(first.getTime() / 1000)
}

/** The end of so many intervals, counted from the anchor, so that a short month does not shorten those after it. */
function add(anchor: number, interval: Interval, count: number): number {
  switch (interval) {
    case 'day':
      return anchor + count * DAY
    case 'week':
      return anchor + count * 7 * DAY
    case 'month':
      return addMonths(anchor, count)
    case 'year':
      return addMonths(anchor, count * 12)
  }
}

/**
 * End of the period that begins at `start`: the first multiple of the interval after it, counted from the anchor
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function periodEnd(anchor: number, start: number, { interval, count }: { interval: Interval; count: number }) {
  let periods = 1
  while (add(anchor, interval, periods * count) <= start) periods += 1
  return add(anchor, interval, periods * count)
}
