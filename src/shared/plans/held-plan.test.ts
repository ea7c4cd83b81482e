import { describe, expect, it } from 'vitest'
import { heldPlan } from './held-plan.ts'

const end = new Date('2026-03-01T10:00:00Z')
const before = new Date(end.getTime() - 1)

describe('the plan that counts', () => {
  it('is the stored one until its end, and none from then on', () => {
    const pro = { subscriptionPlan: 'pro', subscriptionExpiresAt: end }
    expect(heldPlan(pro, before)).toBe('pro')
    expect(heldPlan(pro, end)).toBeNull()
  })

  it('is the stored one for good where no end is set', () => {
    expect(heldPlan({ subscriptionPlan: 'elite', subscriptionExpiresAt: null }, end)).toBe('elite')
    expect(heldPlan({ subscriptionPlan: null, subscriptionExpiresAt: null }, end)).toBeNull()
  })
})
