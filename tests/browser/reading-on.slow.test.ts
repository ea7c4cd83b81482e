import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { atPage } from '../support/pages/citations.ts'
import { pageOf, textPart } from '../support/pages/page-of.ts'
import { expectFocus, expectToFit } from './auth-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { chooseAction, expectToast } from './steps.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

describe('navigating between summaries', () => {
  const world = startWorld()
  const detailOf = (page: Page, index: number) =>
    page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: titleOf(index) }) })
  const pathOf = (page: Page) => new URL(page.url()).pathname

  browserTest('follows the filtered list by arrow keys', async ({ page }) => {
    const { userId } = await subscribe(page, world.product)
    const ids = await addSummaries(world.product, userId, 120)
    await page.goto(`${world.product.origin}/summaries?type=youtube`)
    // Every fourth is a video: 30 of them, 24 on the first page.
    await page.getByRole('link', { name: titleOf(3), exact: true }).click()
    await detailOf(page, 3).waitFor()
    const entries = await page.evaluate<number>('history.length')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => pathOf(page)).toBe(`/summaries/${ids[3]}`)
    await page.evaluate('document.querySelector("[role=dialog]").parentElement.scrollTo(0, 60)')
    await page.keyboard.press('ArrowRight')
    await detailOf(page, 7).waitFor()
    await takeScreenshots(page, 'reading-on')
    await expectAccessible(page, 'a summary among others')
    await expectToFit(page)
    await expect
      .poll(async () => page.evaluate('document.querySelector("[role=dialog]").parentElement.scrollTop'))
      .toBe(0)
    await expect.poll(() => pathOf(page)).toBe(`/summaries/${ids[7]}`)
    for (let index = 11; index <= 119; index += 4) {
      await page.keyboard.press('ArrowRight')
      await detailOf(page, index).waitFor()
    }
    await expect
      .poll(async () => page.getByRole('button', { name: 'Next summary' }).getAttribute('aria-disabled'))
      .toBe('true')
    await page.keyboard.press('ArrowRight')
    // All of it used one history entry, and a reload shows the same.
    await expect.poll(async () => page.evaluate('history.length')).toBe(entries)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page, titleOf(119))
    expect(page.url()).toBe(`${world.product.origin}/summaries?type=youtube`)

    // Arrow keys keep their meaning in controls.
    await page.getByRole('link', { name: titleOf(119), exact: true }).click()
    await chooseAction(page, 'Delete')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await expect.poll(() => pathOf(page)).toBe(`/summaries/${ids[119]}`)
    await detailOf(page, 119).getByRole('button', { name: 'Previous summary' }).click()
    await detailOf(page, 115).waitFor()
    await page.reload()
    await detailOf(page, 115).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${world.product.origin}/summaries?type=youtube`)
  })

  browserTest('copies a line with its source', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const [id] = await addSummaries(world.product, userId, 1, () => ({
      page: pageOf({
        gist: 'In short.',
        takeaways: [{ text: 'The salt was counted.', citations: [atPage(14, 'The salt was counted.')] }],
        parts: [textPart('', 'More of it, and more again. '.repeat(150).trim())],
        quotes: ['Salt was all we had.'],
      }),
    }))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    const detail = page.getByRole('dialog')
    const copied = async () => page.evaluate('navigator.clipboard.readText()')
    await detail.getByRole('button', { name: 'Copy takeaway 1' }).press('Enter')
    await detail.getByRole('status').getByText('Copied').waitFor()
    await expect
      .poll(copied)
      .toBe(`The salt was counted. — ${titleOf(0)}, Harbor Review, p. 14, https://reports.example/0#page=14`)
    await detail.getByText('Salt was all we had.').hover()
    await detail.getByRole('button', { name: 'Copy quote 1' }).click()
    await expect.poll(copied).toBe(`“Salt was all we had.” — ${titleOf(0)}, Harbor Review, https://reports.example/0`)
    await takeScreenshots(page, 'copy-line')
    // Where the bar covers nothing in part, at any width.
    await detail.getByRole('button', { name: 'Copy takeaway 1' }).scrollIntoViewIfNeeded()
    await expectAccessible(page, 'lines to copy')
  })

  browserTest('opens search by key on every screen', async ({ page }) => {
    const { userId } = await subscribe(page, world.product)
    await addSummaries(world.product, userId, 30)
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByRole('link', { name: titleOf(0), exact: true }).waitFor()
    const field = page.getByRole('searchbox', { name: 'Search summaries' })
    await page.keyboard.press('Control+k')
    await expectFocus(page, 'Search summaries')
    await expect.poll(() => pathOf(page)).toBe('/summaries')
    await page.keyboard.type('keel')
    await page.waitForURL('**/summaries?q=keel')
    // Searching replaces the history entry: Back leads to the screen before.
    await page.keyboard.type(' number')
    await page.waitForURL('**/summaries?q=keel+number')
    await page.getByRole('link', { name: titleOf(6), exact: true }).click()
    await detailOf(page, 6).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page, 'Search summaries')
    await page.keyboard.type('brine')
    await page.waitForURL('**/summaries?q=brine')
    await expect.poll(async () => field.inputValue()).toBe('brine')
    await page.goBack()
    await page.waitForURL('**/dashboard')
    // A confirmation dialog stays open.
    await page.getByRole('button', { name: `Delete ${titleOf(0)}` }).click()
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await expect.poll(() => pathOf(page)).toBe('/dashboard')
    await page.getByRole('button', { name: 'Go to search' }).click()
    await expectFocus(page, 'Search summaries')
  })

  browserTest('undoes a deletion', async ({ page, problems }) => {
    problems.allow(/404/)
    const { userId } = await subscribe(page, world.product)
    const ids = await addSummaries(world.product, userId, 40)
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByRole('link', { name: titleOf(4), exact: true }).click()
    await chooseAction(page, 'Delete')
    const confirm = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this summary?' })
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => pathOf(page)).toBe('/summaries')
    await expectFocus(page, titleOf(5))
    await expectToast(page, 'Summary Deleted', titleOf(4))
    await page.keyboard.press('F8')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expectToast(page, 'Summary Restored')
    await page.locator(`[data-summary="${ids[4]}"]`).and(page.locator('[aria-posinset="5"] > *')).waitFor()
    await expectFocus(page, titleOf(4))

    // Too late, as the server decides.
    await page.getByRole('button', { name: `Delete ${titleOf(5)}` }).click()
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await expectFocus(page, titleOf(6))
    await page.route(`**/api/summaries/${ids[5]}/restore`, (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', message: 'This summary does not exist.' } }),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Undo Failed', 'Too late to undo: the summary is gone.')
    await expect.poll(async () => page.getByRole('link', { name: titleOf(5), exact: true }).count()).toBe(0)

    await page.getByRole('button', { name: `Delete ${titleOf(6)}` }).click()
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Summary Deleted', titleOf(6))
    await takeScreenshots(page, 'undo')
  })
})
