import { describe, expect } from 'vitest'
import type { SourceBlock } from '../../src/shared/document.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { addSummaries } from './many-summaries.ts'
import { chip, dialog, english, openWithSource, shownBlock, source, view } from './source-steps.ts'
import { subscribe } from './subscriber.ts'
import { rowOf } from './summary-row.ts'
import { startWorld } from './world.ts'

const { report, story } = pageSamples
const page17 = { kind: 'page', page: 17 } as const
const reportEnd: SourceBlock[] = [
  { id: 'e1', type: 'heading', level: 2, text: 'Sales by trade', location: page17 },
  {
    id: 'e2',
    type: 'table',
    text: 'Trade\tBusinesses\tSales\nClothing\t27\t+6%\nGroceries\t18\t+4%',
    location: page17,
  },
  { id: 'e3', type: 'list-item', marker: '1.', text: 'Till receipts of 112 businesses', location: page17 },
  { id: 'e4', type: 'list-item', marker: '2.', text: 'Two comparison streets', location: page17 },
]
const receipts: SourceBlock = {
  id: 'last',
  type: 'paragraph',
  text: 'Till receipts of 112 businesses lay under the lamp.',
  location: { kind: 'chapter', chapter: 9, title: 'Chapter 9. The End' },
}
/** Enough blocks for many pages of the source, with the cited ones at its end. */
const longStory: SourceBlock[] = [
  ...Array.from(
    { length: 1500 },
    (_, at): SourceBlock => ({
      id: `f${at}`,
      type: 'paragraph',
      text: `Wave ${at}. ${english}`,
      location: { kind: 'chapter', chapter: 1, title: 'Chapter 1. The Lamp' },
    }),
  ),
  ...sampleSource(story, english),
]

describe('the source beside the summary', () => {
  const world = startWorld()

  browserTest('shows the passage of a citation, by mouse and by keyboard', async ({ page }) => {
    await openWithSource(page, world.product, report, sampleSource(report, english, reportEnd))
    await view(page, 'Summary').click()
    await chip(page, /^p. 11/).click()
    const passage = shownBlock(page).getByText('Over the two years footfall on Mill Street')
    await passage.waitFor()
    await shownBlock(page).getByText('Takeaway 2 rests on this passage').waitFor()
    expect(await passage.isVisible()).toBe(true)
    await source(page).getByRole('link', { name: 'Open original' }).and(page.locator('[href$="#page=11"]')).waitFor()
    await expectAccessible(page, 'a report beside its source')

    await page.keyboard.press(']')
    await shownBlock(page).getByText('We estimate that three quarters').waitFor()
    await page.keyboard.press('[')
    await passage.waitFor()

    // Escape closes the source before the dialog, and focus returns to the chip.
    await page.keyboard.press('Escape')
    await source(page).waitFor({ state: 'detached' })
    await chip(page, /^p. 11/).press('Enter')
    await expect.poll(async () => page.evaluate('document.activeElement.dataset.index !== undefined')).toBe(true)
    await page.keyboard.press('Escape')
    await source(page).waitFor({ state: 'detached' })
    await expect.poll(async () => page.evaluate('document.activeElement.textContent')).toBe('p. 11')

    await page.keyboard.press('s')
    await source(page).getByRole('columnheader', { name: 'Businesses' }).waitFor()
    await source(page).getByRole('listitem').filter({ hasText: '2.Two comparison streets' }).waitFor()
    await source(page).getByText('Two comparison streets').scrollIntoViewIfNeeded()
    await takeScreenshots(page, 'source-list')
    await page.keyboard.press('s')
    await source(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  })

  browserTest('loads only what is near, and finds text in the rest', async ({ page }) => {
    const loaded: string[] = []
    page.on('request', (request) => void (/source\?/u.test(request.url()) && loaded.push(request.url())))
    await openWithSource(page, world.product, story, longStory)
    await chip(page, /^ch. 4/).click()
    await shownBlock(page).first().waitFor()
    expect(loaded.length).toBeLessThan(6)
    await takeScreenshots(page, 'source-book')
    await source(page).getByLabel('Find in source').fill('wave 70')
    await source(page).getByText('1 of 11').waitFor()
    await source(page).locator('mark[data-current]').getByText('Wave 70').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await source(page).getByText('3 of 11').waitFor()
    await source(page).getByText('Wave 701.').waitFor()
    await source(page).getByRole('button', { name: 'Previous match' }).click()
    await source(page).getByText('2 of 11').waitFor()
    await source(page).getByLabel('Find in source').fill('no such words')
    await source(page).getByText('No matches').waitFor()
    expect(loaded.length).toBeLessThan(12)
  })

  browserTest('is not offered where it was not kept', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const [id] = await addSummaries(world.product, userId, 1, () => rowOf(report))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await dialog(page).getByText('We didn’t keep the source’s text').waitFor()
    await dialog(page)
      .getByRole('link', { name: /^p. 11/ })
      .waitFor()
    expect(await dialog(page).getByRole('group', { name: 'View' }).count()).toBe(0)
  })

  browserTest('opens at the passage that a search has found in the source', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const samples = [
      { ...rowOf(report), blocks: sampleSource(report, english, reportEnd) },
      { page: pageOf({ gist: 'All receipts were counted twice.' }) },
      { ...rowOf(story), blocks: [...longStory, receipts] },
    ]
    const [, , storyId = ''] = await addSummaries(world.product, userId, 3, (index) => samples[index] ?? {})
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByRole('searchbox', { name: 'Search summaries' }).fill('receipts')
    const rows = page.locator('[data-summary]')
    const row = rows.filter({ hasText: 'In the source, p. 17' })
    await row.getByText('Till receipts of 112 businesses').waitFor()
    await expect
      .poll(async () => rows.allInnerTexts())
      .toEqual([
        expect.not.stringContaining('In the source'),
        expect.stringContaining('In the source, p. 17'),
        expect.stringContaining('In the source, ch. 9'),
      ])
    await expectAccessible(page, 'results in sources')
    await takeScreenshots(page, 'search-sources')

    await row.getByRole('link', { name: report.title, exact: true }).click()
    await shownBlock(page).getByText('Till receipts of 112 businesses').waitFor()
    await takeScreenshots(page, 'search-sources-opened')
    // The next summary opens at its own passage.
    await page.keyboard.press('j')
    await page.waitForURL(`**/summaries/${storyId}?q=receipts`)
    await shownBlock(page).getByText('Till receipts of 112 businesses').waitFor()
    await page.reload()
    await shownBlock(page).getByText('Till receipts of 112 businesses').waitFor()
    // Closed by hand, the source stays closed.
    await view(page, 'Summary').click()
    await source(page).waitFor({ state: 'detached' })
    expect(await dialog(page).isVisible()).toBe(true)
  })
})
