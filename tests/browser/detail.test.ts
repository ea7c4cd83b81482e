import { describe, expect } from 'vitest'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { stagedResult } from '../support/staged-pipeline.ts'
import { harborReport, harborSummary } from './sample-report.ts'
import { view } from './source-steps.ts'
import { begin, registerElite, startStagedWorld } from './staged-world.ts'

const address = 'https://reports.example/harbor-2025.pdf'

describe('summary dialog', () => {
  const world = startStagedWorld()

  browserTest('shows sections, citations, quotes, and the names of unread parts', async ({ page }) => {
    await registerElite(page, world)
    const run = await begin(page, world, address)
    run.hasRead(harborReport)
    run.tell(harborSummary)
    const detail = page.getByRole('dialog')
    await detail.getByText('Read 27,880 of 31,204 words, 8 of 9 sections. Not read: Appendix C: Accounts.').waitFor()
    await detail.getByText('Names and numbers were checked against the source.').waitFor()
    // Passages are previewed where the source, which has the same headings, is not beside the summary.
    await view(page, 'Summary').click()
    for (const title of ['Income', 'Dredging', 'Plans']) await detail.getByRole('heading', { name: title }).waitFor()
    expect(await detail.textContent()).not.toContain('##')

    // Two passages of one page share a chip, and one more page has its own.
    const line = detail.getByRole('listitem').nth(3)
    const chips = line.getByRole('button', { name: /show the passage/ })
    await expect.poll(async () => chips.allTextContents()).toEqual(['p. 2', '3'])
    await chips.first().hover()
    const passages = page.locator('[data-radix-popper-content-wrapper]')
    await passages.getByText('We have moved the same sand').waitFor()
    await passages.getByText('The channel silts up').waitFor()
    await takeScreenshots(page, 'detail-citations')
    await chips.first().click()
    const source = page.getByRole('complementary', { name: 'Source' })
    await source.locator('mark').getByText('The channel silts up').waitFor()
    await source
      .getByRole('link', { name: 'Open original' })
      .and(page.locator(`[href="${address}#page=2"]`))
      .waitFor()
    await detail.getByText('Every quote matches the source word for word.').waitFor()
  })

  browserTest('lets its event stream end without aborting it', async ({ page }) => {
    const ended: string[] = []
    const isStream = (url: string): boolean => url.endsWith('/events')
    page.on('requestfinished', (request) => void (isStream(request.url()) && ended.push('finished')))
    page.on('requestfailed', (request) => void (isStream(request.url()) && ended.push('failed')))
    await registerElite(page, world)
    const run = await begin(page, world, address)
    run.hasRead(harborReport)
    run.tell(stagedResult(harborReport))
    await page
      .getByRole('dialog')
      .getByText(/^Read 87 words, 9 of 9/)
      .waitFor()
    await expect.poll(() => ended).toEqual(['finished'])
  })

  browserTest('uses the text direction of its language, and that of the source for quotes', async ({ page }) => {
    await registerElite(page, world)
    const run = await begin(page, world, address)
    run.hasRead(harborReport)
    const text = 'ارتفعت رسوم الميناء إلى أربعة ملايين كرونة.'
    const quote = 'We have moved the same sand four times.'
    run.tell(stagedResult(harborReport, { page: pageOf({ gist: text, quotes: [quote] }), language: 'ar' }))
    const detail = page.getByRole('dialog')
    await detail.getByText(text).and(page.locator('p[lang=ar]:dir(rtl)')).waitFor()
    await detail.getByText(quote).and(page.locator('[lang=en]:dir(ltr) > p')).waitFor()
    const title = { name: harborReport.title }
    await detail.getByRole('heading', title).and(page.locator('[lang=en]:dir(ltr)')).waitFor()
    await detail.getByText('Arabic, from English').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('h3[lang=en]:dir(ltr)').getByText(harborReport.title).waitFor()
    await page.locator('[lang=ar]:dir(rtl)').getByText(text).waitFor()
  })
})
