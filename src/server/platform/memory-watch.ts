const EVERY_MS = 5000
/** What is large for a moment only, while a book is read, is not held against a process. */
const LOOKS = 3

export interface MemoryWatch {
  limitBytes: number
  /** Told once, when the process has been above the limit for a while. */
  onLarge: (usedBytes: number) => void
  /** Memory of the process as the system counts it; its own when left out. */
  usedBytes?: () => number
  everyMs?: number
}

/**
 * Looks at the memory of the process again and again.
 *
 * @returns what ends it
 */
export function watchMemory({
  limitBytes,
  onLarge,
  usedBytes = () => process.memoryUsage.rss(),
  everyMs = EVERY_MS,
}: MemoryWatch): () => void {
  let above = 0
  const timer = setInterval(() => {
    const used = usedBytes()
    above = used > limitBytes ? above + 1 : 0
    if (above < LOOKS) return
    clearInterval(timer)
    onLarge(used)
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
