import { periodEnd } from './engine/calendar.ts'
import { isOver } from './engine/find.ts'
import { type Subscription, type World, worldSchema } from './engine/records.ts'

/** Names of times: those of the stand-in's own records, and those of Stripe's objects, which stand in events. */
const timeNames =
  /^(?:time|start|end|created|updated|anchor|billing_cycle_anchor|cancel_?at|start_?[dD]ate|due_?[dD]ate|.*(?:[a-z]At|_at|[a-z]Start|_start|[a-z]End|_end|Attempt|_attempt))$/u

/** No number of these names that is smaller is a time: it would lie before 2001. */
const FIRST_TIME = 1_000_000_000

function aged(value: unknown, name: string, seconds: number): unknown {
  if (typeof value === 'number') return value >= FIRST_TIME && timeNames.test(name) ? value - seconds : value
  if (Array.isArray(value)) return value.map((entry: unknown) => aged(entry, name, seconds))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, aged(entry, key, seconds)]))
}

/**
 * Months are not equally long: the period that runs, moved to other days, ends when the calendar says, and later ones
 * are counted from its beginning.
 */
function realign({ prices, time }: World, subscription: Subscription): void {
  const { items, trialEnd } = subscription
  const [first] = items
  const isTrial = trialEnd !== null && trialEnd > time
  if (first === undefined || isTrial) return
  subscription.anchor = first.periodStart
  for (const item of items) {
    const recurring = prices[item.price]?.recurring
    if (recurring) item.periodEnd = periodEnd(first.periodStart, item.periodStart, recurring)
  }
  if (subscription.cancelAtPeriodEnd) subscription.cancelAt = Math.max(...items.map((item) => item.periodEnd))
}

/**
 * The same world, so much older: everything in it has happened, and will happen, that many seconds earlier. After its
 * clock has been moved ahead by as much, the clock is where it was, and what lay ahead of it lies behind.
 */
export function ageWorld(world: World, seconds: number): World {
  const older = worldSchema.parse(aged(world, '', seconds))
  for (const subscription of Object.values(older.subscriptions)) if (!isOver(subscription)) realign(older, subscription)
  return older
}
