import { readFile } from 'node:fs/promises'
import type { ServerProcess } from '../../tests/support/process.ts'
import { medianOf } from './times.ts'

const SAMPLE_MS = 500

/** Memory of one process, in megabytes. */
export interface MemoryUse {
  before: number
  /** In the middle of the second quarter of the run, once everything has been used. */
  second: number
  /** In the middle of the last quarter. */
  last: number
  most: number
}

/** Resident memory in megabytes (`VmRSS`, https://man7.org/linux/man-pages/man5/proc_pid_status.5.html). */
async function residentOf({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

function useOf(samples: readonly number[]): MemoryUse {
  const quarter = Math.floor(samples.length / 4)
  return {
    before: samples[0] ?? Number.NaN,
    second: medianOf(samples.slice(quarter, 2 * quarter)),
    last: medianOf(samples.slice(3 * quarter)),
    most: Math.max(...samples),
  }
}

/** Samples the memory of processes until it is asked for the result. */
export function watchMemory(processes: Readonly<Record<string, ServerProcess>>): () => Map<string, MemoryUse> {
  const samples = new Map(Object.keys(processes).map((name) => [name, [] as number[]]))
  // The process may exit first, and so may the sampler.
  const timer = setInterval(() => {
    for (const [name, server] of Object.entries(processes)) {
      // An exited process has none.
      residentOf(server).then(
        (megabytes) => samples.get(name)?.push(megabytes),
        () => {},
      )
    }
  }, SAMPLE_MS).unref()
  return () => {
    clearInterval(timer)
    return new Map([...samples].map(([name, all]) => [name, useOf(all)]))
  }
}
