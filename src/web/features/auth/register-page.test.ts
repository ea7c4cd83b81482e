import { expect, it } from 'vitest'
import type { PlanId } from '../../../shared/plans/catalogue.ts'
import { planSchema } from '../../../shared/plans/catalogue-schema.ts'
import { teasers } from './register-page.tsx'

const plan = (id: PlanId, name: string, summariesPerMonth: number | null) =>
  planSchema.parse({
    id,
    name,
    description: `About ${name}.`,
    price: { amount: 0, currency: 'usd' },
    summariesPerMonth,
    textLimitCharacters: 2500,
    exports: false,
    ebooks: false,
    advanced: false,
  })

it('shows the numbers of the catalogue', () => {
  const plans = [
    plan('starter', 'Starter', 5),
    plan('lite', 'Lite', 25),
    plan('pro', 'Pro', null),
    plan('elite', 'Elite', null),
  ]
  expect(teasers({ name: 'test', plans }).map(({ plan, quota }) => `${plan} with ${quota}`)).toEqual([
    'Starter with 5 Summaries',
    'Pro with Unlimited',
  ])
  expect(teasers({ name: 'test', plans: plans.slice(0, 2) })).toHaveLength(1)
})
