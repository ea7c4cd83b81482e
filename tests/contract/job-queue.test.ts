import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { type AnyJobKind, defineJobKind, type JobRun } from '../../src/server/jobs/job-kind.ts'
import { type JobQueue, startJobQueue } from '../../src/server/jobs/queue.ts'
import { openTestDatabase } from '../support/product.ts'

const log = pino({ level: 'silent' })

describe('job queue', () => {
  let database: Database
  let queue: JobQueue
  afterEach(async () => {
    await queue.stop(100)
    await database.close()
  })

  async function start(
    handle: (data: { n: number }, run: JobRun) => Promise<void>,
    bounds: Pick<AnyJobKind, 'retries' | 'keptSeconds'> = {},
  ) {
    database = await openTestDatabase()
    const kind = defineJobKind({
      name: 'count',
      concurrency: 2,
      expireInSeconds: 60,
      data: z.object({ n: z.int() }),
      handle,
      ...bounds,
    })
    queue = await startJobQueue(database, [kind], { run: true, log })
    return kind
  }

  it('runs jobs of a committed transaction soon, and none of a rolled-back one', async () => {
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

  it('sends in a transaction before any worker has started', async () => {
    const kind = await start(async () => {})
    await queue.stop(100)
    queue = await startJobQueue(database, [kind], { run: false, log })
    await database.db.transaction(async (tx) => queue.send(tx, kind, { n: 1 }))
    expect(await queue.isPending(kind, { n: 1 })).toBe(true)
  }, 10_000)

  it('queues at most one job per key: sends during a run are queued once', async () => {
    database = await openTestDatabase()
    const data = z.object({ name: z.string() })
    const runs: string[] = []
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const handle = async ({ name }: { name: string }): Promise<void> => {
      runs.push(name)
      await released
    }
    const kind = defineJobKind({
      name: 'once',
      concurrency: 1,
      expireInSeconds: 60,
      data,
      handle,
      keyOf: (it) => it.name,
    })
    queue = await startJobQueue(database, [kind], { run: true, log })
    const send = async (name: string): Promise<void> =>
      database.db.transaction(async (tx) => queue.send(tx, kind, { name }))
    await send('first')
    await expect.poll(() => runs, { timeout: 5000 }).toEqual(['first'])
    await Promise.all(['first', 'other', 'other', 'first', 'first', 'other'].map(send))
    release()
    await expect.poll(() => runs.toSorted(), { timeout: 5000 }).toEqual(['first', 'first', 'other'])
    await sleep(200)
    expect(runs).toHaveLength(3)
  })

  it('reports whether a job is queued or running', async () => {
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

  it('backs off between attempts of a kind that asks for it, and stops after the last', async () => {
    const tries: [number, boolean][] = []
    const kind = await start(
      async (_data, run) => {
        tries.push([run.earlierTries, run.lastTry])
        throw new Error('not yet')
      },
      { retries: { limit: 2, delaySeconds: 40, maxDelaySeconds: 100 }, keptSeconds: 3600 },
    )
    await database.db.transaction(async (tx) => queue.send(tx, kind, { n: 1 }))
    const job = async () => {
      const [row] = await rowsOf(
        database.db,
        sql`select state, extract(epoch from start_after - now())::float wait, deletion_seconds kept from jobs.job where name = 'count'`,
      )
      return row!
    }
    const waits: number[] = []
    for (const state of ['retry', 'retry', 'failed']) {
      await expect.poll(async () => (await job()).state, { timeout: 10_000 }).toBe(state)
      if (state === 'failed') continue
      waits.push(Number((await job()).wait))
      await database.db.execute(sql`update jobs.job set start_after = now() where name = 'count'`)
      await expect.poll(() => tries.length, { timeout: 10_000 }).toBe(waits.length + 1)
    }
    expect(tries).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ])
    expect(waits[0]).toBeGreaterThan(35)
    expect(waits[0]).toBeLessThan(80)
    expect(waits[1]).toBeGreaterThan(75)
    expect(waits[1]).toBeLessThanOrEqual(100)
    expect(await job()).toMatchObject({ state: 'failed', kept: 3600 })
  })

  it('applies a changed setting of an existing kind', async () => {
    const fast = await start(async () => {})
    await queue.stop(100)
    const slow = { ...fast, retries: { limit: 7, delaySeconds: 5, maxDelaySeconds: 50 }, keptSeconds: 60 }
    const settings = async () =>
      (
        await rowsOf(
          database.db,
          sql`select retry_limit "limit", retry_delay delay, retry_backoff backoff, retry_delay_max most, deletion_seconds kept from jobs.queue where name = 'count'`,
        )
      )[0]
    queue = await startJobQueue(database, [slow], { run: true, log })
    expect(await settings()).toEqual({ limit: 7, delay: 5, backoff: true, most: 50, kept: 60 })
    await queue.stop(100)
    queue = await startJobQueue(database, [fast], { run: true, log })
    expect(await settings()).toMatchObject({ limit: 4, delay: 0, backoff: false, kept: 604_800 })
  })

  it('limits the number of concurrent jobs', async () => {
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
})
