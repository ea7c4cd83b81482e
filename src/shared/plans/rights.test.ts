import { describe, expect, it } from 'vitest'
import { planSchema } from './catalogue.ts'
import { exportRefusal, firstPlanWith, plansWith, showsCancel, unlimitedPlanAbove } from './rights.ts'

const plan = (id: 'starter' | 'pro' | 'elite', name: string, exports: boolean) =>
  planSchema.parse({
    id,
    name,
    description: '',
    price: { amount: 0, currency: 'usd' },
    summariesPerMonth: null,
    textLimitCharacters: 2500,
    exports,
    ebooks: false,
    advanced: id === 'elite',
  })

const starter = plan('starter', 'Starter', false)
const pro = plan('pro', 'Reader', true)
const elite = plan('elite', 'Scholar', true)

describe('what plans include', () => {
  it('is told by the names that the catalogue has for them', () => {
    expect(plansWith([starter, pro, elite], 'exports')).toBe('Reader and Scholar')
    expect(plansWith([starter, pro, elite], 'advanced')).toBe('Scholar')
    expect(exportRefusal([starter, pro, elite])).toBe('Exports are part of Reader and Scholar.')
    expect(exportRefusal([starter, pro])).toBe('Exports are part of Reader.')
  })

  it('begins with the cheapest plan that has it', () => {
    expect(firstPlanWith([starter, pro, elite], 'exports')).toBe(pro)
    expect(firstPlanWith([starter, pro, elite], 'advanced')).toBe(elite)
  })

  it('may be in no plan at all', () => {
    expect([firstPlanWith([starter], 'exports'), plansWith([starter], 'exports')]).toEqual([null, null])
    expect(exportRefusal([starter])).toBe('No plan here includes exports.')
  })

  it('has no monthly limit from the first unlimited plan on', () => {
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

  it('has a way out on the dashboard on Pro and Elite, whatever they are called', () => {
    expect([starter, pro, elite].map(showsCancel)).toEqual([false, true, true])
  })
})
