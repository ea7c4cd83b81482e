import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planOf } from '../../../tests/support/plans.ts'
import {
  addMonths,
  exportRefusal,
  firstPlanWith,
  heldPlan,
  plansWith,
  showsCancel,
  unlimitedPlanAbove,
  usagePeriodAt,
} from './catalogue.ts'

const end = new Date('2026-03-01T10:00:00Z')
const before = new Date(end.getTime() - 1)

describe('heldPlan', () => {
  it('is the stored one until its end, and none from then on', () => {
    const pro = { subscriptionPlan: 'pro', subscriptionExpiresAt: end }
    expect(heldPlan(pro, before)).toBe('pro')
    expect(heldPlan(pro, end)).toBeNull()
  })

  it('is the stored one permanently if no end is set', () => {
    expect(heldPlan({ subscriptionPlan: 'elite', subscriptionExpiresAt: null }, end)).toBe('elite')
    expect(heldPlan({ subscriptionPlan: null, subscriptionExpiresAt: null }, end)).toBeNull()
  })
})

const starter = planOf('starter', 'Starter')
const pro = planOf('pro', 'Reader', { exports: true, summariesPerMonth: null })
const elite = planOf('elite', 'Scholar', { exports: true, advanced: true, summariesPerMonth: null })

describe('features of plans', () => {
  it('lists plans by their names in the catalogue', () => {
    expect(plansWith([starter, pro, elite], 'exports')).toBe('Reader and Scholar')
    expect(plansWith([starter, pro, elite], 'advanced')).toBe('Scholar')
    expect(exportRefusal([starter, pro, elite])).toBe('Exports are part of Reader and Scholar.')
    expect(exportRefusal([starter, pro])).toBe('Exports are part of Reader.')
  })

  it('finds the cheapest plan with a feature', () => {
    expect(firstPlanWith([starter, pro, elite], 'exports')).toBe(pro)
    expect(firstPlanWith([starter, pro, elite], 'advanced')).toBe(elite)
  })

  it('returns null for a feature of no plan', () => {
    expect([firstPlanWith([starter], 'exports'), plansWith([starter], 'exports')]).toEqual([null, null])
    expect(exportRefusal([starter])).toBe('Exports are not available here.')
  })

  it('finds the first unlimited plan', () => {
    const limited = { ...starter, summariesPerMonth: 3 }
    const catalogue = { name: 'own', plans: [limited, pro, elite] }
    expect([null, 'gold', 'pro', 'elite'].map((plan) => unlimitedPlanAbove(catalogue, plan))).toEqual([
      pro,
      pro,
      null,
      null,
    ])
    expect(unlimitedPlanAbove({ name: 'own', plans: [limited, { ...pro, summariesPerMonth: 9 }] }, null)).toBeNull()
  })

  it('shows cancel on the dashboard for Pro and Elite, with any names', () => {
    expect([starter, pro, elite].map(showsCancel)).toEqual([false, true, true])
  })
})

const date = (text: string): Date => new Date(text)

describe('addMonths', () => {
  it('keeps the day, or takes the last one of a shorter month', () => {
    expect(addMonths(date('2026-01-31T10:00:00Z'), 1)).toEqual(date('2026-02-28T10:00:00Z'))
    expect(addMonths(date('2026-01-31T10:00:00Z'), 2)).toEqual(date('2026-03-31T10:00:00Z'))
    expect(addMonths(date('2023-12-15T00:00:00Z'), 2)).toEqual(date('2024-02-15T00:00:00Z'))
  })
})

describe('usagePeriodAt', () => {
  it('counts months from the day the plan began', () => {
    const begun = date('2026-01-31T10:00:00Z')
    expect(usagePeriodAt(begun, begun)).toEqual({ start: begun, end: date('2026-02-28T10:00:00Z') })
    expect(usagePeriodAt(begun, date('2026-02-28T09:59:59Z')).start).toEqual(begun)
    expect(usagePeriodAt(begun, date('2026-02-28T10:00:00Z'))).toEqual({
      start: date('2026-02-28T10:00:00Z'),
      end: date('2026-03-31T10:00:00Z'),
    })
  })

  it('always finds the month that contains the moment', () => {
    const moment = fc.date({ min: date('2020-01-01'), max: date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [begun, now] = a <= b ? [a, b] : [b, a]
        const { start, end } = usagePeriodAt(begun, now)
        return start <= now && now < end && start >= begun
      }),
    )
  })
})
