import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { articles } from '../support/article-site.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { expectFocus, expectToFit } from './auth-steps.ts'
import { expectToast, expectToasts, givePlan, register } from './steps.ts'
import { startWorld } from './world.ts'

describe('a user without summaries left', () => {
  const world = startWorld()
  const use = async (page: Page, email: string, used: number): Promise<void> => {
    await world.product.database.db.execute(sql`UPDATE users SET summaries_used = ${used} WHERE email = ${email}`)
    await page.reload()
  }

  browserTest('is told before, and offered no basic summary', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await use(page, email, 3)
    const card = page.getByRole('main')
    await card.locator('form').getByText('3 of 3 summaries used. Resets').waitFor()
    expect(await page.getByRole('link', { name: 'See the plans' }).count()).toBe(1)
    await takeScreenshots(page, 'dashboard-used-up')
    await page.getByLabel('Link to a video or article').fill('https://news.example/harbor')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'No summaries left this month' })
    await dialog.getByRole('link', { name: 'Upgrade Now' }).waitFor()
    expect(await page.getByRole('button', { name: 'Continue with Basic Summary' }).count()).toBe(0)
    await takeScreenshots(page, 'upgrade-used-up')
    await expectAccessible(page, 'no summaries left')
    await expectToFit(page)
    await expectToasts(page, 0)
    await expectFocus(page, 'Maybe Later')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(page, 'Link to a video or article')
    expect(await page.getByLabel('Link to a video or article').inputValue()).toBe('https://news.example/harbor')
  })

  browserTest('sees counts of the plan that is left after one has ended', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await use(page, email, 4)
    await page.getByRole('complementary').getByText('3 of 3 summaries used. Resets').waitFor()
    expect(await page.getByText('4 of 3').count()).toBe(0)
    const remaining = page
      .getByRole('complementary')
      .locator('div')
      .filter({ hasText: /^Remaining/ })
    await expect.poll(async () => remaining.textContent()).toBe('Remaining0')
  })

  browserTest('is led to the earlier summary of a link, without an offer that is refused', async ({ page }) => {
    const email = await register(page, world.product.origin)
    const url = world.site.articleUrl(articles[0]!)
    const response = await page.request.post(`${world.product.origin}/api/summaries`, { data: { url } })
    expect(response.status()).toBe(201)
    await givePlan(page, world.product.database, email, 'lite')
    await use(page, email, 25)
    await page.getByLabel('Link to a video or article').fill(url)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You have no summaries left this month.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Make a new one' }).count()).toBe(0)
    await dialog.getByRole('link', { name: 'See the plans' }).first().waitFor()
    await takeScreenshots(page, 'repeat-used-up')
    // The hour, by keyboard.
    const moment = dialog.getByRole('button', { name: 'Summarized today' })
    const hour = dialog.getByRole('tooltip', { includeHidden: true })
    await moment.focus()
    await expect
      .poll(async () => hour.evaluate((tip) => tip.ownerDocument.defaultView?.getComputedStyle(tip).opacity))
      .toBe('1')
    expect(await hour.textContent()).toMatch(/^\w+ \d+, \d{4} at \d+:\d\d.[AP]M$/)
    await takeScreenshots(page, 'created-hour')
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => page.locator('article time').first().getAttribute('title'))
      .toMatch(/ at \d+:\d\d.[AP]M$/)
  })

  browserTest('dismisses the toast of a failure when a dialog opens', async ({ page }) => {
    await register(page, world.product.origin)
    await page.getByRole('button', { name: 'Summarize' }).click()
    await expectToast(page, 'URL Required', 'Please enter a valid URL to summarize.')
    await page.getByLabel('Link to a video or article').fill('https://news.example/harbor')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Upgrade for better summaries' }).waitFor()
    await expect.poll(async () => page.getByText('URL Required').count()).toBe(0)
  })
})
