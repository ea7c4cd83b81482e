import { expect, it } from 'vitest'
import { planOf } from '../../../../tests/support/plans.ts'
import { teasers } from './register-page.tsx'

it('shows the numbers of the catalogue', () => {
  const plans = [
    planOf('starter', 'Starter', { summariesPerMonth: 5 }),
    planOf('lite', 'Lite', { summariesPerMonth: 25 }),
    planOf('pro', 'Pro', { summariesPerMonth: null }),
    planOf('elite', 'Elite', { summariesPerMonth: null }),
  ]
  expect(teasers({ name: 'test', plans }).map(({ plan, quota }) => `${plan} with ${quota}`)).toEqual([
    'Starter with 5 Summaries',
    'Pro with Unlimited',
  ])
  expect(teasers({ name: 'test', plans: plans.slice(0, 2) })).toHaveLength(1)
})
