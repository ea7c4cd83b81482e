import type { Worker } from 'node:worker_threads'
import { heldBytes } from './thread-work.ts'

/** Shared memory where a thread stores its id when it begins a task: there is no other way to learn when that happens, and in which thread. */
export const newBeginning = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

interface Watched {
  beginning: Int32Array
  thread: (threadId: number) => Worker | undefined
  timeMs: number
  memoryBytes: number
}

type Excess = 'time' | 'memory'

const CHECK_EVERY_MS = 40

async function memoryOf(worker: Worker): Promise<number | null> {
  try {
    return heldBytes(await worker.getHeapStatistics())
  } catch {
    // The thread has ended.
    return null
  }
}

/**
 * Watches a task from the moment a thread begins it, and reports once when it exceeds its time or memory.
 *
 * V8 counts the memory of array buffers but doesn't limit it, and its limit of the heap can end the process; so the
 * thread is asked for both every 40 ms. Allocations between two checks, or in a call that can't be interrupted, are not
 * seen.
 *
 * @returns ends the watch
 */
export function watchTask(
  { beginning, thread, timeMs, memoryBytes }: Watched,
  onExcess: (excess: Excess) => void,
): () => void {
  let startedAt: number | null = null
  let asking = false
  let over = false

  const end = (): void => {
    over = true
    clearInterval(timer)
  }
  const report = (excess: Excess): void => {
    if (over) return
    end()
    onExcess(excess)
  }
  const checkMemory = async (worker: Worker): Promise<void> => {
    asking = true
    const bytes = await memoryOf(worker)
    asking = false
    if (bytes !== null && bytes > memoryBytes) report('memory')
  }
  const check = (): void => {
    const threadId = Atomics.load(beginning, 0)
    if (threadId === 0) return
    startedAt ??= performance.now()
    if (performance.now() - startedAt >= timeMs) report('time')
    const worker = thread(threadId)
    if (!over && !asking && worker !== undefined) void checkMemory(worker)
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  timer.unref()
  return end
}
