import { describe, expect, it } from 'vitest'
import { catalogueOf } from '../../../../tests/support/plans.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { isAt, planLinks, signedInLinks } from './nav-links.ts'

const four = catalogueOf([
  ['starter', 'Starter', 0],
  ['lite', 'Lite', 900],
  ['pro', 'Pro', 2900],
  ['elite', 'Elite', 5900],
])
const two = catalogueOf([
  ['starter', 'Starter', 0],
  ['pro', 'Pro', 1200],
])

const bar = (catalogue: PlanCatalogue | undefined, plan: string | null) =>
  signedInLinks(catalogue, plan).map(({ label }) => label)
const menu = (catalogue: PlanCatalogue, plan: string | null) => planLinks(catalogue, plan).map(({ label }) => label)

describe('navigation links', () => {
  it('include an upgrade, except on the top plan', () => {
    for (const plan of [null, 'free', 'starter', 'lite', 'pro', 'platinum']) {
      expect(bar(four, plan)).toEqual(['Dashboard', 'Summaries', 'Upgrade'])
    }
    expect(bar(four, 'elite')).toEqual(['Dashboard', 'Summaries'])
    expect(bar(two, 'pro')).toEqual(['Dashboard', 'Summaries'])
    expect(bar(catalogueOf([['starter', 'Starter', 0]]), null)).toEqual(['Dashboard', 'Summaries'])
  })

  it('include an upgrade on the free plan only while the plans load', () => {
    expect(bar(undefined, 'elite')).toEqual(['Dashboard', 'Summaries'])
    expect(bar(undefined, null)).toEqual(['Dashboard', 'Summaries', 'Upgrade'])
  })

  it('detect the current page', () => {
    expect(isAt('/summaries/3f', '/summaries')).toBe(true)
    expect(isAt('/summaries', '/summaries')).toBe(true)
    expect(isAt('/summaries-of-old', '/summaries')).toBe(false)
    expect(isAt('/ask', '/summaries')).toBe(true)
    expect(isAt('/ask', '/dashboard')).toBe(false)
  })
})

describe('plan links in the user menu', () => {
  it('depend on the plan', () => {
    for (const plan of [null, '', 'free', 'starter', 'platinum']) expect(menu(four, plan)).toEqual(['Subscribe'])
    expect(menu(four, 'lite')).toEqual(['Upgrade Plan', 'Manage Subscription'])
    expect(menu(four, 'pro')).toEqual(['Upgrade Plan', 'Manage Subscription'])
    expect(menu(four, 'elite')).toEqual(['Manage Subscription'])
    expect(menu(two, 'pro')).toEqual(['Manage Subscription'])
    expect(menu(two, 'elite')).toEqual(['Subscribe'])
  })
})
