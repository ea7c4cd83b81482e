import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { threadWork } from '../../../src/threads/thread-work.ts'

export interface Allocation {
  /** Memory to allocate, in MiB; kept while the thread lives. */
  mebibytes: number
  /** Delay before the response. */
  forMs?: number
}

const kept: unknown[] = []

/** Allocates memory, and returns the thread's id. */
export default threadWork(async ({ mebibytes, forMs = 0 }: Allocation): Promise<number> => {
  for (let count = 0; count < mebibytes; count += 1) kept.push(Buffer.alloc(1024 * 1024, 1))
  await sleep(forMs)
  return threadId
})
