import { describe, expect, it } from 'vitest'
import { planSchema } from '../../../../shared/plans/catalogue-schema.ts'
import { upgradeWords } from './use-refusal.ts'

const plan = (id: 'starter' | 'lite' | 'pro', name: string, summariesPerMonth: number | null) =>
  planSchema.parse({
    id,
    name,
    description: '',
    price: { amount: 0, currency: 'usd' },
    summariesPerMonth,
    textLimitCharacters: 2500,
    exports: false,
    ebooks: false,
    advanced: false,
  })

const plans = [plan('starter', 'Reader', 3), plan('lite', 'Shelf', 25), plan('pro', 'Library', null)]
const catalogue = { name: 'own', plans }

describe('a refusal for want of a plan', () => {
  it('names the first plan without a limit, as the catalogue has it', () => {
    const words = "You've reached your limit. Upgrade to Library for unlimited summaries."
    expect(upgradeWords(catalogue, null, 'No.')).toBe(words)
    expect(upgradeWords(catalogue, 'lite', 'No.')).toBe(words)
  })

  it('is the server’s message where no higher plan lifts the limit', () => {
    expect(upgradeWords(catalogue, 'pro', 'This text is too long.')).toBe('This text is too long.')
    expect(upgradeWords({ name: 'own', plans: plans.slice(0, 2) }, null, 'None left.')).toBe('None left.')
    expect(upgradeWords(undefined, null, 'None left.')).toBe('None left.')
  })
})
