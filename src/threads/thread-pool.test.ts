import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { Allocation } from '../../tests/support/workers/allocator.ts'
import { createThreadPool, mebibytes, type RunTask, type ThreadPool } from './thread-pool.ts'

const script = fileURLToPath(new URL('../../tests/support/workers/allocator.ts', import.meta.url))
const { signal } = new AbortController()

describe('a thread pool', () => {
  let pool: ThreadPool
  let runTask: RunTask<Allocation, number>
  const open = (threads: number): void => {
    pool = createThreadPool()
    runTask = pool.openKind({ script, threads, memoryBytes: mebibytes(200) })
  }
  const run = async (task: Allocation): Promise<number> => runTask(task, { signal })
  afterEach(async () => pool.close())

  it('keeps a thread for the next task', async () => {
    open(1)
    expect(await run({ mebibytes: 1 })).toBe(await run({ mebibytes: 1 }))
  })

  it.each([{ mebibytes: 120 }, { mebibytes: 1, wasmMebibytes: 120 }])(
    'gives the next task a new thread after one that took much memory: %o',
    async (task) => {
      open(1)
      const used = await run(task)
      const next = await run(task)
      expect(next).not.toBe(used)
      expect(await run(task)).not.toBe(next)
    },
  )

  it('gives the next task a new thread after one that failed', async () => {
    open(1)
    const used = await run({ mebibytes: 1 })
    await expect(run({ mebibytes: 1, fails: true })).rejects.toMatchObject({ end: 'crash' })
    expect(await run({ mebibytes: 1 })).not.toBe(used)
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

  it('runs tasks of several kinds on the same threads', async () => {
    open(1)
    const runOther = pool.openKind<Allocation, number>({ script, threads: 1, memoryBytes: mebibytes(200) })
    expect(await runOther({ mebibytes: 1 }, { signal })).toBe(await run({ mebibytes: 1 }))
  })

  it('limits the tasks of each kind alone', async () => {
    open(1)
    const runSmall = pool.openKind<Allocation, number>({ script, threads: 1, memoryBytes: mebibytes(60) })
    const ended: string[] = []
    const log = async (name: string, task: Promise<number>): Promise<void> => {
      await task
      ended.push(name)
    }
    const slow = log('slow', run({ mebibytes: 1, forMs: 1000 }))
    const waiting = log('waiting', run({ mebibytes: 1 }))
    await log('other kind', runSmall({ mebibytes: 1 }, { signal }))
    await Promise.all([slow, waiting])
    expect(ended).toEqual(['other kind', 'slow', 'waiting'])
    await expect(runSmall({ mebibytes: 100, forMs: 10_000 }, { signal })).rejects.toMatchObject({ end: 'memory' })
  })
})
