import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../src/server/db/database.ts'
import { defineJobKind, type JobQueue, type JobRun, startJobQueue } from '../../src/server/jobs/queue.ts'
import { engines, openTestDatabase } from '../support/product.ts'

const log = pino({ level: 'silent' })

describe.each(engines)('job queue on %s', (engine) => {
  let database: Database
  let queue: JobQueue
  afterEach(async () => {
    await queue.stop(100)
    await database.close()
  })

  async function start(handle: (data: { n: number }, run: JobRun) => Promise<void>) {
    database = await openTestDatabase(engine)
    const kind = defineJobKind({
      name: 'count',
      concurrency: 2,
      expireInSeconds: 60,
      data: z.object({ n: z.int() }),
      handle,
    })
    queue = await startJobQueue(database, [kind], { run: true, log })
    return kind
  }

  it('runs what a committed transaction sent, soon, and nothing of one that was rolled back', async () => {
    const seen: number[] = []
    const kind = await start(async ({ n }) => {
      seen.push(n)
    })
    await database.db.transaction(async (tx) => queue.send(tx, kind, { n: 1 }))
    await expect(
      database.db.transaction(async (tx) => {
        await queue.send(tx, kind, { n: 2 })
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
    await database.db.transaction(async (tx) => queue.send(tx, kind, { n: 3 }))
    await expect.poll(() => [...seen].sort((a, b) => a - b), { timeout: 5000 }).toEqual([1, 3])
    await sleep(200)
    expect([...seen].sort((a, b) => a - b)).toEqual([1, 3])
  })

  it('knows whether a job is waiting or running', async () => {
    let release = (): void => {}
    const kind = await start(
      async () =>
        new Promise<void>((resolve) => {
          release = resolve
        }),
    )
    expect(await queue.isPending(kind, { n: 1 })).toBe(false)
    await database.db.transaction(async (tx) => queue.send(tx, kind, { n: 1 }))
    expect(await queue.isPending(kind, { n: 1 })).toBe(true)
    expect(await queue.isPending(kind, { n: 2 })).toBe(false)
    await sleep(300)
    release()
    await expect.poll(async () => queue.isPending(kind, { n: 1 }), { timeout: 5000 }).toBe(false)
  })

  it('tries a failed job again, and says which try it is', async () => {
    const tries: [number, boolean][] = []
    const kind = await start(async (_data, run) => {
      tries.push([run.earlierTries, run.lastTry])
      if (tries.length < 3) throw new Error('not yet')
    })
    await database.db.transaction(async (tx) => queue.send(tx, kind, { n: 1 }))
    await expect
      .poll(() => tries, { timeout: 15_000 })
      .toEqual([
        [0, false],
        [1, false],
        [2, false],
      ])
  })

  it('runs no more jobs at once than it may', async () => {
    let running = 0
    let most = 0
    let done = 0
    const kind = await start(async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(50)
      running -= 1
      done += 1
    })
    await database.db.transaction(async (tx) => {
      for (let n = 0; n < 6; n += 1) await queue.send(tx, kind, { n })
    })
    await expect.poll(() => done, { timeout: 15_000 }).toBe(6)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('aborts a job that outlasts the grace when it stops', async () => {
    let aborted = false
    const kind = await start(async (_data, run) => {
      await new Promise<void>((resolve) => {
        run.signal.addEventListener('abort', () => {
          aborted = true
          resolve()
        })
      })
    })
    await database.db.transaction(async (tx) => queue.send(tx, kind, { n: 1 }))
    await sleep(500)
    await queue.stop(50)
    expect(aborted).toBe(true)
  })
})
