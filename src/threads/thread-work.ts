import { getHeapStatistics, type HeapInfo } from 'node:v8'
import { threadId } from 'node:worker_threads'

/** A task on its way to a thread. */
export interface Envelope<Task> {
  task: Task
  /** The thread stores its id here when it begins. */
  beginning: Int32Array
  /** Memory of a thread, in bytes, above which it takes no further task. */
  wornBytes: number
}

export interface Answered<Answer> {
  answer: Answer
  /** The thread holds so much memory that another one has to take the next task. */
  worn: boolean
}

/** Heap and array buffers that a thread holds, in bytes. */
export const heldBytes = ({ total_heap_size: heap, external_memory: external }: HeapInfo): number => heap + external

/** Makes the default export of a module that threads run. @param moreBytes memory that V8 doesn't count, of WebAssembly */
export function threadWork<Task, Answer>(work: (task: Task) => Promise<Answer>, moreBytes = () => 0) {
  return async ({ task, beginning, wornBytes }: Envelope<Task>): Promise<Answered<Answer>> => {
    Atomics.store(beginning, 0, threadId)
    const answer = await work(task)
    return { answer, worn: heldBytes(getHeapStatistics()) + moreBytes() > wornBytes }
  }
}
