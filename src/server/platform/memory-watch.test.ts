import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { watchMemory } from './memory-watch.ts'

const MEBIBYTE = 1024 * 1024

/** Watches a process whose memory goes through figures, in MiB, and stays at the last; says what was told. */
function watch(figures: readonly number[]) {
  const told: number[] = []
  let looks = 0
  const stop = watchMemory({
    limitBytes: 100 * MEBIBYTE,
    everyMs: 1,
    usedBytes: () => {
      const figure = figures[Math.min(looks, figures.length - 1)] ?? 0
      looks += 1
      return figure * MEBIBYTE
    },
    onLarge: (used) => told.push(used / MEBIBYTE),
  })
  return { told, stop, looks: () => looks }
}

describe('watchMemory', () => {
  it('reports once that memory stays above the limit', async () => {
    const { told, looks } = watch([90, 101, 102, 103, 104])
    await expect.poll(() => told).toEqual([103])
    await sleep(20)
    expect([told, looks()]).toEqual([[103], 4])
  })

  it('reports nothing for a short peak, or below the limit', async () => {
    const { told, looks, stop } = watch([101, 102, 100, 101, 102, 90])
    await expect.poll(looks).toBeGreaterThan(10)
    stop()
    expect(told).toEqual([])
  })
})
