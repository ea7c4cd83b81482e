import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { threadWork } from '../../../src/threads/thread-work.ts'

export interface Allocation {
  /** Memory to allocate, in MiB; kept while the thread lives. */
  mebibytes: number
  /** Delay before the response. */
  forMs?: number
  /** The same as memory of WebAssembly, which V8 doesn't count. */
  wasmMebibytes?: number
  fails?: boolean
}

const kept: unknown[] = []
let wasm: WebAssembly.Memory | undefined

/** Allocates memory, and returns the thread's id. */
export default threadWork(
  async ({ mebibytes, forMs = 0, wasmMebibytes = 0, fails = false }: Allocation): Promise<number> => {
    if (fails) throw new Error('This task fails.')
    if (wasmMebibytes > 0) wasm = new WebAssembly.Memory({ initial: wasmMebibytes * 16 })
    for (let count = 0; count < mebibytes; count += 1) kept.push(Buffer.alloc(1024 * 1024, 1))
    await sleep(forMs)
    return threadId
  },
  () => wasm?.buffer.byteLength ?? 0,
)
