import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { PLAN_BEFORE_KEY } from '../../src/web/lib/plans/plan-before.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { servePaidProduct } from '../support/paid-product.ts'
import { refuse } from './auth-steps.ts'
import { expectSessionEnd, expectToast, fillRegistration, register, signOut, user } from './steps.ts'
import { served } from './world.ts'

const VERIFY = '/api/verify-payment'
const FAILED = ['Payment Verification Failed', 'Please contact support if the issue persists.'] as const
const CANCELED = ['Payment Canceled', 'Your subscription setup was canceled. You can try again anytime.'] as const
const PAID = ['Payment Successful!', 'Your Pro subscription has been activated.'] as const

/** Counts the calls of a path from now on. */
function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

describe('returning from checkout', () => {
  const product = served(servePaidProduct)
  const at = (path: string): string => `${product.origin}${path}`
  const back = (path: string): string => at(`${path}?success=true&session_id=cs_test_of_a_reader`)
  const card = (page: Page) => page.getByRole('region', { name: 'Payment' })

  /** Completes a payment once the returned function is called. */
  const pay = async (page: Page, email: string): Promise<() => void> => {
    const gate = Promise.withResolvers<void>()
    await page.route(`**${VERIFY}`, async (route) => {
      await gate.promise
      await arrive(email)
      await route.fulfill({ json: { success: true, plan: 'Pro' } })
    })
    return gate.resolve
  }
  /** Delivers a payment event to the server. */
  const arrive = async (email: string): Promise<void> => {
    const paid = { subscriptionPlan: 'pro', subscriptionStatus: 'active' }
    await product.database.db.update(users).set(paid).where(eq(users.email, email))
  }

  browserTest('handles an unavailable Stripe, and a payment of another user', async ({ page, problems }) => {
    problems.allow(/404|503/)
    const { stripe } = product
    await register(page, product.origin)
    await page.goto(at('/subscribe'))
    await page.getByRole('button', { name: 'Upgrade to Pro' }).press('Enter')
    await page.getByRole('button', { name: 'Pay and subscribe' }).waitFor()
    // No event arrives by itself.
    stripe.holdEvents(true)
    const { redirectedTo } = await stripe.pay(page.url())
    stripe.behave('broken')
    await page.goto(redirectedTo)
    await expectToast(page, ...FAILED)
    await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter')
    stripe.behave('well')
    await card(page).getByRole('button', { name: 'Check again' }).press('Enter')
    await expectToast(page, ...PAID)
    await page.waitForURL(at('/dashboard'))
    await page.getByRole('banner').getByText('Pro Plan').waitFor()
    stripe.loseHeld()
    stripe.holdEvents(false)

    await signOut(page)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await fillRegistration(page)
    // They haven't paid, so they are offered a plan.
    await page.getByRole('complementary').getByRole('link', { name: 'See the plans' }).waitFor()
    await page.goto(redirectedTo)
    await expectToast(page, ...FAILED)
    await page.waitForURL(at('/dashboard'))
    await expect.poll(async () => card(page).count()).toBe(0)
    await page.getByRole('complementary').getByText('We couldn’t verify your payment.').waitFor()
  })

  browserTest('waits, and then shows the plan, here and in other tabs', async ({ page }) => {
    const email = await register(page, product.origin)
    const other = await page.context().newPage()
    await other.goto(at('/summaries'))
    const calls = countCalls(page, VERIFY)
    await page.route(`**${VERIFY}`, () => new Promise(() => undefined))
    await page.clock.install()
    await page.goto(back('/'))
    await page.waitForURL(back('/dashboard'))
    await card(page).getByText('You can keep working.').waitFor()
    await page.getByRole('complementary').getByText('Confirming…').waitFor()
    await takeScreenshots(page, 'payment-waiting')
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.clock.fastForward(10_000)
    await card(page).getByText('Still confirming your payment…').waitFor()
    expect(calls()).toBe(1)
    await expectAccessible(page, 'the dashboard while a payment is confirmed')
    // The session id stays in the URL until there is a response: a reload asks again.
    const answer = await pay(page, email)
    answer()
    const statuses = countCalls(page, '/api/subscription/status')
    await page.reload()
    const more = countCalls(page, VERIFY)
    await expectToast(page, ...PAID)
    expect(page.url()).toBe(at('/dashboard'))
    await page.getByRole('banner').getByText('Pro Plan').waitFor()
    await other.getByRole('banner').getByText('Pro Plan').waitFor()
    await expect.poll(async () => card(page).count()).toBe(0)
    await expect.poll(statuses, { timeout: 6000 }).toBeGreaterThan(0)
    await page.reload()
    await page.getByRole('banner').getByText('Pro Plan').waitFor()
    expect(more()).toBeLessThanOrEqual(1)
  })

  browserTest('continues while the user navigates, and doesn’t interrupt them', async ({ page }) => {
    const email = await register(page, product.origin)
    const answer = await pay(page, email)
    await page.goto(back('/subscribe'))
    await card(page).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Summaries' }).first().click()
    await page.waitForURL(at('/summaries'))
    answer()
    await expectToast(page, ...PAID)
    expect(page.url()).toBe(at('/summaries'))
    // Going back leads to a page that has nothing more to ask.
    const calls = countCalls(page, VERIFY)
    await page.goBack()
    await page.waitForURL(at('/subscribe'))
    await page.getByRole('list', { name: 'Plans' }).getByText('Your plan').waitFor()
    expect(calls()).toBe(0)
  })

  browserTest('explains when a payment could not be confirmed, and allows a retry', async ({ page, problems }) => {
    problems.allow(/503/)
    const email = await register(page, product.origin)
    const calls = countCalls(page, VERIFY)
    await refuse(page, VERIFY, 503, { code: 'unavailable', message: 'Payments cannot be reached.' })
    await page.goto(back('/subscribe'))
    await expectToast(page, ...FAILED)
    expect(calls()).toBe(3)
    expect(page.url()).toBe(back('/subscribe'))
    await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter')
    const again = card(page).getByRole('button', { name: 'Check again' })
    await again.waitFor()
    await takeScreenshots(page, 'payment-unconfirmed')
    await expectAccessible(page, 'a payment that is not confirmed')
    await page.unroute(`**${VERIFY}`)
    await page.route(`**${VERIFY}`, (route) => route.fulfill({ json: { success: false, plan: 'Starter' } }))
    await again.press('Enter')
    await expect.poll(async () => page.evaluate('document.activeElement.id')).toBe('main')
    await expectToast(page, ...FAILED)
    // The event arrives: the page asks again after 3 s.
    await arrive(email)
    await expectToast(page, ...PAID)
    await page.waitForURL(at('/dashboard'))
    await page.getByRole('banner').getByText('Pro Plan').waitFor()
    await expect.poll(async () => card(page).count()).toBe(0)
  })

  /** Stores that this tab's user has left for checkout without a plan. */
  const leave = async (page: Page, email: string): Promise<void> => {
    const [row] = await product.database.db.select().from(users).where(eq(users.email, email))
    const kept = JSON.stringify({ owner: row?.id, plan: null })
    await page.evaluate(`sessionStorage.setItem('${PLAN_BEFORE_KEY}', ${JSON.stringify(kept)})`)
  }
  const remembered = async (page: Page): Promise<unknown> =>
    page.evaluate(`sessionStorage.getItem('${PLAN_BEFORE_KEY}')`)

  browserTest('can be dismissed, and needs no confirmation if the plan is active', async ({ page }) => {
    const email = await register(page, product.origin)
    await page.route(`**${VERIFY}`, (route) => route.fulfill({ json: { success: false, plan: 'Starter' } }))
    await page.goto(back('/dashboard'))
    await expectToast(page, ...FAILED)
    await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter')
    await card(page).getByRole('button', { name: 'Dismiss' }).press('Enter')
    await page.waitForURL(at('/dashboard'))
    await expect.poll(async () => card(page).count()).toBe(0)

    // The event arrived before the user.
    await leave(page, email)
    await arrive(email)
    await page.goto(back('/dashboard'))
    await expectToast(page, ...PAID)
    await page.waitForURL(at('/dashboard'))
    await expect.poll(async () => [await card(page).count(), await remembered(page)]).toEqual([0, null])
    // There is no offer of another plan right after a payment.
    await page.getByRole('complementary').getByText('No monthly limit.').waitFor()
    expect(await page.getByRole('complementary').getByRole('link', { name: 'Upgrade Plan' }).count()).toBe(0)
    await page.reload()
    await page.getByRole('complementary').getByRole('link', { name: 'Upgrade Plan' }).waitFor()
  })

  browserTest('survives an ended session', async ({ page, problems }) => {
    problems.allow(/401/)
    const email = await register(page, product.origin)
    const logIn = async (): Promise<void> => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(user.password)
      await page.getByRole('button', { name: 'Sign In' }).click()
    }
    await signOut(page)
    const answer = await pay(page, email)
    answer()
    for (const path of ['/', '/subscribe']) {
      await page.goto(back(path))
      await page.waitForURL(
        `**/login?returnTo=${encodeURIComponent('/dashboard?success=true&session_id=cs_test_of_a_reader')}`,
      )
      await expectToast(page, 'Authentication Required', 'Please log in to confirm your payment.')
    }
    await logIn()
    await expectToast(page, ...PAID)
    await page.waitForURL(at('/dashboard'))

    // The session can also end in between.
    await refuse(page, VERIFY, 401, { code: 'unauthorized', message: 'Unauthorized' })
    await expectSessionEnd(page, () => page.goto(back('/dashboard')))
    await page.waitForURL('**/login?returnTo=*')
    await page.unroute(`**${VERIFY}`)
    await pay(page, email).then((open) => open())
    await logIn()
    await expectToast(page, ...PAID)
    await page.waitForURL(at('/dashboard'))
  })

  browserTest('shows nothing without a payment', async ({ page }) => {
    await page.goto(at('/subscribe?canceled=true'))
    await expectToast(page, ...CANCELED)
    expect(page.url()).toBe(at('/subscribe'))
    await leave(page, await register(page, product.origin))
    for (const [from, to] of [
      ['/?canceled=true', '/dashboard'],
      ['/subscribe?canceled=true', '/subscribe'],
    ] as const) {
      await page.goto(at(from))
      await expectToast(page, ...CANCELED)
      await page.waitForURL(at(to))
    }
    await expect.poll(async () => remembered(page)).toBeNull()
  })
})
