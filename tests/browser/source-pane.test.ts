import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SourceBlock } from '../../src/shared/document.ts'
import type { Summary } from '../../src/shared/summary/summary.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { keepSource, sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { addSummaries } from './many-summaries.ts'
import { subscribe } from './subscriber.ts'
import { rowOf } from './summary-row.ts'
import { startWorld } from './world.ts'

const { report, talk, story, arabic, japanese } = pageSamples
const english = 'Counters stood at six doors from the first week. We left out the days of the summer fair.'
const page17 = { kind: 'page', page: 17 } as const
const reportEnd: SourceBlock[] = [
  { id: 'e1', type: 'heading', level: 2, text: 'Sales by trade', place: page17 },
  { id: 'e2', type: 'table', text: 'Trade\tBusinesses\tSales\nClothing\t27\t+6%\nGroceries\t18\t+4%', place: page17 },
  { id: 'e3', type: 'list-item', marker: '1.', text: 'Till receipts of 112 businesses', place: page17 },
  { id: 'e4', type: 'list-item', marker: '2.', text: 'Two comparison streets', place: page17 },
]
/** Enough blocks for many pages of the source, with the cited ones at its end. */
const longStory: SourceBlock[] = [
  ...Array.from(
    { length: 1500 },
    (_, at): SourceBlock => ({
      id: `f${at}`,
      type: 'paragraph',
      text: `Wave ${at}. ${english}`,
      place: { kind: 'chapter', chapter: 1, title: 'Chapter 1. The Lamp' },
    }),
  ),
  ...sampleSource(story, english),
]

describe('the source beside the summary', () => {
  const world = startWorld()
  const dialog = (page: Page): Locator => page.getByRole('dialog')
  const source = (page: Page): Locator => page.getByRole('complementary', { name: 'Source' })
  const chip = (page: Page, name: RegExp): Locator => dialog(page).getByRole('button', { name }).first()
  const shownBlock = (page: Page): Locator =>
    source(page)
      .locator('[data-index]')
      .filter({ has: page.locator('mark') })

  const open = async (page: Page, sample: Summary, blocks: readonly SourceBlock[]): Promise<void> => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const [id = ''] = await addSummaries(world.product, userId, 1, () => rowOf(sample))
    await keepSource(world.product.database.db, id, blocks)
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await dialog(page).getByText('Summarized Nov 20, 2026').waitFor()
  }

  browserTest('shows the passage of a citation, by mouse and by keyboard', async ({ page }) => {
    await open(page, report, sampleSource(report, english, reportEnd))
    await chip(page, /^p. 11/).click()
    const passage = shownBlock(page).getByText('Over the two years footfall on Mill Street')
    await passage.waitFor()
    await shownBlock(page).getByText('Takeaway 2 rests on this passage').waitFor()
    expect(await passage.isVisible()).toBe(true)
    await source(page).getByRole('link', { name: 'Open original' }).and(page.locator('[href$="#page=11"]')).waitFor()
    await expectAccessible(page, 'a report beside its source')

    // Further citations of a line are revealed on the way.
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
    await open(page, story, longStory)
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

  browserTest('opens as a sheet on a phone, which keeps the reading position', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    await open(page, report, sampleSource(report, english, reportEnd))
    const line = chip(page, /^p. 11/)
    const position = 'document.querySelector("[role=dialog]").parentElement.scrollTop'
    const openSheet = async (): Promise<number> => {
      await line.scrollIntoViewIfNeeded()
      await line.tap()
      await shownBlock(page).getByText('Over the two years footfall on Mill Street').waitFor()
      const before = await page.evaluate<number>(position)
      await source(page).getByRole('button', { name: 'Read on in the source' }).tap()
      await source(page).getByLabel('Find in source').waitFor()
      return before
    }
    const closeSheet = async (): Promise<void> => {
      await source(page).getByRole('button', { name: 'Close the source' }).tap()
      await source(page).waitFor({ state: 'detached' })
    }
    await openSheet()
    await expectAccessible(page, 'the source in a sheet')
    await resize(page, viewports.phone)
    await closeSheet()
    const before = await openSheet()
    expect(before).toBeGreaterThan(0)
    await closeSheet()
    expect(Math.abs((await page.evaluate<number>(position)) - before)).toBeLessThan(2)
  })

  browserTest('links the times of a video, and sets other scripts as they are written', async ({ newPage }) => {
    const video = await newPage()
    video.problems.allow(/ytimg|img/u)
    await open(video.page, talk, sampleSource(talk, english))
    await chip(video.page, /^12:41/).click()
    await shownBlock(video.page).first().waitFor()
    await source(video.page)
      .getByRole('link', { name: 'Open the video at 12:41' })
      .first()
      .and(video.page.locator('[href*="t=761s"]'))
      .waitFor()
    await takeScreenshots(video.page, 'source-video')
    const { page } = await newPage()
    await open(page, arabic, sampleSource(arabic, 'ارتفعت الرسوم بنسبة 4 في المئة، ومعظم الزيادة من العبّارات.'))
    await chip(page, /^p. 9/).click()
    await shownBlock(page).and(page.locator('[lang=ar] *:dir(rtl)')).first().waitFor()
    await takeScreenshots(page, 'source-arabic')
    await expectAccessible(page, 'an Arabic report beside its source')
    const other = await newPage()
    await open(other.page, japanese, sampleSource(japanese, '料金は4％上がり、フェリーの乗客は五年で二倍になった。'))
    await chip(other.page, /^p. 9/).click()
    await shownBlock(other.page).and(other.page.locator('[lang=ja] *')).first().waitFor()
    await takeScreenshots(other.page, 'source-japanese')
  })

  browserTest('is not offered where it was not kept', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const [id] = await addSummaries(world.product, userId, 1, () => rowOf(report))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await dialog(page).getByText('The source’s text wasn’t kept').waitFor()
    await dialog(page)
      .getByRole('link', { name: /^p. 11/ })
      .waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Source', exact: true }).count()).toBe(0)
  })
})
