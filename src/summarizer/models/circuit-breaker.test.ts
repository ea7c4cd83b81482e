import { beforeEach, describe, expect, it } from 'vitest'
import { type Breaker, createBreaker } from './circuit-breaker.ts'

let time: number
let breaker: Breaker

beforeEach(() => {
  time = 1000
  breaker = createBreaker(() => time)
})

function fail(times: number): void {
  for (let at = 0; at < times; at += 1) breaker.enter()?.failed()
}

describe('a breaker', () => {
  it('opens after five failures in a row, for half a minute', () => {
    fail(4)
    expect(breaker.restMs()).toBe(0)
    fail(1)
    expect(breaker.restMs()).toBe(30_000)
    expect(breaker.enter()).toBeNull()
    time += 29_999
    expect(breaker.enter()).toBeNull()
    time += 1
    expect(breaker.restMs()).toBe(0)
  })

  it('counts only failures in a row', () => {
    fail(4)
    breaker.enter()?.succeeded()
    fail(4)
    breaker.enter()?.left()
    expect(breaker.restMs()).toBe(0)
  })

  it('permits one test while the others wait', () => {
    fail(5)
    time += 30_000
    const probe = breaker.enter()
    expect(probe).not.toBeNull()
    expect(breaker.enter()).toBeNull()
    expect(breaker.restMs()).toBeGreaterThan(0)
    probe?.failed()
    expect(breaker.restMs()).toBe(30_000)
    time += 30_000
    breaker.enter()?.succeeded()
    expect(breaker.restMs()).toBe(0)
    fail(4)
    expect(breaker.restMs()).toBe(0)
  })

  it('permits another test if the first was abandoned', () => {
    fail(5)
    time += 30_000
    breaker.enter()?.left()
    expect(breaker.restMs()).toBe(0)
    expect(breaker.enter()).not.toBeNull()
  })

  it('is not extended by tries that began before', () => {
    const passes = Array.from({ length: 7 }, () => breaker.enter())
    for (const pass of passes.slice(0, 5)) pass?.failed()
    time += 20_000
    passes[5]?.failed()
    expect(breaker.restMs()).toBe(10_000)
    passes[6]?.succeeded()
    expect(breaker.restMs()).toBe(0)
  })
})
