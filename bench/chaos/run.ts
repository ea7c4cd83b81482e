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
  /** Asked before each fault, with the number of those so far. */
  goOn: (faults: number) => boolean
  /** Chooses what goes wrong next. */
  next: (random: Random) => Fault
  /** Pause after each fault, least and most. */
  pauseMs: readonly [number, number]
}

export interface ChaosReport {
  ledger: Ledger
  faults: ReadonlyMap<string, number>
  seconds: number
}

/** How long people wait between two things that they do. */
const THINK_MS = 120
/** The same when something has just failed. */
const TROUBLED_MS = 500

interface Stage {
  ledger: Ledger
  users: readonly SimulatedUser[]
  /** Lets people finish what they are doing, and no more. */
  stop: () => Promise<void>
}

/** Has people use the product until they are stopped. */
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
      // Nobody asks as fast as they can while nothing answers.
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

/** Compares the ledger with what is there once nothing goes wrong any more. */
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

/** People use the product while things go wrong; then nothing does any more, and what was acknowledged has to be true. */
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
