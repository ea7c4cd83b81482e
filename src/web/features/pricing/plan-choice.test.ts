import { describe, expect, it } from 'vitest'
import { catalogueOf } from '../../../../tests/support/plans.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { cardFacts, type Standing } from './plan-cards.tsx'

const four = catalogueOf(
  [
    ['starter', 'Starter', 0],
    ['lite', 'Lite', 900],
    ['pro', 'Pro', 2900],
    ['elite', 'Elite', 5900],
  ],
  'pro',
)
const two = catalogueOf(
  [
    ['starter', 'Starter', 0],
    ['pro', 'Pro', 1200],
  ],
  'pro',
)

/** Each card's button: "pay: Upgrade to Pro", with a star on the own plan and an arrow on the first action. */
const cards = (catalogue: PlanCatalogue, plan: string | null | undefined, standing: Standing = null): string[] =>
  [...cardFacts(catalogue, plan, standing).values()].map(({ isOwn, isFirst, choice }) =>
    [isOwn ? '*' : '', isFirst ? '->' : '', choice === null ? 'none' : `${choice.kind}: ${choice.label}`]
      .filter((part) => part !== '')
      .join(' '),
  )

describe('plan cards', () => {
  it('send visitors to registration', () => {
    expect(cards(four, undefined)).toEqual([
      'register: Start free',
      'register: Choose Lite',
      '-> register: Choose Pro',
      'register: Choose Elite',
    ])
  })

  it('offer the free plan and upgrades to users without a plan', () => {
    for (const plan of [null, '', 'free', 'platinum']) {
      expect(cards(four, plan)).toEqual([
        'starter: Continue with Starter',
        'pay: Upgrade to Lite',
        '-> pay: Upgrade to Pro',
        'pay: Upgrade to Elite',
      ])
    }
    expect(cards(two, 'elite')).toEqual(['starter: Continue with Starter', '-> pay: Upgrade to Pro'])
  })

  it('mark the free plan once it was taken', () => {
    expect(cards(two, 'starter')).toEqual(['* none', '-> pay: Upgrade to Pro'])
  })

  it('offer subscribers the other plans, and the manage page', () => {
    expect(cards(four, 'lite')).toEqual([
      'manage: Switch to Starter',
      '* manage: Manage Subscription',
      '-> pay: Upgrade to Pro',
      'pay: Upgrade to Elite',
    ])
    expect(cards(four, 'pro')).toEqual([
      'manage: Switch to Starter',
      'pay: Switch to Lite',
      '* manage: Manage Subscription',
      '-> pay: Upgrade to Elite',
    ])
    expect(cards(four, 'elite')).toEqual([
      'manage: Switch to Starter',
      'pay: Switch to Lite',
      'pay: Switch to Pro',
      '* manage: Manage Subscription',
    ])
    expect(cards(two, 'pro')).toEqual(['manage: Switch to Starter', '* manage: Manage Subscription'])
  })

  it('put an ending or unpaid subscription first', () => {
    expect(cards(four, 'pro', 'ending')).toEqual([
      'manage: Switch to Starter',
      'pay: Switch to Lite',
      '* -> pay: Keep Pro',
      'pay: Upgrade to Elite',
    ])
    expect(cards(two, 'pro', 'owing')).toEqual(['manage: Switch to Starter', '* -> pay: Pay Now'])
    // Access has ended, but a payment is still due.
    expect(cards(two, null, 'owing')).toEqual(['starter: Continue with Starter', '-> pay: Upgrade to Pro'])
  })
})
