import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createFairLimiter } from './fair-limiter.ts'

const never = new AbortController().signal

describe('the fair limiter', () => {
  it('runs tasks up to its concurrency, and the others in order', async () => {
    const limit = createFairLimiter({ total: 2, perUser: 2 })
    const started: number[] = []
    let running = 0
    let most = 0
    const task = async (n: number): Promise<number> => {
      started.push(n)
      running += 1
      most = Math.max(most, running)
      await sleep(5)
      running -= 1
      return n
    }
    const results = await Promise.all([1, 2, 3, 4, 5].map(async (n) => limit('ada', never, async () => task(n))))
    expect(results).toEqual([1, 2, 3, 4, 5])
    expect([started, most]).toEqual([[1, 2, 3, 4, 5], 2])
  })

  it('frees the slot of a task that fails', async () => {
    const limit = createFairLimiter({ total: 1, perUser: 1 })
    const broken = limit('ada', never, async () => Promise.reject(new Error('broke')))
    const next = limit('ada', never, async () => 'done')
    await expect(broken).rejects.toThrow('broke')
    expect(await next).toBe('done')
  })

  it('prefers waiting tasks of users with fewer tasks', async () => {
    const limit = createFairLimiter({ total: 2, perUser: 2 })
    const started: string[] = []
    const run = async (userId: string): Promise<void> =>
      limit(userId, never, async () => {
        started.push(userId)
        await sleep(5)
      })
    await Promise.all(['ada', 'ada', 'ada', 'ada', 'eve'].map(run))
    expect(started).toEqual(['ada', 'ada', 'eve', 'ada', 'ada'])
  })

  it('never starts a task that was aborted while it waited', async () => {
    const limit = createFairLimiter({ total: 1, perUser: 1 })
    const leaving = new AbortController()
    const started: string[] = []
    const first = limit('ada', never, async () => sleep(20))
    const second = limit('ada', leaving.signal, async () => void started.push('second'))
    const third = limit('ada', never, async () => void started.push('third'))
    leaving.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    await Promise.all([first, third])
    expect(started).toEqual(['third'])
    await expect(limit('ada', leaving.signal, async () => started.push('late'))).rejects.toThrow('gone')
    expect(await limit('ada', never, async () => 'free again')).toBe('free again')
  })

  it('keeps the slot of a running task that is aborted until it ends', async () => {
    const limit = createFairLimiter({ total: 1, perUser: 1 })
    const stopping = new AbortController()
    const log: string[] = []
    const first = limit('ada', stopping.signal, async () => {
      await sleep(20)
      log.push('first ended')
    })
    const second = limit('eve', never, async () => void log.push('second started'))
    await sleep(5)
    stopping.abort()
    await Promise.all([first, second])
    expect(log).toEqual(['first ended', 'second started'])
  })

  it('leaves slots to others beyond the maximum of one user', async () => {
    const limit = createFairLimiter({ total: 4, perUser: 2 })
    const leaving = new AbortController()
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>()
    const started: string[] = []
    const run = async (userId: string, signal = never): Promise<void> =>
      limit(userId, signal, async () => {
        started.push(userId)
        await free
      })
    const ada = [run('ada'), run('ada'), run('ada', leaving.signal), run('ada')]
    const others = ['eve', 'bob', 'bob'].map(async (userId) => run(userId))
    await expect.poll(() => started).toEqual(['ada', 'ada', 'eve', 'bob'])
    leaving.abort(new Error('gone'))
    await expect(ada[2]).rejects.toThrow('gone')
    letGo()
    await Promise.all([ada[0], ada[1], ada[3], ...others])
    expect(started.toSorted()).toEqual(['ada', 'ada', 'ada', 'bob', 'bob', 'eve'])
  })
})
