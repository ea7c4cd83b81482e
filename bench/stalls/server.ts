import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { freePort } from '../../tests/support/process.ts'
import type { Stall } from './probe.ts'

const root = path.join(import.meta.dirname, '..', '..')
const urlOf = (...parts: string[]): string => pathToFileURL(path.join(root, ...parts)).href

const START_TRIES = 600

/** The longest stall of the main thread, and the most memory the process had, since the previous measurement. */
interface Measurement extends Stall {
  memoryMb: number
}

/** A server process whose main thread is measured. */
export interface MeasuredServer {
  origin: string
  measure: () => Promise<Measurement>
  stop: () => Promise<void>
}

const stallSchema = z.object({ wallMs: z.number(), processorMs: z.number() })

/** Reads the peak resident memory (`VmHWM`) and resets it (https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html). */
async function takePeakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

async function ready(child: ChildProcess, origin: string): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    if (child.exitCode !== null) break
    const response = await fetch(`${origin}/readyz`).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error('The server did not start.')
}

/** Starts the server with the probe loaded. `nodeOptions` are passed to Node, such as `--cpu-prof`. */
export async function startMeasuredServer(
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[],
): Promise<MeasuredServer> {
  const port = await freePort()
  const probe = path.join(import.meta.dirname, 'probe.ts')
  const child = fork(path.join(root, 'src', 'server', 'main.ts'), {
    execArgv: [
      '--import',
      urlOf('scripts', 'quick-resolve.mjs'),
      '--import',
      pathToFileURL(probe).href,
      ...nodeOptions,
    ],
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error('The server did not start.')
  const origin = `http://127.0.0.1:${port}`
  await ready(child, origin)
  return {
    origin,
    measure: async () => {
      child.send('measure')
      const [message] = await once(child, 'message')
      return { ...stallSchema.parse(message), memoryMb: await takePeakMemory(pid) }
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
