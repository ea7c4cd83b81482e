import { describe, expect, it } from 'vitest'
import { forgetPlanBefore, planBefore, rememberPlanBefore } from '../../lib/plans/plan-before.ts'
import { endLabel, leavingWords, statusWords } from './subscription-words.tsx'

describe('subscription status', () => {
  it.each([
    ['active', 'Active'],
    ['trialing', 'Trial'],
    ['past_due', 'Past Due'],
    ['canceled', 'Canceled'],
    ['incomplete_expired', 'incomplete_expired'],
    ['toString', 'toString'],
    ['', 'Unknown'],
    [null, 'Unknown'],
  ])('%s is shown as %s', (status, label) => expect(statusWords(status).label).toBe(label))

  it.each([
    ['active', false, 'Renews on'],
    ['active', true, 'Paid until'],
    ['trialing', false, 'Trial ends on'],
    ['trialing', true, 'Ends on'],
    ['past_due', false, 'Ends on'],
    ['canceled', false, 'Paid until'],
    [null, false, 'Ends on'],
  ])('%s, canceled: %s, has the label %s', (status, cancelAtPeriodEnd, label) => {
    expect(endLabel({ status, cancelAtPeriodEnd, price: 900 })).toBe(label)
  })
})

describe('the cancel dialog', () => {
  const lead = 'Tell us why and we’ll take care of it within 1-2 business days.'
  const day = 'March 4, 2091'

  it.each([
    ['Pro', false, day, ` You’ll keep Pro until ${day}.`],
    ['Pro', false, null, ' You’ll keep Pro until your paid month ends.'],
    ['Pro', true, day, ` You’ll keep Pro until we end it, ${day} at the latest.`],
    ['Pro', true, null, ' You’ll keep Pro until we end it.'],
  ])('explains how long %s stays, as a gift: %s, until %s', (plan, isGift, until, rest) => {
    expect(leavingWords({ plan, isGift, isLate: false, until })).toBe(`${lead}${rest}`)
  })

  it('explains that an unpaid plan has ended without further charges', () => {
    const words = leavingWords({ plan: null, isGift: false, isLate: true, until: null })
    expect(words).toContain('Your paid plan has already ended')
    expect(words).not.toMatch(/keep|paid for/)
  })

  it('does not promise a plan whose payment is late', () => {
    const words = leavingWords({ plan: 'Pro', isGift: false, isLate: true, until: day })
    expect(words).toContain('Pro ends as soon as we process your request, and we won’t collect the open payment.')
    expect(words).not.toContain('keep')
  })

  it('mentions no plan that is no longer offered', () => {
    const leaving = { plan: null, isLate: false, until: day }
    expect(leavingWords({ ...leaving, isGift: false })).toBe(`${lead} Once it ends, we won’t charge your card again.`)
    expect(leavingWords({ ...leaving, isGift: true })).toBe(lead)
  })
})

describe('the plan before checkout', () => {
  it('is remembered until the user is back', () => {
    rememberPlanBefore('pro', 'elite')
    expect(planBefore(null)).toBe('pro')
    rememberPlanBefore(null, 'pro')
    expect(planBefore('pro')).toBeNull()
    forgetPlanBefore()
    expect(planBefore('elite')).toBe('elite')
  })
})
