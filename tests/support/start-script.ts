import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './process.ts'

const startScript = path.join(import.meta.dirname, '..', '..', 'scripts', 'run.mjs')

/** The product started by the start script. */
interface Started {
  child: ChildProcess
  /** Origin of the server. */
  address: string
  port: number
  /** Output so far. */
  said: () => string
  /** Stops it with SIGINT; returns its exit code. */
  stop: () => Promise<number | null>
}

/** A folder from which a user runs the package through npm. */
export interface StartFolder {
  folder: string
  /** Data directory of everything started here. */
  dataDir: string
  open: (args: string[], env?: Record<string, string>) => ChildProcess
  /** Starts the product and waits until it responds. */
  start: (env?: Record<string, string>) => Promise<Started>
  /** Stops running processes, so that a failed test doesn't keep the data directory from the next one. */
  sweep: () => Promise<void>
  /** Stops running processes, and removes the folder. */
  leave: () => Promise<void>
}

export async function isUp(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (await condition()) return
    await sleep(50)
  }
  throw new Error('It did not come to pass.')
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill('SIGTERM')
  await once(child, 'exit')
  return child.exitCode
}

export async function openStartFolder(): Promise<StartFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-doors-'))
  const dataDir = path.join(folder, 'data')
  const opened: ChildProcess[] = []
  const open: StartFolder['open'] = (args, env = {}) => {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, [startScript, ...args], {
      cwd: folder,
      env: { PATH, HOME, DATA_DIR: dataDir, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    opened.push(child)
    return child
  }
  const sweep = async (): Promise<void> => {
    for (const child of opened.splice(0)) await stop(child)
  }
  return {
    folder,
    dataDir,
    open,
    start: async (env = {}) => {
      const port = env.PORT === undefined ? await freePort() : Number(env.PORT)
      const child = open(['start'], { ...env, PORT: String(port) })
      let said = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
      let logged = ''
      child.stdout?.on('data', (chunk: Buffer) => {
        logged += chunk.toString()
      })
      const address = `http://127.0.0.1:${port}`
      await until(async () => child.exitCode !== null || isUp(address)).catch(() => undefined)
      if (!(await isUp(address))) throw new Error(`The product does not answer: ${said}${logged}`)
      return { child, address, port, said: () => said, stop: async () => stop(child) }
    },
    sweep,
    leave: async () => {
      await sweep()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
