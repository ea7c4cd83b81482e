const EVERY_MS = 5000
/** Number of consecutive checks above the limit: memory peaks while a book is parsed. */
const CHECKS = 3

interface MemoryWatch {
  limitBytes: number
  /** Called once, when the process has been above the limit for a while. */
  onLarge: (usedBytes: number) => void
  /** Memory of the process; its resident set size if omitted. */
  usedBytes?: () => number
  everyMs?: number
}

/** Checks the memory of the process periodically. Returns a function that stops it. */
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
    if (above < CHECKS) return
    clearInterval(timer)
    onLarge(used)
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
