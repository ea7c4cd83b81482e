import { describe, expect, it } from 'vitest'
import { planOf } from '../../../tests/support/plans.ts'
import { tooLongMessage } from './catalogue.ts'

const starter = planOf('starter', 'Starter')
const pro = planOf('pro', 'Pro', { price: { amount: 2900, currency: 'usd' } })
const elite = planOf('elite', 'Elite', { price: { amount: 5900, currency: 'usd' }, textLimitCharacters: 10_000 })

describe('a text that is too long', () => {
  it.each([
    ['free users', starter, [starter, pro, elite]],
    ['your current plan', pro, [starter, pro, elite]],
    ['Elite', elite, [starter, pro, elite]],
    ['Pro', pro, [starter, pro]],
    // The top plan takes less than another.
    ['your current plan', elite, [starter, { ...pro, textLimitCharacters: 20_000 }, elite]],
  ])('is over the limit for %s', (whose, own, plans) => {
    const limit = own.textLimitCharacters.toLocaleString('en-US')
    expect(tooLongMessage(plans, own)).toBe(`Content exceeds the ${limit} character limit for ${whose}.`)
  })

  it('names no plan without prices', () => {
    expect(tooLongMessage([starter], starter)).toBe('Content exceeds the 2,500 character limit.')
  })
})
