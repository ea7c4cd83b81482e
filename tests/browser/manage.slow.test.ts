import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PLAN_BEFORE_KEY } from '../../src/web/lib/plans/plan-before.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveProduct } from '../support/served-product.ts'
import { startTestStripe } from '../support/stripe.ts'
import { expectFocus, expectToFit, hold, refuse } from './auth-steps.ts'
import { expectToast, expectToasts } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { served, startWorld } from './world.ts'

const DETAILS = '/api/subscription/details'

describe('subscription page', () => {
  const world = startWorld()
  const open = async (page: Page, query = ''): Promise<void> => {
    await page.goto(`${world.product.origin}/manage-subscription${query}`)
    await page.getByRole('heading', { level: 1, name: 'Manage Subscription' }).waitFor()
  }
  const main = async (page: Page): Promise<string> => {
    await page.getByRole('heading', { name: 'What’s included' }).waitFor()
    return (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ')
  }

  browserTest('without a paid plan: shows the free one, and an upgrade', async ({ page, problems }) => {
    problems.allow(/503/)
    const { set } = await subscribe(page, world.product)
    const nothing = 'You’re on the free plan. Nothing to pay.'
    const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' })
    await open(page)
    const text = await main(page)
    expect(text).toMatch(/FREE PLAN\s+Starter\s+\$0/i)
    expect(text).toContain(nothing)

    // Paid for, but no longer sold.
    await set({ ...pro, subscriptionPlan: 'platinum', subscriptionPrice: 900 })
    await open(page)
    const former = await main(page)
    expect(former).toContain('You pay $9.00 a month for a plan we no longer offer.')
    expect(former).not.toContain(nothing)
    await page.getByRole('button', { name: 'Cancel Subscription' }).press('Enter')
    await expect.poll(async () => dialog.innerText()).toContain('Once it ends, we won’t charge your card again.')
    await page.keyboard.press('Escape')

    await set({ subscriptionPlan: null, subscriptionStatus: 'unpaid' })
    await refuse(page, DETAILS, 503, { code: 'unavailable', message: 'The service is restarting.' })
    await open(page)
    await page.getByText('Your subscription didn’t load').waitFor()
    await page.unroute(`**${DETAILS}`)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect
      .poll(async () => main(page))
      .toContain('Your last payment didn’t go through, so your paid plan has ended.')
    await takeScreenshots(page, 'manage-unpaid')
    await page.getByRole('button', { name: 'Cancel Subscription' }).press('Enter')
    await expect.poll(async () => dialog.innerText()).toContain('Your paid plan has already ended')
    expect(await dialog.innerText()).not.toMatch(/Starter|you’ll keep/i)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByRole('link', { name: 'Upgrade' }).press('Enter')
    await page.waitForURL('**/subscribe')
  })

  browserTest('with a paid plan: shows price, features, status and end', async ({ page }) => {
    const { set } = await subscribe(page, world.product, { subscriptionPlan: 'lite' })
    await open(page)
    const lite = await main(page)
    // Without a known price.
    expect(lite).toMatch(/CURRENT PLAN\s+Lite\s+Unknown\s+\$12\.00\s*a month\s+Billing cycle\s+Monthly/i)
    expect(lite).toMatch(/Summaries a month\s+25/)
    expect(lite).toContain(
      'Cancel anytime. We’ll confirm within 1-2 business days, and you’ll keep Lite until your paid month ends.',
    )
    expect(lite).not.toMatch(/until March|E.books|Export/)
    await page.getByRole('main').getByRole('link', { name: 'Upgrade Plan' }).waitFor()

    await set(pro)
    await page.reload()
    expect(await main(page)).toMatch(
      /Pro\s+Active\s+\$29\.00\s*a month\s+Billing cycle\s+Monthly\s+Renews on\s+March 4, 2091/i,
    )
    await set({ ...pro, planSource: 'operator', subscriptionExpiresAt: null })
    await page.reload()
    const given = await main(page)
    expect(given).toContain('This plan was given to you, so there’s nothing to pay.')
    expect(given).not.toMatch(/paid month|Billing cycle/)
    await set({ ...pro, planSource: null, subscriptionPlan: 'elite', subscriptionPrice: 5900 })
    await page.reload()
    await expect
      .poll(async () => main(page))
      .toMatch(/\$59\.00[\s\S]*Export[\s\S]*Advanced summaries[\s\S]*Notable quotes/)
    await expect.poll(async () => page.getByRole('main').getByRole('link', { name: 'Upgrade' }).count()).toBe(0)
    await takeScreenshots(page, 'manage-elite')
    await expectAccessible(page, 'the page of a paid plan')
    await expectToFit(page)
  })

  browserTest('explains a failed payment, and links to the invoice', async ({ page, problems }) => {
    problems.allow(/503/)
    await subscribe(page, world.product, { ...pro, subscriptionStatus: 'past_due' })
    await open(page)
    const text = await main(page)
    expect(text).toMatch(/Your last payment didn’t go through[\s\S]*You’ll keep Pro until March 4, 2091/)
    expect(text).toMatch(/Past Due[\s\S]*Ends on\s+March 4, 2091/)
    expect(text).toContain('Pro ends as soon as we process your request, and we won’t collect the open payment.')
    await refuse(page, '/api/create-subscription', 503, { code: 'unavailable', message: 'Payments are away.' })
    const pay = page.getByRole('button', { name: 'Pay Now' })
    await pay.press('Enter')
    await page.getByRole('alert').getByText('Payments are away.').waitFor()
    await expectFocus(page, 'Pay Now')
    await takeScreenshots(page, 'manage-past-due')
    await expectAccessible(page, 'the page of a payment that failed')
    await page.unroute('**/api/create-subscription')

    const asked: unknown[] = []
    await page.route('**/api/create-subscription', async (route) => {
      asked.push(route.request().postDataJSON())
      await route.fulfill({ json: { url: `${world.product.origin}/terms-of-use#money-back` } })
    })
    await pay.press('Enter')
    await page.waitForURL('**/terms-of-use#money-back')
    expect(asked).toEqual([{ plan: 'pro' }])
  })

  browserTest('shows placeholders while loading, and a retry after failures', async ({ page, problems }) => {
    problems.allow(/503|401/)
    await subscribe(page, world.product, pro)
    const away = { code: 'unavailable', message: 'The service is restarting.' } as const
    await refuse(page, '/api/plans', 503, away)
    await refuse(page, DETAILS, 503, away)
    await open(page)
    await page.getByText('Your plan didn’t load').waitFor()
    await page.unroute('**/api/plans')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByText('Your subscription didn’t load').waitFor()
    await page.getByText('The service is restarting.').waitFor()
    await page.unroute(`**${DETAILS}`)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByRole('heading', { name: 'Pro' }).waitFor()

    const answer = await hold(page, DETAILS)
    await page.reload()
    await page.getByText('Loading your plan').waitFor()
    await takeScreenshots(page, 'manage-loading')
    answer()
    await page.getByRole('heading', { name: 'Pro' }).waitFor()
    await page.unroute(`**${DETAILS}`)

    await refuse(page, DETAILS, 401, { code: 'unauthorized', message: 'Unauthorized' })
    await page.reload()
    await expectToast(page, 'Session Expired', 'Please log in again.')
    await page.waitForURL('**/login')
  })

  browserTest('confirms a change after returning from Stripe, if there was one', async ({ page }) => {
    const { userId, set } = await subscribe(page, world.product, pro)
    await open(page, '?changed=true')
    await page.waitForURL(`${world.product.origin}/manage-subscription`)
    await page.getByRole('heading', { name: 'Pro' }).waitFor()

    // Stripe's event arrives a moment later.
    await set({ subscriptionPlan: 'elite', subscriptionPrice: 5900 })
    await page.getByRole('heading', { name: 'Elite' }).waitFor()
    await expectToast(page, 'Plan Changed', 'You’re now on Elite.')
    await page.getByRole('banner').getByText('Elite Plan').waitFor()
    await expect.poll(async () => main(page)).toContain('$59.00')

    // The event arrived before the user.
    const left = JSON.stringify({ owner: userId, plan: 'lite' })
    await page.evaluate(`sessionStorage.setItem('${PLAN_BEFORE_KEY}', ${JSON.stringify(left)})`)
    await open(page, '?changed=true')
    await expectToast(page, 'Plan Changed', 'You’re now on Elite.')
    await expect.poll(async () => page.evaluate(`sessionStorage.getItem('${PLAN_BEFORE_KEY}')`)).toBeNull()

    // Returning without a change, or a reload, shows no message.
    await open(page, '?changed=true')
    await main(page)
    await page.waitForURL(`${world.product.origin}/manage-subscription`)
    await page.reload()
    await main(page)
    await expectToasts(page, 0)
  })
})

describe('a failed payment at Stripe', () => {
  const stripe = served(startTestStripe)
  const product = served(async () => {
    const started = await serveProduct({ env: stripe.env, clock: stripe.clock })
    stripe.deliverInto(started)
    return started
  })

  browserTest('can be paid on its invoice page', async ({ page }) => {
    const { userId, set } = await subscribe(page, product)
    const { customerId } = await stripe.subscribe({ userId, plan: 'pro', trialDays: 1 })
    await set({ stripeCustomerId: customerId })
    await page.goto(`${product.origin}/manage-subscription`)
    await page.getByText('Trial ends on').waitFor()
    stripe.setCard(customerId, 'declines')
    await stripe.moveTo(new Date(stripe.now().getTime() + 2 * 86_400_000))
    await page.reload()
    await page.getByText('Past Due', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pay Now' }).press('Enter')
    await page.waitForURL(`${stripe.url}/**`)
    await page.getByRole('button', { name: /Pay/ }).click()
    await page.getByText(/paid/i).first().waitFor()
    await page.goto(`${product.origin}/manage-subscription`)
    await page.getByText('Active', { exact: true }).waitFor()
    await page.getByText('Renews on').waitFor()
  })
})
