import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { chip, english, openWithSource, shownBlock, source } from './source-steps.ts'
import { startWorld } from './world.ts'

const { report, talk, arabic, japanese } = pageSamples

describe('the source on phones, of videos, and in other scripts', () => {
  const world = startWorld()

  browserTest('opens as a sheet on a phone, which keeps the reading position', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    await openWithSource(page, world.product, report, sampleSource(report, english))
    const line = chip(page, /^p. 11/)
    const position = 'document.querySelector("[role=dialog]").parentElement.scrollTop'
    const takeaway = line.locator('xpath=ancestor::li')
    const openSheet = async (): Promise<number> => {
      // Its first lines are under the bar.
      await line.evaluate((element) => element.scrollIntoView({ block: 'start' }))
      await line.tap()
      await shownBlock(page).getByText('Over the two years footfall on Mill Street').waitFor()
      const before = await page.evaluate<number>(position)
      // The reader is still in the summary, and sees all of the line between its bar and the sheet.
      await page.getByRole('button', { name: 'Summary', exact: true, pressed: true }).waitFor()
      const [item, sheet] = [await takeaway.boundingBox(), await source(page).boundingBox()]
      expect(item?.y).toBeGreaterThanOrEqual(56)
      expect((item?.y ?? 0) + (item?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0)
      await source(page).getByRole('button', { name: 'Read on in the source' }).tap()
      await page.getByRole('button', { name: 'Source', exact: true, pressed: true }).waitFor()
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

  browserTest('keeps the field for questions clear of the bar and the sheet on a phone', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    await openWithSource(page, world.product, report, sampleSource(report, english))
    const field = page.getByRole('textbox', { name: 'Ask this source' })
    const isClear = `(() => {
      const { left, right, top, bottom } = document.activeElement.getBoundingClientRect()
      const points = [[left + 4, top + 4], [right - 24, bottom - 4]]
      return points.every(([x, y]) => document.activeElement.parentElement.contains(document.elementFromPoint(x, y)))
    })()`
    // Only its upper edge is above what covers it.
    const cover = async (selector: string) =>
      page.evaluate(`(() => {
        const [field, cover] = ['[aria-keyshortcuts=a]', '${selector}'].map((each) => document.querySelector('[role=dialog] ' + each))
        const scroller = document.querySelector('[role=dialog]').parentElement
        scroller.scrollTop += field.getBoundingClientRect().top + 16 - cover.getBoundingClientRect().top
      })()`)
    await cover('article > footer')
    const { x, y } = (await field.boundingBox())!
    await page.touchscreen.tap(x + 40, y + 8)
    await expect.poll(async () => page.evaluate(isClear), { message: 'beside the bar' }).toBe(true)
    await chip(page, /^p. 2/).tap()
    await shownBlock(page).first().waitFor()
    await cover('[data-source]')
    await field.focus()
    await expect.poll(async () => page.evaluate(isClear), { message: 'beside the sheet' }).toBe(true)
  })

  browserTest('links the times of a video, and sets other scripts as they are written', async ({ newPage }) => {
    const video = await newPage()
    video.problems.allow(/ytimg|img/u)
    await openWithSource(video.page, world.product, talk, sampleSource(talk, english))
    await chip(video.page, /^12:41/).click()
    await shownBlock(video.page).first().waitFor()
    await source(video.page)
      .getByRole('link', { name: 'Open the video at 12:41' })
      .first()
      .and(video.page.locator('[href*="t=761s"]'))
      .waitFor()
    await takeScreenshots(video.page, 'source-video')
    const { page } = await newPage()
    await openWithSource(
      page,
      world.product,
      arabic,
      sampleSource(arabic, 'ارتفعت الرسوم بنسبة 4 في المئة، ومعظم الزيادة من العبّارات.'),
    )
    await chip(page, /^p. 9/).click()
    await shownBlock(page).and(page.locator('[lang=ar] *:dir(rtl)')).first().waitFor()
    await takeScreenshots(page, 'source-arabic')
    await expectAccessible(page, 'an Arabic report beside its source')
    const other = await newPage()
    await openWithSource(
      other.page,
      world.product,
      japanese,
      sampleSource(japanese, '料金は4％上がり、フェリーの乗客は五年で二倍になった。'),
    )
    await chip(other.page, /^p. 9/).click()
    await shownBlock(other.page).and(other.page.locator('[lang=ja] *')).first().waitFor()
    await takeScreenshots(other.page, 'source-japanese')
  })

  browserTest('closes a preview that the pointer leaves at the moment it opens', async ({ page }) => {
    await openWithSource(page, world.product, report, sampleSource(report, english))
    // Right after the timer that opens the preview, before React has rendered it.
    await page.evaluate(`{
      const later = window.setTimeout
      window.setTimeout = (run, ms, ...given) => later(() => {
        run(...given)
        if (ms !== 180) return
        const chip = document.querySelector('[data-citation]:hover')
        chip.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, pointerType: 'mouse', relatedTarget: document.body }))
        // Later than the timer that closes it.
        later(() => (document.title = 'left'), 200)
      }, ms)
    }`)
    await chip(page, /^p. 11/).hover()
    await expect.poll(async () => page.title()).toBe('left')
    await page.locator('[data-radix-popper-content-wrapper]').waitFor({ state: 'detached', timeout: 5000 })
  })
})
