import { describe, expect, it } from 'vitest'
import { type Plan, type PlanId, tooLongMessage } from './catalogue.ts'
import { planSchema } from './catalogue-schema.ts'

const plan = (id: PlanId, name: string, amount: number, textLimitCharacters: number): Plan =>
  planSchema.parse({
    id,
    name,
    description: '',
    price: { amount, currency: 'usd' },
    summariesPerMonth: null,
    textLimitCharacters,
    exports: false,
    ebooks: false,
    advanced: false,
  })
const starter = plan('starter', 'Starter', 0, 2500)
const pro = plan('pro', 'Pro', 2900, 2500)
const elite = plan('elite', 'Elite', 5900, 10_000)

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
