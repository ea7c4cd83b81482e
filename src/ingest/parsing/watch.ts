import type { Worker } from 'node:worker_threads'

/** Where a thread notes its id when it begins with a task: nothing else tells when that is, and which thread it is. */
export const newBeginning = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

export interface Watched {
  beginning: Int32Array
  thread: (threadId: number) => Worker | undefined
  timeMs: number
  memoryBytes: number
}

export type Excess = 'time' | 'memory'

const LOOK_EVERY_MS = 40

/** Heap and array buffers that a thread holds, in bytes; null where it can't say. */
async function memoryOf(worker: Worker): Promise<number | null> {
  try {
    const { total_heap_size: heap, external_memory: external } = await worker.getHeapStatistics()
    return heap + external
  } catch {
    return null
  }
}

/**
 * Watches a task from the moment a thread begins with it, and tells once when it goes beyond its time or memory.
 *
 * V8 counts the memory of array buffers but doesn't limit it, and its limit of the heap can end the process; so the
 * thread is asked for both every 40 ms. What it allocates in between, or in a call that can't be interrupted, is not
 * seen.
 *
 * @returns ends the watch
 */
export function watchTask(
  { beginning, thread, timeMs, memoryBytes }: Watched,
  tell: (excess: Excess) => void,
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
    tell(excess)
  }
  const weigh = async (worker: Worker): Promise<void> => {
    asking = true
    const bytes = await memoryOf(worker)
    asking = false
    if (bytes !== null && bytes > memoryBytes) report('memory')
  }
  const look = (): void => {
    const threadId = Atomics.load(beginning, 0)
    if (threadId === 0) return
    startedAt ??= performance.now()
    if (performance.now() - startedAt >= timeMs) report('time')
    const worker = thread(threadId)
    if (!over && !asking && worker !== undefined) void weigh(worker)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return end
}
