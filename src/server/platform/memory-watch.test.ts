import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { watchMemory } from './memory-watch.ts'

const MEBIBYTE = 1024 * 1024

/** Watches a process whose memory takes these sizes, in MiB, and stays at the last. */
function watch(sizes: readonly number[]) {
  const reported: number[] = []
  let readings = 0
  const stop = watchMemory({
    limitBytes: 100 * MEBIBYTE,
    everyMs: 1,
    usedBytes: () => {
      const size = sizes[Math.min(readings, sizes.length - 1)] ?? 0
      readings += 1
      return size * MEBIBYTE
    },
    onLarge: (used) => reported.push(used / MEBIBYTE),
  })
  return { reported, stop, readings: () => readings }
}

describe('watchMemory', () => {
  it('reports once that memory stays above the limit', async () => {
    const { reported, readings } = watch([90, 101, 102, 103, 104])
    await expect.poll(() => reported).toEqual([103])
    await sleep(20)
    expect([reported, readings()]).toEqual([[103], 4])
  })

  it('reports nothing for a short peak, or below the limit', async () => {
    const { reported, readings, stop } = watch([101, 102, 100, 101, 102, 90])
    await expect.poll(readings).toBeGreaterThan(10)
    stop()
    expect(reported).toEqual([])
  })
})
