import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { articles } from '../support/article-site.ts'
import { browserTest } from '../support/browser.ts'
import { book } from '../support/files/samples.ts'
import { expectToast, givePlan, register, stopClock, summarizeUrl } from './steps.ts'
import { startWorld } from './world.ts'

const article = articles[0]!
/** A response without a message, like that of a broken proxy. */
const refuse = async (route: Route): Promise<void> => route.fulfill({ status: 502, body: '' })
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

describe('error messages', () => {
  const world = startWorld()

  browserTest('explain a text over the plan’s limit', async ({ page }) => {
    await register(page, world.product.origin)
    await page.getByRole('tab', { name: 'From Text' }).click()
    const field = page.getByLabel('Text to summarize')
    await field.fill('a'.repeat(2501))
    await page.getByText('1 over limit').waitFor()
    await field.press('Control+Enter')
    await expectToast(page, 'Content Too Long', 'Content exceeds the 2,500 character limit for free users.')
  })

  browserTest('use the product’s words for failures without a message', async ({ page, problems }) => {
    problems.allow(/502/)
    const email = await register(page, world.product.origin)
    await page.route('**/api/summaries', async (route) =>
      route.request().method() === 'POST' ? refuse(route) : route.continue(),
    )
    await summarizeUrl(page, world.site.articleUrl(article))
    await expectToast(page, 'Error', 'Failed to create summary. Please try again.')
    await page.unroute('**/api/summaries')
    await page.keyboard.press('Escape')
    await summarizeUrl(page, world.site.articleUrl(article))
    const detail = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: article.title }) })
    await detail.getByRole('button', { name: 'Copy', exact: true }).waitFor({ timeout: 20_000 })
    await page.keyboard.press('Escape')

    await page.route(/\/api\/summaries\/[\w-]+$/, refuse)
    const row = page.getByRole('article').filter({ hasText: article.title })
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Delete Failed', 'Failed to delete summary')
    await page.reload()
    await row.getByRole('link', { name: article.title, exact: true }).click()
    await expectToast(page, 'Failed to load summary details')
    // The dialog receives the key only once it has focus.
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expect.poll(async () => dialog.evaluate((node) => node.contains(node.ownerDocument.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await givePlan(page, world.product.database, email, 'pro')
    await page.route('**/api/files/process', refuse)
    await page.getByRole('tab', { name: 'E-Books' }).click()
    await page.locator('input[type=file]').setInputFiles(book)
    const failed = page.getByRole('alert').filter({ hasText: 'Upload Processing Failed' })
    await failed.getByText('Failed to process uploaded EPUB file').waitFor()
  })

  browserTest('explain missing numbers on the dashboard, which load on request', async ({ page, problems }) => {
    problems.allow(/502/)
    await page.route('**/api/plans', refuse)
    await register(page, world.product.origin)
    const usage = page.getByRole('complementary', { name: 'Usage and plan' })
    await usage.getByRole('alert').getByText('Your usage didn’t load.').waitFor()
    await page.unroute('**/api/plans')
    await usage.getByRole('button', { name: 'Try again' }).press('Enter')
    await usage.getByRole('heading', { name: 'Starter' }).waitFor()
    expect(await usage.getByRole('alert').count()).toBe(0)
  })

  browserTest('asks once for numbers that fail to load, and again on request', async ({ page, problems }) => {
    problems.allow(/502/)
    let calls = 0
    await page.route('**/api/stats', async (route) => {
      calls += 1
      await refuse(route)
    })
    await register(page, world.product.origin)
    const usage = page.getByRole('complementary', { name: 'Usage and plan' })
    await usage.getByRole('alert').getByText('Your usage didn’t load.').waitFor()
    await usage.getByRole('heading', { name: 'Starter' }).waitFor()
    expect(calls).toBe(1)
    await page.unroute('**/api/stats')
    await usage.getByRole('button', { name: 'Try again' }).press('Enter')
    await usage.getByText('0 of 3 summaries used.').waitFor()
    await usage.getByRole('alert').waitFor({ state: 'detached' })
  })

  browserTest('appear as toasts for five seconds, and can be swiped away', async ({ page }) => {
    await register(page, world.product.origin)
    await page.getByText('No summaries yet').waitFor()
    await stopClock(page)
    const ask = page.getByRole('button', { name: 'Summarize' })
    await ask.click()
    await expectToast(page, 'URL Required')
    await page.clock.runFor(4999)
    await expect.poll(async () => toasts(page).count()).toBe(1)
    await page.clock.runFor(300)
    await expect.poll(async () => toasts(page).count()).toBe(0)
    await page.clock.resume()

    const swipe = async (distance: number): Promise<void> => {
      const box = (await toasts(page).first().boundingBox())!
      const [x, y] = [box.x + 40, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + distance / 2, y)
      await page.mouse.move(x + distance, y)
      await page.mouse.up()
    }
    await ask.click()
    await expectToast(page, 'URL Required')
    await swipe(45)
    await expect.poll(async () => toasts(page).count()).toBe(1)
    await swipe(60)
    await expect.poll(async () => toasts(page).count()).toBe(0)
  })
})
