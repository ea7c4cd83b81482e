import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { threadWork } from '../../../src/threads/thread-work.ts'

export interface Allocation {
  /** Memory to take, in MiB; kept for as long as the thread lives. */
  mebibytes: number
  /** Time to wait before answering. */
  forMs?: number
}

const kept: unknown[] = []

/** Takes memory, and answers with the thread's id. */
export default threadWork(async ({ mebibytes, forMs = 0 }: Allocation): Promise<number> => {
  for (let count = 0; count < mebibytes; count += 1) kept.push(Buffer.alloc(1024 * 1024, 1))
  await sleep(forMs)
  return threadId
})
