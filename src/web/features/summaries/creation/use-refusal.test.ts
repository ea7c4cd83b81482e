import { describe, expect, it } from 'vitest'
import { planOf } from '../../../../../tests/support/plans.ts'
import { upgradeWords } from './use-refusal.ts'

const plans = [
  planOf('starter', 'Reader', { summariesPerMonth: 3 }),
  planOf('lite', 'Shelf', { summariesPerMonth: 25 }),
  planOf('pro', 'Library', { summariesPerMonth: null }),
]
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
