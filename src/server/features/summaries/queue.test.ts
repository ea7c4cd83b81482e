import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadCatalogue } from '../../plans/load-catalogue.ts'
import { DEFERRAL_SECONDS, HEAD_START_SECONDS, schedulingPriority } from './queue.ts'

const { plans } = loadCatalogue('standard')
const [free, lite] = plans as [(typeof plans)[0], (typeof plans)[0]]
const dearest = plans.at(-1)!
const start = new Date('2026-11-23T12:00:00Z')
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
const position = (seconds: number, plan = free, unfinished = 0): number =>
  schedulingPriority({ now: after(seconds), plans, plan, unfinished })

describe('schedulingPriority', () => {
  it('prefers the earlier of equal summaries', () => {
    expect(position(0)).toBeGreaterThan(position(1))
    expect(position(5, lite, 3)).toBeGreaterThan(position(6, lite, 3))
  })

  it('gives higher plans a fixed head start', () => {
    expect(position(HEAD_START_SECONDS - 1, lite)).toBeGreaterThan(position(0))
    expect(position(HEAD_START_SECONDS + 1, lite)).toBeLessThan(position(0))
  })

  it('defers a summary for each other unfinished one of its user', () => {
    const first = position(DEFERRAL_SECONDS * 10 - 1)
    expect(first).toBeGreaterThan(position(0, free, 10))
    expect(position(DEFERRAL_SECONDS * 10 + 1)).toBeLessThan(position(0, free, 10))
  })

  it('is never overtaken by a summary that arrives after the longest head start', () => {
    const bound = HEAD_START_SECONDS * (plans.length - 1) + DEFERRAL_SECONDS * 50
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(49), fc.nat(1000), (came, unfinished, later) => {
        expect(position(came + bound + later + 1, dearest)).toBeLessThan(position(came, free, unfinished))
      }),
    )
  })

  it('fits into 32 bits', () => {
    const now = new Date('2090-01-01T00:00:00Z')
    const last = schedulingPriority({ now, plans, plan: free, unfinished: 50 })
    expect(Number.isInteger(last)).toBe(true)
    expect(last).toBeGreaterThan(-(2 ** 31))
  })
})
