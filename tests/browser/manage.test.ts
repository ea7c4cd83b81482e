import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { expectAccessible, overflowOf } from '../support/accessibility.ts'
import { browserTest } from '../support/browser.ts'
import { expectToast, givePlan, register } from './steps.ts'
import { startWorld } from './world.ts'

describe('the page of one’s plan', () => {
  const world = startWorld()
  const open = async (page: Page): Promise<void> => {
    await page.goto(`${world.product.origin}/manage-subscription`)
    await page.getByRole('heading', { level: 1, name: 'Manage Subscription' }).waitFor()
  }
  const main = (page: Page): Promise<string> => page.getByRole('main').innerText()

  browserTest('a visitor is asked to log in', async ({ page }) => {
    await page.goto(`${world.product.origin}/manage-subscription`)
    await page.waitForURL('**/login')
    await expectToast(page, 'Authentication Required', 'Please log in to manage your subscription.')
  })

  browserTest('without a paid plan: the free one, and the way up', async ({ page }) => {
    const email = await register(page, world.product.origin)
    const { db } = world.product.database
    for (const plan of [null, 'free', 'starter', 'platinum']) {
      await db.update(users).set({ subscriptionPlan: plan }).where(eq(users.email, email))
      await open(page)
      await page.getByRole('heading', { name: 'Starter' }).waitFor()
      expect(await main(page)).toMatch(/FREE PLAN\s+Starter\s+\$0/i)
      expect(await page.getByRole('heading', { name: 'Canceling' }).count()).toBe(0)
    }
    await page.getByRole('main').getByRole('link', { name: 'Upgrade' }).press('Enter')
    await page.waitForURL('**/subscribe')
  })

  browserTest('with one: what it costs and holds, until when it is paid, and who ends it', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await givePlan(page, world.product.database, email, 'lite')
    await open(page)
    await page.getByRole('heading', { name: 'Lite' }).waitFor()
    const lite = await main(page)
    expect(lite).toMatch(/CURRENT PLAN\s+Lite\s+\$9\s*a month\s+Billing cycle\s+Monthly/i)
    expect(lite).toMatch(/Summaries a month\s+25/)
    expect(lite).toContain('We answer within 1-2 business days')
    expect(lite).not.toMatch(/Paid until|E-books|Export/)
    const write = page.getByRole('main').getByRole('link', { name: 'support@precis.example' })
    expect(await write.getAttribute('href')).toBe('mailto:support@precis.example?subject=Cancel%20my%20Lite%20plan')
    await page.getByRole('main').getByRole('link', { name: 'Upgrade Plan' }).waitFor()

    const subscriptionExpiresAt = new Date('2031-03-04T12:00:00Z')
    await world.product.database.db.update(users).set({ subscriptionExpiresAt }).where(eq(users.email, email))
    await givePlan(page, world.product.database, email, 'elite')
    await page.getByRole('heading', { name: 'Elite' }).waitFor()
    const elite = await main(page)
    expect(elite).toMatch(/\$59\s*a month\s+Billing cycle\s+Monthly\s+Paid until\s+March 4, 2031/)
    expect(elite).toMatch(/E-books[\s\S]*Export[\s\S]*Advanced summaries[\s\S]*Notable quotes/)
    expect(await page.getByRole('main').getByRole('link', { name: 'Upgrade' }).count()).toBe(0)
  })

  browserTest('plans that do not load can be asked for again', async ({ page, problems }) => {
    problems.allow(/503/)
    await register(page, world.product.origin)
    const refuse = { status: 503, json: { message: 'The service is restarting.', code: 'unavailable' } }
    await page.route('**/api/plans', (route) => route.fulfill(refuse))
    await open(page)
    await page.getByText('Your plan did not load').waitFor()
    await page.getByText('The service is restarting.').waitFor()
    await page.unroute('**/api/plans')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByRole('heading', { name: 'Starter' }).waitFor()
  })

  browserTest('axe finds nothing on either, and both fit a small phone', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await open(page)
    for (const plan of ['starter', 'elite'] as const) {
      await givePlan(page, world.product.database, email, plan)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await expectAccessible(page, `the page of ${plan}`)
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(async () => overflowOf(page)).toBeLessThanOrEqual(0)
    }
  })
})
