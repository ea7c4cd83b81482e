import { setTimeout as sleep } from 'node:timers/promises'
import { fails, resets, silent, slowPieces, takes } from '../../tests/standins/models/behaviors.ts'
import { always, type Script } from '../../tests/standins/models/script.ts'
import type { Random } from '../fuzz/random.ts'
import type { Supervised } from './supervisor.ts'
import { MODEL_MS, type World } from './world.ts'

/** A temporary fault, which ends when the promise resolves. */
export interface Fault {
  name: string
  run: () => Promise<void>
}

const AWAY_MS = 2000
const MODEL_TROUBLE_MS = 4000

const servers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE application_name LIKE 'precis%' AND pid <> pg_backend_pid()`

function killing(name: string, processes: readonly Supervised[], random: Random): Fault[] {
  const killed = processes.filter((one) => one.name.startsWith(name))
  return killed.length === 0 ? [] : [{ name: `kill -9 ${name}`, run: async () => random.pick(killed).kill() }]
}

function databaseFaults({ postgres, databaseWire, inspect }: World): Fault[] {
  if (postgres === null || databaseWire === null) return []
  return [
    { name: 'PostgreSQL restarted, fast', run: async () => postgres.restart('fast') },
    { name: 'PostgreSQL restarted, immediate', run: async () => postgres.restart('immediate') },
    { name: 'connections ended by PostgreSQL', run: async () => void (await inspect(async (ask) => ask(servers))) },
    { name: 'connections to PostgreSQL cut', run: async () => databaseWire.cut() },
    {
      name: 'PostgreSQL out of reach',
      run: async () => {
        databaseWire.allow(false)
        databaseWire.cut()
        await sleep(AWAY_MS)
        databaseWire.allow(true)
      },
    },
  ]
}

function filesFaults({ filesWire }: World): Fault[] {
  if (filesWire === null) return []
  const run = async (): Promise<void> => {
    filesWire.allow(false)
    filesWire.cut()
    await sleep(AWAY_MS)
    filesWire.allow(true)
  }
  return [{ name: 'S3 refusing', run }]
}

function diskFaults({ disk, postgres }: World): Fault[] {
  if (disk === null) return []
  const run = async (): Promise<void> => {
    disk.fill()
    await sleep(AWAY_MS)
    disk.empty()
    // The process exits when it can't store what it has acknowledged, and its supervisor restarts it.
    await postgres?.revive()
  }
  return [{ name: postgres === null ? 'disk of the uploads full' : 'disk of PostgreSQL full', run }]
}

function modelFaults({ models }: World): Fault[] {
  const trouble: Record<string, Script> = {
    'model failing': always(fails('server_error')),
    'model overloaded': always(fails('overloaded')),
    'model slow': always(slowPieces(200)),
    'model silent': always(silent),
    'model breaking connections': always(resets),
  }
  return Object.entries(trouble).map(([name, script]) => ({
    name,
    run: async () => {
      models.play(script)
      await sleep(MODEL_TROUBLE_MS)
      models.play(always(takes(MODEL_MS)))
    },
  }))
}

/** All faults. Process deaths are listed several times, so they occur more often. */
export function faultsOf(world: World, processes: readonly Supervised[], random: Random): Fault[] {
  const kills = ['web', 'worker', 'all'].flatMap((name) => killing(name, processes, random))
  const jump: Fault = { name: 'clock of a process set', run: async () => random.pick(processes).jump() }
  return [
    ...kills,
    ...kills,
    ...kills,
    ...databaseFaults(world),
    ...filesFaults(world),
    ...diskFaults(world),
    ...modelFaults(world),
    jump,
  ]
}
