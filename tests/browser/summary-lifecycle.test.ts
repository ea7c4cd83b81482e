import { describe, expect } from 'vitest'
import { articles } from '../support/article-site.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { tidePools } from '../support/texts.ts'
import { expectToast, register, registerByHand, summarizeUrl } from './steps.ts'
import { startWorld } from './world.ts'

const article = articles[0]!

describe('lifecycle of a summary', () => {
  const world = startWorld()

  browserTest('from a URL to a summary with citations, found again and deleted', async ({ page }) => {
    await registerByHand(page, world.product.origin)
    await expectToast(page, 'Account created!')
    await page.getByText('No summaries yet').waitFor()

    await summarizeUrl(page, world.site.heldUrl(article))
    const overlay = page.getByRole('dialog')
    await overlay.getByText('Fetching').first().waitFor()
    await overlay.getByRole('progressbar').waitFor()
    await overlay.getByRole('button', { name: 'Continue in background' }).waitFor()
    await takeScreenshots(page, 'overlay')
    world.site.release()

    const detail = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: article.title }) })
    await detail.waitFor({ timeout: 20_000 })
    await expectToast(page, 'Summary Created')
    await expect.poll(async () => detail.textContent()).toContain(article.author)
    const takeaways = detail.getByRole('list').first().getByRole('listitem')
    await expect.poll(async () => takeaways.count()).toBeGreaterThanOrEqual(1)
    const text = [article.standfirst, ...article.parts.flatMap((part) => part.paragraphs)].join('\n')
    const chip = takeaways.first().getByRole('button', { name: /show the passage/ })
    await expect.poll(async () => chip.textContent()).toMatch(/¶ \d+/)
    const takeaway = (await takeaways.first().textContent())!
      .replace(/^\d+/u, '')
      .replace(/\s*¶ \d+.*$/su, '')
      .trim()
    expect(text).toContain(takeaway)
    await expect.poll(async () => detail.textContent()).toMatch(/Read [\d,]+ words, \d+ of \d+ sections/)
    await takeScreenshots(page, 'detail')

    await chip.click()
    const source = page.getByRole('complementary', { name: 'Source' })
    await source.locator('mark').first().waitFor()
    await source.getByRole('link', { name: 'Open original' }).and(page.locator('[href*="#:~:text="]')).waitFor()
    await takeScreenshots(page, 'source-article')
    // The source stays, since it is the view that the reader is in; the passage goes out.
    await page.keyboard.press('Escape')
    await source.locator('mark').first().waitFor({ state: 'detached' })
    // Over a citation, the first Escape would close its preview.
    await page.mouse.move(0, 0)
    await page.locator('[data-radix-popper-content-wrapper]').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    const row = page.getByRole('article').filter({ hasText: article.title })
    await row.waitFor()
    await expect.poll(async () => page.getByText('Total Summaries').locator('..').textContent()).toContain('1')
    await expect.poll(async () => page.getByText('Remaining').first().locator('..').textContent()).toContain('2')
    await takeScreenshots(page, 'dashboard')

    await row.getByRole('link', { name: article.title, exact: true }).click()
    await detail.waitFor()
    await page.keyboard.press('Escape')

    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText('Are you sure you want to delete this summary?').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No summaries yet').waitFor()
  })

  browserTest('from a pasted text to a summary whose citations show the passage', async ({ page }) => {
    await register(page, world.product.origin)
    await page.getByRole('tab', { name: 'From Text' }).click()
    const field = page.getByLabel('Text to summarize')
    await field.fill('a'.repeat(2001))
    await page.getByText('499 chars left').waitFor()
    await field.fill('a'.repeat(2503))
    await page.getByText('3 over limit').waitFor()
    await expect.poll(async () => page.getByRole('button', { name: 'Summarize' }).isDisabled()).toBe(true)
    await field.fill('')
    await page.getByRole('button', { name: 'Summarize' }).click()
    await expectToast(page, 'Content Required', 'Please enter some text content to summarize.')

    await field.fill(tidePools)
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
    const detail = page.getByRole('dialog').filter({ hasText: /Read \d+ words[.,]/ })
    await detail.waitFor({ timeout: 20_000 })
    const first = detail.getByRole('list').first().getByRole('listitem').first()
    const chip = first.getByRole('button', { name: /¶/ })
    await expect.poll(async () => chip.textContent()).toMatch(/¶ \d+/)
    await chip.click()
    // Over a chip, the mouse would open a preview, which Escape closes first.
    await page.mouse.move(0, 0)
    const passage = page.getByRole('complementary', { name: 'Source' }).locator('mark')
    const shown = (await passage.first().textContent()) ?? ''
    expect(shown.length).toBeGreaterThan(20)
    expect(tidePools).toContain(shown)
    await page.keyboard.press('Escape')
    await passage.first().waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await expect.poll(async () => field.inputValue()).toBe('')
  })

  browserTest('a failure is explained, keeps input, and is free', async ({ page }) => {
    await register(page, world.product.origin)
    // By keyboard: Enter submits, and Enter continues past the upgrade offer.
    await page.getByLabel('Link to a video or article').fill(world.site.missingUrl)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Upgrade for better summaries' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/has no page at this link/)
      .first()
      .waitFor({ timeout: 20_000 })
    await takeScreenshots(page, 'failure')
    await dialog.getByRole('button', { name: 'Upload it as a file' }).click()
    await page.getByRole('button', { name: /^Drop a document/ }).waitFor()
    await page.getByRole('tab', { name: 'From URL' }).click()
    await expect
      .poll(async () => page.getByLabel('Link to a video or article').inputValue())
      .toBe(world.site.missingUrl)
    await expect.poll(async () => page.getByText('Remaining').first().locator('..').textContent()).toContain('3')
  })

  browserTest('a summary can be left alone and found again, also after a reload', async ({ page }) => {
    await register(page, world.product.origin)
    await summarizeUrl(page, world.site.heldUrl(article))
    await page.getByRole('dialog').getByRole('button', { name: 'Continue in background' }).click()
    await page.getByRole('article').first().waitFor()
    await page.reload()
    world.site.release()
    await page.getByRole('article').filter({ hasText: article.title }).first().waitFor({ timeout: 20_000 })
  })
})
