import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurnstile } from './turnstile.ts'

const never = new AbortController().signal

describe('a turnstile', () => {
  it('lets so many in at once, the others in the order they came', async () => {
    const turnstile = createTurnstile(2)
    const began: number[] = []
    let inside = 0
    let most = 0
    const task = async (n: number): Promise<number> => {
      began.push(n)
      inside += 1
      most = Math.max(most, inside)
      await sleep(5)
      inside -= 1
      return n
    }
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map(async (n) => turnstile.pass(never, 'ada', async () => task(n))),
    )
    expect(results).toEqual([1, 2, 3, 4, 5])
    expect(began).toEqual([1, 2, 3, 4, 5])
    expect(most).toBe(2)
  })

  it('does not let one person keep the others waiting', async () => {
    const turnstile = createTurnstile(2)
    const began: string[] = []
    const pass = async (who: string): Promise<void> =>
      turnstile.pass(never, who, async () => {
        began.push(who)
        await sleep(5)
      })
    await Promise.all(['ada', 'ada', 'ada', 'ada', 'eve'].map(pass))
    expect(began).toEqual(['ada', 'ada', 'eve', 'ada', 'ada'])
  })

  it('frees the place of a task that fails', async () => {
    const turnstile = createTurnstile(1)
    const broken = turnstile.pass(never, 'ada', async () => Promise.reject(new Error('broke')))
    const next = turnstile.pass(never, 'ada', async () => 'done')
    await expect(broken).rejects.toThrow('broke')
    expect(await next).toBe('done')
  })

  it('never begins what was given up in the line', async () => {
    const turnstile = createTurnstile(1)
    const leaving = new AbortController()
    const began: string[] = []
    const first = turnstile.pass(never, 'ada', async () => sleep(20))
    const second = turnstile.pass(leaving.signal, 'ada', async () => void began.push('second'))
    const third = turnstile.pass(never, 'ada', async () => void began.push('third'))
    leaving.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    await Promise.all([first, third])
    expect(began).toEqual(['third'])
    await expect(turnstile.pass(leaving.signal, 'ada', async () => began.push('late'))).rejects.toThrow('gone')
    expect(await turnstile.pass(never, 'ada', async () => 'free again')).toBe('free again')
  })
})
