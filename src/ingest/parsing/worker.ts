import { threadId, workerData } from 'node:worker_threads'
import { failureIn } from './failures.ts'
import { parse } from './parse.ts'
import { type ParseAnswer, type ParseOrder, taskName } from './parse-task.ts'
import type { ThreadData } from './thread-data.ts'
import { limitWasmMemory } from './wasm-limit.ts'

// What a parser hands to its threads is that of `ThreadData`; Node passes it on untyped.
const { wasmBytes }: ThreadData = workerData
limitWasmMemory(wasmBytes)

/** What a thread does with each order it gets. */
export default async function work({ task, beginning }: ParseOrder): Promise<ParseAnswer> {
  Atomics.store(beginning, 0, threadId)
  try {
    return { document: await parse(task) }
  } catch (error) {
    return { failure: failureIn(error, taskName(task)) }
  }
}
