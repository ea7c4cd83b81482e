import type { Random } from '../fuzz/random.ts'
import { faultsOf } from './faults.ts'
import { type ChaosOptions, type ChaosReport, runChaos } from './run.ts'
import { Supervised } from './supervisor.ts'
import { bookDeletions, openBundledWorld, openPostgresWorld, type World } from './world.ts'

/** Two of each, started one after the other: the first migrates the database. */
export async function startCluster(world: World): Promise<Supervised[]> {
  const processes: Supervised[] = []
  for (const [role, name] of [
    ['web', 'web 1'],
    ['web', 'web 2'],
    ['worker', 'worker 1'],
    ['worker', 'worker 2'],
  ] as const) {
    const started = await Supervised.start(name, { ...world.env, ROLE: role })
    await started.ready()
    if (role === 'web') world.proxy.add(started)
    processes.push(started)
  }
  return processes
}

/** One fault in this many is random; the others kill the process. */
const OTHER_EVERY = 4

/** Cleans up after a failed run. */
async function endAll(world: World, processes: readonly Supervised[]): Promise<void> {
  for (const one of processes) await one.stop('SIGKILL')
  await world.close()
}

type Wanted = Pick<ChaosOptions, 'seed' | 'users' | 'goOn' | 'pauseMs'>

/**
 * Two web processes and two workers on a PostgreSQL, with all faults.
 * @param options.pooled whether they connect through PgBouncer
 */
export async function chaosOnPostgres(
  wanted: Wanted,
  options: { pooled?: boolean } = {},
): Promise<ChaosReport & { hadDisk: boolean }> {
  const world = await openPostgresWorld(options)
  let processes: Supervised[] = []
  try {
    processes = await startCluster(world)
    await bookDeletions(world)
    const next = (random: Random) => random.pick(faultsOf(world, processes, random))
    return { ...(await runChaos(world, processes, { ...wanted, next })), hadDisk: world.disk !== null }
  } finally {
    await endAll(world, processes)
  }
}

/** One process on the bundled database, which is killed repeatedly; sometimes the disk is full, or the model fails. */
export async function chaosOnBundled(wanted: Wanted): Promise<ChaosReport & { hadDisk: boolean }> {
  const world = await openBundledWorld()
  let processes: Supervised[] = []
  try {
    const server = await Supervised.start('all', { ...world.env, ROLE: 'all' })
    processes = [server]
    await server.ready()
    await bookDeletions(world)
    world.proxy.add(server)
    let turn = 0
    const next = (random: Random) => {
      const all = faultsOf(world, processes, random)
      const killing = all.filter(({ name }) => name.startsWith('kill'))
      turn += 1
      const fault = random.pick(turn % OTHER_EVERY === 0 ? all : killing)
      return {
        name: fault.name,
        run: async () => {
          await fault.run()
          await server.ready()
        },
      }
    }
    return { ...(await runChaos(world, processes, { ...wanted, next })), hadDisk: world.disk !== null }
  } finally {
    await endAll(world, processes)
  }
}
