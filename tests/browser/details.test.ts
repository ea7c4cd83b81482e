import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, switchTheme, takeScreenshots, themes, viewports } from '../support/browser.ts'
import { sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { expectToFit } from './auth-steps.ts'
import { dialog, english, openWithSource, shownBlock, source, view } from './source-steps.ts'

import { startWorld } from './world.ts'

const { column, council } = pageSamples

const detailsSwitch = (page: Page): Locator => dialog(page).getByRole('button', { name: /^Details, \d min$/u })
const takeaway = (page: Page, number: number): Locator =>
  dialog(page)
    .locator('ol > li')
    .nth(number - 1)
/** Name of the chip whose passage is shown. */
const shownCitation = async (page: Page): Promise<string | null> =>
  dialog(page).locator('[data-citation][aria-current=true]').getAttribute('aria-label')

describe('the details of takeaways', () => {
  const world = startWorld()
  const open = async (page: Page, sample: typeof column): Promise<void> =>
    openWithSource(page, world.product, sample, sampleSource(sample, english))
  const openDetailed = async (page: Page, sample: typeof column): Promise<void> => {
    await open(page, sample)
    await detailsSwitch(page).click()
  }

  browserTest('are below their takeaway once the user opens them', async ({ page }) => {
    await open(page, column)
    await view(page, 'Summary').click()
    const first = takeaway(page, 1)
    const detail = first.getByText('The first rooms went in the winter of 2014')
    await first.getByText('Since 2014').waitFor()
    expect(await detailsSwitch(page).getAttribute('aria-pressed')).toBe('false')
    expect(await detail.isVisible()).toBe(false)
    const height = (await first.boundingBox())?.height ?? 0
    expect(await dialog(page).locator('h2, h3, h4').allTextContents()).toEqual([
      column.title,
      'Key takeaways',
      'Points to weigh',
      'Notable quotes',
    ])
    // Parts of their own are shown, and citations that aren't are no step.
    await dialog(page).getByText('All figures are from ten branches').waitFor()
    await first.getByRole('button', { name: /^¶ 4/ }).click()
    await page.keyboard.press(']')
    await expect.poll(async () => shownCitation(page)).toMatch(/^¶ 9:/u)
    await detailsSwitch(page).click()
    expect(await detailsSwitch(page).getAttribute('aria-pressed')).toBe('true')
    await detail.waitFor()
    expect((await first.boundingBox())?.height).toBeGreaterThan(height * 2)
    await takeaway(page, 2).getByRole('table', { name: 'What was lost' }).waitFor()
    await takeScreenshots(page, 'details')
    for (const theme of themes) {
      await switchTheme(page, theme)
      await expectAccessible(page, `takeaways with details, ${theme}`)
    }
    await page.reload()
    await detail.waitFor()
    expect(await detailsSwitch(page).getAttribute('aria-pressed')).toBe('true')
    await takeaway(page, 1).getByRole('button', { name: /^¶ 4/ }).click()
    await page.keyboard.press(']')
    await expect.poll(async () => shownCitation(page)).toMatch(/^¶ 5:/u)
    await page.keyboard.press('d')
    await detail.waitFor({ state: 'hidden' })
  })

  browserTest('have their switch at the end of the line where text runs from right to left', async ({ page }) => {
    await open(page, { ...council, language: 'ar' })
    await view(page, 'Summary').click()
    const list = await takeaway(page, 1).boundingBox()
    const at = await detailsSwitch(page).boundingBox()
    expect(at?.x).toBeCloseTo(list?.x ?? 0, 0)
  })

  browserTest('light up alone, and the source says whose details rest on a passage', async ({ page }) => {
    await openDetailed(page, column)
    await source(page).waitFor()
    const line = takeaway(page, 1).getByRole('paragraph').first()
    const own = takeaway(page, 1).locator('[data-line]').first()
    await line.getByRole('button', { name: /^¶ 5/ }).click()
    await shownBlock(page).getByText('The details of takeaway 1 rest on this passage').waitFor()
    const background = async (locator: Locator): Promise<string> =>
      locator.evaluate((element) => {
        const style = element.ownerDocument.defaultView?.getComputedStyle(element)
        return `${style?.backgroundColor} ${style?.backgroundImage}`
      })
    const plain = 'rgba(0, 0, 0, 0) none'
    expect(await background(own)).toBe(plain)
    expect(await background(line)).not.toBe(plain)
    await own.getByRole('button', { name: /^¶ 4/ }).click()
    await shownBlock(page).getByText('Takeaway 1 rests on this passage').waitFor()
    expect(await background(own)).not.toBe(plain)
    expect(await background(line)).toBe(plain)
  })

  browserTest('have numbers below the name of their column, beside one chip of all rows', async ({ page }) => {
    const turned = (cells: string[]): string[] => [...cells.slice(0, 1), ...cells.slice(1).toReversed()]
    const parts = council.page?.parts.map((part) =>
      part.header.includes('Trucks a day')
        ? {
            ...part,
            header: turned(part.header),
            lines: part.lines.map((line) => ({ ...line, cells: turned(line.cells) })),
          }
        : part,
    )
    await openDetailed(page, { ...council, page: council.page && { ...council.page, parts: parts ?? [] } })
    const toll = takeaway(page, 3).getByRole('table', { name: 'Bridge toll' })
    const end = async (shown: Locator): Promise<number> =>
      shown.evaluate((cell) => {
        const range = cell.ownerDocument.createRange()
        range.selectNodeContents(cell)
        return Math.round(range.getBoundingClientRect().right)
      })
    expect(await end(toll.getByText('412'))).toBe(await end(toll.getByText('Trucks a day').first()))
    expect(await toll.getByRole('button').count()).toBe(1)
  })

  browserTest('fit a phone, and are printed in any case', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    await openDetailed(page, council)
    const toll = takeaway(page, 3).getByRole('table', { name: 'Bridge toll' })
    await toll.waitFor()
    // Its rows rest on one location, whose chip is beside the first row.
    const chip = toll.getByRole('button')
    expect(await chip.count()).toBe(1)
    const top = async (shown: Locator): Promise<number> => (await shown.boundingBox())?.y ?? -1
    const name = toll.getByRole('rowheader', { name: 'Works department' })
    expect(Math.abs((await top(chip)) - (await top(name)))).toBeLessThan(12)
    await expectToFit(page)
    await expectAccessible(page, 'details on a phone')
    await detailsSwitch(page).click()
    await toll.waitFor({ state: 'hidden' })
    await page.emulateMedia({ media: 'print' })
    expect(await detailsSwitch(page).isVisible()).toBe(false)
    await toll.waitFor()
    // A takeaway stays on the page of the first line of its details, which may go on on the next.
    const breaks = `[...document.querySelectorAll('[role=dialog] ol > li')].map((item) =>
      [getComputedStyle(item).breakInside, getComputedStyle(item.firstElementChild).breakInside,
       getComputedStyle(item.firstElementChild).breakAfter].join(' '))`
    expect([...new Set(await page.evaluate<string[]>(breaks))]).toEqual(['auto avoid avoid'])
  })
})
