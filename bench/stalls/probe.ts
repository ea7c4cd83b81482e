import { isMainThread } from 'node:worker_threads'

// Preloaded into the server under test: measures the longest stall of its event loop. Each message from the parent
// requests the longest stall since the previous message.

/** The longest stalls by two clocks: wall time includes waiting for a processor that others use, processor time doesn't. */
export interface Stall {
  wallMs: number
  processorMs: number
}

const EVERY_MS = 2

function startProbe(): void {
  let longest: Stall = { wallMs: 0, processorMs: 0 }
  let last = performance.now()
  let lastUsage = process.threadCpuUsage()
  const beat = (): void => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(lastUsage)
    longest = {
      wallMs: Math.max(longest.wallMs, now - last - EVERY_MS),
      processorMs: Math.max(longest.processorMs, (user + system) / 1000),
    }
    last = now
    lastUsage = process.threadCpuUsage()
  }
  setInterval(beat, EVERY_MS).unref()
  process.on('message', () => {
    beat()
    process.send?.(longest)
    longest = { wallMs: 0, processorMs: 0 }
  })
  // The server ends with the benchmark.
  process.once('disconnect', () => process.exit())
  process.channel?.unref()
}

if (isMainThread) startProbe()
