import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { Allocation } from '../../tests/support/workers/allocator.ts'
import { createThreadPool, mebibytes, type ThreadPool } from './thread-pool.ts'

const script = fileURLToPath(new URL('../../tests/support/workers/allocator.ts', import.meta.url))
const { signal } = new AbortController()

describe('a thread pool', () => {
  let pool: ThreadPool<Allocation, number>
  const open = (threads: number): void => {
    pool = createThreadPool({ script, threads, memoryBytes: mebibytes(200) })
  }
  const run = async (task: Allocation): Promise<number> => pool.run(task, { signal })
  afterEach(async () => pool.close())

  it('keeps a thread for the next task', async () => {
    open(1)
    expect(await run({ mebibytes: 1 })).toBe(await run({ mebibytes: 1 }))
  })

  it('gives the next task a new thread after one that took much memory', async () => {
    open(1)
    const used = await run({ mebibytes: 120 })
    const next = await run({ mebibytes: 120 })
    expect(next).not.toBe(used)
    expect(await run({ mebibytes: 120 })).not.toBe(next)
  })

  it('lets a running task finish while threads are replaced', async () => {
    open(2)
    const running = run({ mebibytes: 1, forMs: 1000 })
    await run({ mebibytes: 120 })
    expect(await run({ mebibytes: 1 })).toBeGreaterThan(0)
    expect(await running).toBeGreaterThan(0)
  })

  it('fails a task beyond its memory alone', async () => {
    open(2)
    const beside = run({ mebibytes: 1, forMs: 500 })
    await expect(run({ mebibytes: 2000, forMs: 10_000 })).rejects.toMatchObject({ end: 'memory' })
    expect(await beside).toBeGreaterThan(0)
  })
})
