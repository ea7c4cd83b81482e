import { beforeEach, describe, expect, it } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'
import { TryFailure } from './failures.ts'

let time: number
let breaker: CircuitBreaker

beforeEach(() => {
  time = 1000
  breaker = new CircuitBreaker(() => time)
})

/** A try that ends on request. */
function begin() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const result = breaker.run(() => promise).catch((error: unknown) => error)
  return {
    result,
    end: async (failure?: TryFailure) => {
      if (failure === undefined) resolve()
      else reject(failure)
      await result
    },
  }
}

const broken = new TryFailure('broken', 'failed')
const refused = new TryFailure('refused', 'declined')
const resting = expect.objectContaining({ kind: 'resting' })

async function fail(times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await begin().end(broken)
}

describe('a breaker', () => {
  it('opens after five failures in a row, for half a minute', async () => {
    await fail(4)
    expect(breaker.restMs()).toBe(0)
    await fail(1)
    expect(breaker.restMs()).toBe(30_000)
    expect(await begin().result).toEqual(resting)
    time += 29_999
    expect(await begin().result).toEqual(resting)
    time += 1
    expect(breaker.restMs()).toBe(0)
  })

  it('counts only failures in a row', async () => {
    await fail(4)
    await begin().end()
    await fail(4)
    await begin().end(refused)
    expect(breaker.restMs()).toBe(0)
  })

  it('permits one test while the others wait', async () => {
    await fail(5)
    time += 30_000
    const probe = begin()
    expect(await begin().result).toEqual(resting)
    expect(breaker.restMs()).toBeGreaterThan(0)
    await probe.end(broken)
    expect(breaker.restMs()).toBe(30_000)
    time += 30_000
    await begin().end()
    expect(breaker.restMs()).toBe(0)
    await fail(4)
    expect(breaker.restMs()).toBe(0)
  })

  it('permits another test if the first was abandoned', async () => {
    await fail(5)
    time += 30_000
    await begin().end(refused)
    expect(breaker.restMs()).toBe(0)
    await begin().end()
    expect(breaker.restMs()).toBe(0)
    await fail(4)
    expect(breaker.restMs()).toBe(0)
  })

  it('is not extended by tries that began before', async () => {
    const tries = Array.from({ length: 7 }, begin)
    for (const each of tries.slice(0, 5)) await each.end(broken)
    time += 20_000
    await tries[5]?.end(broken)
    expect(breaker.restMs()).toBe(10_000)
    await tries[6]?.end()
    expect(breaker.restMs()).toBe(0)
  })
})
