import { describe, expect, it } from 'vitest'
import { planOf, planState, remainingSummaries } from '../../shared/plans/catalogue.ts'
import { planCatalogueSchema } from '../../shared/plans/catalogue-schema.ts'
import standard from './catalogues/standard.json' with { type: 'json' }

const catalogue = planCatalogueSchema.parse(standard)

describe('plan catalogue', () => {
  it('classifies free, paid and unknown plan values', () => {
    expect([null, '', 'free', 'starter'].map((plan) => planState(catalogue, plan))).toEqual([
      'free',
      'free',
      'free',
      'free',
    ])
    expect(planState(catalogue, 'lite')).toBe('paid')
    expect(planState(catalogue, 'platinum')).toBe('unrecognized')
    expect(planOf(catalogue, 'platinum').id).toBe('starter')
  })

  it('counts remaining summaries, never below zero', () => {
    expect(remainingSummaries(planOf(catalogue, 'lite'), 8)).toBe(17)
    expect(remainingSummaries(planOf(catalogue, null), 9)).toBe(0)
    expect(remainingSummaries(planOf(catalogue, 'pro'), 900)).toBeNull()
  })

  it.each([
    [(plans: typeof standard.plans) => plans.slice(1), 'The first plan must be "starter".'],
    [(plans: typeof standard.plans) => [plans[0]!, plans[1]!, plans[1]!], 'Plan "lite" appears twice.'],
    [(plans: typeof standard.plans) => [plans[0]!, plans[2]!, plans[1]!], 'Plans must be in order of rising price.'],
  ])('reports an invalid catalogue: %#', (change, message) => {
    const result = planCatalogueSchema.safeParse({ ...standard, plans: change(standard.plans) })
    expect(result.error?.issues.map((issue) => issue.message)).toContain(message)
  })
})
