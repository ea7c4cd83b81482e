import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../fuzz/random.ts'
import type { Fault } from './faults.ts'
import { Ledger, totalOf } from './ledger.ts'
import { settleUser } from './settle.ts'
import { settleRows, untilNoJobs } from './settle-rows.ts'
import { SimulatedUser } from './simulated-user.ts'
import type { Supervised } from './supervisor.ts'
import type { World } from './world.ts'

export interface ChaosOptions {
  seed: number
  users: number
  /** Called before each fault, with the number of faults so far. */
  goOn: (faults: number) => boolean
  /** Selects the next fault. */
  next: (random: Random) => Fault
  /** Minimum and maximum pause after each fault. */
  pauseMs: readonly [number, number]
}

export interface ChaosReport {
  ledger: Ledger
  faults: ReadonlyMap<string, number>
  seconds: number
}

/** Pause of users between two actions. */
const THINK_MS = 120
/** The same after a failure. */
const TROUBLED_MS = 500

interface Stage {
  ledger: Ledger
  users: readonly SimulatedUser[]
  /** Lets users finish their current action, and stops them. */
  stop: () => Promise<void>
}

/** Runs users until they are stopped. */
export function startUsers(world: World, { seed, users: count }: Pick<ChaosOptions, 'seed' | 'users'>): Stage {
  const ledger = new Ledger()
  const users = Array.from(
    { length: count },
    (_, n) =>
      new SimulatedUser({
        ledger,
        random: new Random(seed * 1000 + n),
        origin: world.proxy.origin,
        name: `person${n}`,
      }),
  )
  const over = new AbortController()
  const loops = users.map(async (user) => {
    while (!over.signal.aborted) {
      const unanswered = totalOf(ledger.unanswered)
      await user.act()
      // Slows down while nothing responds.
      const trouble = totalOf(ledger.unanswered) > unanswered ? TROUBLED_MS : 0
      await sleep(trouble + user.random.below(2 * THINK_MS))
    }
  })
  return {
    ledger,
    users,
    stop: async () => {
      over.abort()
      await Promise.all(loops)
    },
  }
}

async function doFaults(options: ChaosOptions): Promise<Map<string, number>> {
  const random = new Random(options.seed)
  const done = new Map<string, number>()
  const [least, most] = options.pauseMs
  for (let count = 0; options.goOn(count); count += 1) {
    const fault = options.next(random)
    await fault.run()
    done.set(fault.name, (done.get(fault.name) ?? 0) + 1)
    await sleep(least + random.below(most - least))
  }
  return done
}

/** Compares the ledger with the final state, after all faults. */
export async function settle(world: World, { ledger, users }: Stage, processes: readonly Supervised[]): Promise<void> {
  await Promise.all(processes.map(async (one) => one.ready()))
  await Promise.all(users.map(settleUser))
  await world.inspect(async (ask) => untilNoJobs(ledger, ask))
  for (const one of processes) {
    for (const fault of one.faults) ledger.complain(fault)
    const code = await one.stop()
    if (code !== 0) ledger.complain(`${one.name} ended with ${code} when it was stopped: ${one.tail()}`)
  }
  await world.inspect(async (ask) => settleRows(ledger, ask))
}

/** Runs users during faults, then ends all faults and verifies what was acknowledged. */
export async function runChaos(
  world: World,
  processes: readonly Supervised[],
  options: ChaosOptions,
): Promise<ChaosReport> {
  const startedAt = performance.now()
  const stage = startUsers(world, options)
  const faults = await doFaults(options)
  await stage.stop()
  await settle(world, stage, processes)
  return { ledger: stage.ledger, faults, seconds: (performance.now() - startedAt) / 1000 }
}
