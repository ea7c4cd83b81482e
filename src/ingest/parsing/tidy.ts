import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** More than twice what the language tables and the readers' own code take. */
const KEPT_BYTES = 192 * 1024 * 1024

let collect: (() => void) | undefined

/** The engine's own collector, which is hidden unless it is asked for (https://nodejs.org/api/v8.html). */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('gc')
  return typeof found === 'function' ? () => void Reflect.apply(found, undefined, []) : () => {}
}

/**
 * Clears away what a source has left behind, where that is much. A thread that waits for its next task collects
 * nothing, and while it works V8 lets array buffers pile up, for which it sees no limit.
 */
export function tidyUp(): void {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  if (heap + external < KEPT_BYTES) return
  collect ??= collector()
  collect()
}
