import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { expectFocus, refuse } from './auth-steps.ts'
import { actions, button, openPlans, plans } from './pricing-steps.ts'
import { expectToast, register, stopClock } from './steps.ts'
import { startWorld } from './world.ts'

describe('pricing page', () => {
  const world = startWorld()
  const open = async (page: Page, query = '') => openPlans(page, world.product.origin, query)

  browserTest('grants the free plan on request', async ({ page, problems }) => {
    problems.allow(/500/)
    await register(page, world.product.origin)
    await open(page)
    await button(page, 'Continue with Starter').waitFor()
    expect(await plans(page).getByText('Your plan').count()).toBe(0)
    await takeScreenshots(page, 'plans-starter')
    await refuse(page, '/api/signup-starter', 500, { code: 'internal', message: 'Something went wrong.' })
    await button(page, 'Continue with Starter').press('Enter')
    await expectToast(page, 'Subscription Error', 'Failed to sign up for starter plan')
    await expectFocus(page, 'Continue with Starter')
    await page.unroute('**/api/signup-starter')
    await stopClock(page)
    await page.keyboard.press('Enter')
    await expectToast(page, 'You are on the Starter plan.')
    await page.clock.runFor(1499)
    expect(new URL(page.url()).pathname).toBe('/subscribe')
    await page.clock.runFor(1)
    await page.waitForURL(`${world.product.origin}/dashboard`)
    await page.clock.resume()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upgrade' }).first().click()
    await plans(page).getByText('Your plan').waitFor()
    const all = ['Current plan', 'Upgrade to Lite', 'Upgrade to Pro', 'Upgrade to Elite']
    await expect.poll(async () => actions(page)).toEqual(all)
    expect(await button(page, 'Current plan').isDisabled()).toBe(true)
  })
})
