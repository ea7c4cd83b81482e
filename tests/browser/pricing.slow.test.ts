import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import type { SubscriptionDetails } from '../../src/shared/account/billing.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots } from '../support/browser.ts'
import { expectFocus, expectToFit, hold, refuse } from './auth-steps.ts'
import { actions, button, openPlans, plans } from './pricing-steps.ts'
import { expectToast, givePlan, register, stopClock } from './steps.ts'
import { startWorld } from './world.ts'

const CREATE = '/api/create-subscription'
describe('pricing page', () => {
  const world = startWorld()
  const open = async (page: Page, query = '') => openPlans(page, world.product.origin, query)

  browserTest('sends visitors to registration, and formats prices for their locale', async ({ newPage }) => {
    const { page } = await newPage({ locale: 'de-DE' })
    await open(page)
    await expect.poll(async () => actions(page)).toEqual(['Start free', 'Choose Lite', 'Choose Pro', 'Choose Elite'])
    await expect
      .poll(async () => (await plans(page).innerText()).replaceAll('\u00a0', ' '))
      .toMatch(/Pro[\s\S]*29 \$\s*a month/)
    const table = page.getByRole('table', { name: 'Compare plans' })
    for (const width of [1440, 390]) {
      await resize(page, { width, height: 900 })
      // Each line begins with its label at every width.
      await expect
        .poll(async () => table.getByRole('row', { name: /^E\u2011books/ }).innerText())
        .toMatch(/^E\u2011books\s+EPUB \(\.epub\)\s+No\s+No\s+Yes\s+Yes$/)
    }
    // On small laptops, four cards share the width.
    await resize(page, { width: 1024, height: 768 })
    const minutes = plans(page).getByText('recording minutes a month')
    await expect.poll(async () => minutes.count()).toBe(4)
    for (const line of await minutes.all()) expect((await line.boundingBox())?.height).toBeLessThan(32)
    await expectToFit(page)
    await expectAccessible(page, 'the plans')
    await page.getByRole('link', { name: 'Choose Pro' }).press('Enter')
    await page.waitForURL(`${world.product.origin}/register?returnTo=/subscribe?plan=pro`)
  })

  browserTest('shows progress and errors of a request', async ({ page, problems }) => {
    problems.allow(/50[023]/)
    await register(page, world.product.origin)
    await open(page)
    const answer = await hold(page, CREATE)
    await button(page, 'Upgrade to Lite').press('Enter')
    await page.locator('ul[aria-busy=true]').waitFor()
    const buttons = await plans(page).getByRole('button').all()
    const states = await Promise.all(
      buttons.map(async (each) => [await each.isDisabled(), (await each.locator('svg').count()) > 0]),
    )
    expect(states).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [true, false],
    ])
    // The browser's Back from checkout shows the page as it was.
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await expect.poll(async () => button(page, 'Upgrade to Lite').isEnabled()).toBe(true)
    answer()
    await expectToast(page, 'Subscription Error', 'Payments')
    await page.unroute(`**${CREATE}`)

    for (const [status, body, words] of [
      [500, { code: 'internal', message: 'Something went wrong.' }, 'Failed to start subscription process'],
      [502, '<html>Bad Gateway</html>', 'Failed to start subscription process'],
      [503, { code: 'unavailable', message: 'Payments are away.' }, 'Payments are away.'],
      [200, '{}', 'Failed to create checkout session'],
      [200, '{"url": "javascript:alert(1)"}', 'Failed to create checkout session'],
    ] as const) {
      await refuse(page, CREATE, status, body)
      await button(page, 'Upgrade to Lite').press('Enter')
      await expectToast(page, 'Subscription Error', words)
      await plans(page).getByText(words).waitFor()
      await expectFocus(page, 'Upgrade to Lite')
      await page.unroute(`**${CREATE}`)
    }
    await expectAccessible(page, 'plans, one of which could not be chosen')
  })

  browserTest('has no accent on a button that is off without a connection', async ({ page, problems }) => {
    problems.allow(/ERR_INTERNET_DISCONNECTED/)
    await givePlan(page, world.product.database, await register(page, world.product.origin), 'pro')
    await open(page)
    const upgrade = page.getByRole('button', { name: 'Upgrade to Elite' })
    const style = async () =>
      upgrade.evaluate((element) => {
        const { backgroundColor = '', opacity = '' } =
          element.ownerDocument.defaultView?.getComputedStyle(element) ?? {}
        return { backgroundColor, opacity }
      })
    const { backgroundColor: accent } = await style()
    await page.context().setOffline(true)
    await expect.poll(async () => upgrade.getAttribute('title')).toBe('You’re offline')
    await upgrade.hover()
    await expect.poll(async () => (await style()).backgroundColor).not.toBe(accent)
    await expect.poll(async () => (await style()).opacity).toBe('1')
  })

  browserTest('lets subscribers change, keep and settle their plan', async ({ page }) => {
    const email = await register(page, world.product.origin)
    const set = async (set: Partial<typeof users.$inferInsert>): Promise<void> => {
      await world.product.database.db.update(users).set(set).where(eq(users.email, email))
    }
    const details: SubscriptionDetails = {
      planType: 'elite',
      status: 'active',
      price: 5900,
      currency: 'usd',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: '2031-03-04T12:00:00.000Z',
      cancellation: null,
    }
    await set({ subscriptionPlan: 'pro', subscriptionStatus: 'active' })
    await open(page)
    await plans(page).getByText('Your plan').waitFor()
    const all = ['Switch to Starter', 'Switch to Lite', 'Manage Subscription', 'Upgrade to Elite']
    await expect.poll(async () => actions(page)).toEqual(all)
    await takeScreenshots(page, 'plans-of-pro')

    await set({ subscriptionPlan: 'elite', cancelAtPeriodEnd: true })
    await page.reload()
    await button(page, 'Keep Elite').waitFor()
    await page.getByText('Your Elite plan ends').waitFor()
    const message = 'Your Elite subscription continues. It won’t end on March 4, 2031.'
    await page.route(`**${CREATE}`, (route) => route.fulfill({ json: { status: 'active', message } }))
    await page.route('**/api/subscription/details', (route) => route.fulfill({ json: details }))
    await button(page, 'Keep Elite').press('Enter')
    await expectToast(page, 'Subscription Active', message)
    await page.waitForURL(`${world.product.origin}/dashboard`)
    // The top plan offers nothing else, but its button responds.
    await expectToast(page, 'Subscription Active', message)

    await set({ cancelAtPeriodEnd: false, subscriptionStatus: 'past_due' })
    await open(page)
    await button(page, 'Pay Now').waitFor()
    await page.getByText('Your last payment didn’t go through.').waitFor()
  })

  browserTest('redirects users without a choice to the dashboard', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await open(page)
    await button(page, 'Upgrade to Lite').waitFor()
    await world.product.database.db.update(users).set({ subscriptionStatus: 'active' }).where(eq(users.email, email))
    await givePlan(page, world.product.database, email, 'elite')
    await expectToast(page, 'Subscription Active', 'Your Elite subscription is already active.')
    await page.waitForURL(`${world.product.origin}/dashboard`)
    // Unless they come to change it.
    await open(page, '?change=true')
    await plans(page).getByText('Your plan').waitFor()
    await page.waitForTimeout(2500)
    expect(new URL(page.url()).pathname).toBe('/subscribe')
    await expect
      .poll(async () => actions(page))
      .toEqual(['Switch to Starter', 'Switch to Lite', 'Switch to Pro', 'Manage Subscription'])
  })

  browserTest('notices a payment made elsewhere', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await open(page)
    await button(page, 'Upgrade to Lite').waitFor()
    await world.product.database.db
      .update(users)
      .set({ subscriptionPlan: 'lite', subscriptionStatus: 'active' })
      .where(eq(users.email, email))
    const message = 'Your Lite subscription is already active.'
    await page.route(`**${CREATE}`, (route) => route.fulfill({ json: { status: 'active', message } }))
    await stopClock(page)
    await button(page, 'Upgrade to Lite').press('Enter')
    await expectToast(page, 'Subscription Active', message)
    await page.clock.runFor(1499)
    await page.getByText('Lite Plan').waitFor()
    expect(new URL(page.url()).pathname).toBe('/subscribe')
    await page.clock.runFor(1)
    await page.waitForURL(`${world.product.origin}/dashboard`)
  })
})
