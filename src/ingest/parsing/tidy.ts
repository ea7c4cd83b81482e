import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MIB = 1024 * 1024

/** Memory of a thread, in bytes. */
interface Held {
  heap: number
  /** Array buffers, mostly. */
  external: number
}

/** Above what the language tables and the readers' own code take, with room for some sources' worth of waste. */
const KEPT: Held = { heap: 192 * MIB, external: 48 * MIB }

/** What a collection could not clear away, the next one can't either: it waits for more. */
const GROWTH: Held = { heap: 96 * MIB, external: 24 * MIB }

let limits = KEPT
let collect: (() => void) | undefined

/** The engine's own collector, which is hidden unless it is asked for (https://nodejs.org/api/v8.html). */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('gc')
  return typeof found === 'function' ? () => void Reflect.apply(found, undefined, []) : () => {}
}

function held(): Held {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return { heap, external }
}

/**
 * Clears away what sources have left behind, where that is much. A thread that waits for its next task collects nothing,
 * and while it works V8 lets array buffers pile up, for which it sees no limit.
 */
export function tidyUp(): void {
  const { heap, external } = held()
  if (heap < limits.heap && external < limits.external) return
  collect ??= collector()
  collect()
  const left = held()
  limits = {
    heap: Math.max(KEPT.heap, left.heap + GROWTH.heap),
    external: Math.max(KEPT.external, left.external + GROWTH.external),
  }
}
