import { advance } from './engine/advance.ts'
import { periodEnd } from './engine/calendar.ts'
import type { Engine } from './engine/engine.ts'
import { emitSubscription } from './engine/events.ts'
import { isOver } from './engine/find.ts'
import { type Subscription, type World, worldSchema } from './engine/records.ts'

/** Names of times in the stand-in's records, and in Stripe's objects inside events. */
const timeNames =
  /^(?:time|start|end|created|anchor|billing_cycle_anchor|cancel_?at|start_date|.*(?:[a-z]At|_at|[a-z]Start|_start|[a-z]End|_end|Attempt|_attempt))$/u

/** Smaller numbers with such a name are not times: they would be before 2001. */
const FIRST_TIME = 1_000_000_000

function aged(value: unknown, name: string, seconds: number): unknown {
  if (typeof value === 'number') return value >= FIRST_TIME && timeNames.test(name) ? value - seconds : value
  if (Array.isArray(value)) return value.map((entry: unknown) => aged(entry, name, seconds))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, aged(entry, key, seconds)]))
}

/** Months differ in length, so the current period, on other days now, ends by the calendar again. */
function realign({ prices, time }: World, subscription: Subscription): void {
  if ((subscription.trialEnd ?? 0) > time) return
  const { periodStart } = subscription
  const interval = prices[subscription.price]?.interval ?? 'month'
  subscription.anchor = periodStart
  subscription.periodEnd = periodEnd(periodStart, periodStart, interval)
  if (subscription.cancelAtPeriodEnd) subscription.cancelAt = subscription.periodEnd
}

/** The same state with every time `seconds` earlier. */
export function ageWorld(world: World, seconds: number): World {
  const older = worldSchema.parse(aged(world, '', seconds))
  for (const subscription of Object.values(older.subscriptions)) if (!isOver(subscription)) realign(older, subscription)
  return older
}

/** Clock of a stand-in: it stops until it is moved, or follows the system's. */
export class Clock {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  now(): Date {
    const { time, aheadSeconds } = this.#engine.world
    return aheadSeconds === null ? new Date(time * 1000) : new Date(Date.now() + aheadSeconds * 1000)
  }

  /** Lets everything happen that is due. */
  catchUp(): void {
    advance(this.#engine, Math.floor(this.now().getTime() / 1000))
  }

  moveTo(date: Date): void {
    const { world } = this.#engine
    if (world.aheadSeconds !== null) {
      world.aheadSeconds = Math.max(world.aheadSeconds, Math.ceil((date.getTime() - Date.now()) / 1000))
    }
    advance(this.#engine, Math.max(Math.floor(date.getTime() / 1000), Math.floor(this.now().getTime() / 1000)))
  }

  /**
   * Lets time pass while the clock keeps following the system's: it moves ahead, and then everything becomes as much
   * older. Emits an event for each live subscription, whose dates have changed.
   */
  pass(seconds: number): void {
    const engine = this.#engine
    this.catchUp()
    advance(engine, engine.world.time + seconds)
    engine.world = ageWorld(engine.world, seconds)
    // A period that has become shorter may be over.
    this.catchUp()
    for (const subscription of Object.values(engine.world.subscriptions)) {
      if (!isOver(subscription)) emitSubscription(engine, 'updated', subscription)
    }
  }
}
