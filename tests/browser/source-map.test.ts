import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SourceBlock } from '../../src/shared/document.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, switchTheme, takeScreenshots, themes, viewports } from '../support/browser.ts'
import { sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { chip, dialog, english, openWithSource, shownBlock, source, view } from './source-steps.ts'
import { startWorld } from './world.ts'

const { report, meeting, story } = pageSamples
const chapter = { kind: 'chapter', chapter: 1, title: 'Chapter 1. The Lamp' } as const
const paragraph = (id: string, text: string, location: SourceBlock['location'] = chapter): SourceBlock => ({
  id,
  type: 'paragraph',
  text,
  location,
})
/** About 60,000 words before the passages that are cited. */
const longStory: SourceBlock[] = [
  ...Array.from({ length: 3000 }, (_, at) => paragraph(`f${at}`, `Wave ${at}. ${english}`)),
  ...sampleSource(story, english),
]
const map = (page: Page): Locator => source(page).getByRole('slider', { name: /^Map of the source: / })
const at = async (page: Page, share: number) => {
  const box = await map(page).boundingBox()
  return box === null
    ? Promise.reject(new Error('The map is not shown.'))
    : ([box.x + 8, box.y + box.height * share] as const)
}

/** Number of active ticks, and the contrast of the other ones with the strip, in the theme that is shown. */
const ticks = async (page: Page) =>
  page.evaluate<{ active: number; contrast: number }>(`(() => {
    const strip = document.querySelector('[data-source] [role=slider]')
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
    const luminance = (...colors) => {
      for (const color of colors) {
        context.fillStyle = color
        context.fillRect(0, 0, 1, 1)
      }
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    }
    const fill = (shape) => getComputedStyle(shape).fill
    const role = (name) => getComputedStyle(document.documentElement).getPropertyValue(name)
    const [cited] = strip.querySelectorAll('path')
    const ground = [role('--paper'), fill(strip.querySelector('rect'))]
    const [one, other] = [luminance(...ground), luminance(...ground, fill(cited))]
    return {
      active: [...strip.querySelectorAll('path')].filter((path) => luminance(fill(path)) === luminance(role('--accent'))).length,
      contrast: Math.max(one, other) / Math.min(one, other),
    }
  })()`)

describe('the view of a summary and its source', () => {
  const world = startWorld()

  browserTest(
    'is beside the summary where there is room, until the user chooses, which is remembered',
    async ({ page }) => {
      await openWithSource(page, world.product, report, sampleSource(report, english))
      await source(page).waitFor()
      expect(await view(page, 'Summary and source').getAttribute('aria-pressed')).toBe('true')
      // With nothing lit, Escape leaves the page at once; with a passage, that comes first.
      await chip(page, /^p. 11/).click()
      await shownBlock(page).waitFor()
      await page.keyboard.press('Escape')
      await shownBlock(page).waitFor({ state: 'detached' })
      expect(await source(page).isVisible()).toBe(true)
      await takeScreenshots(page, 'source-view')
      await view(page, 'Summary').click()
      await source(page).waitFor({ state: 'detached' })
      await page.reload()
      await view(page, 'Summary').waitFor()
      expect(await source(page).count()).toBe(0)
      await page.keyboard.press('s')
      await source(page).waitFor()
      for (const [width, pane] of [
        [960, 440],
        [1024, 440],
        [1440, 568],
      ] as const) {
        await resize(page, { width, height: 800 })
        const [left, right] = [await dialog(page).locator('article').boundingBox(), await source(page).boundingBox()]
        expect(Math.abs((right?.width ?? 0) - pane), `${width}`).toBeLessThan(3)
        expect(left?.width, `${width}`).toBeGreaterThanOrEqual(490)
      }
      // Below that it is a sheet, no wider than the window.
      await resize(page, { width: 900, height: 800 })
      expect((await source(page).boundingBox())?.width).toBeLessThanOrEqual(900)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
    },
  )

  browserTest('draws a long block that is cited as a line along the map', async ({ page }) => {
    const [passage, ...others] = sampleSource(story, english).toReversed()
    const long = { ...passage, text: `${passage?.text} ${english.repeat(400)}` } as SourceBlock
    await openWithSource(page, world.product, story, [long, ...others])
    await map(page).waitFor()
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll('[data-source] [role=slider] :is(rect, path)')]
        .map((shape) => shape.getBoundingClientRect().width)`,
    )
    const [strip = 0, across = 0, along = strip] = widths
    expect(across).toBe(strip)
    expect(along).toBeLessThan(strip / 2)
  })

  browserTest('has a map that leads by mouse and keyboard, however long the source is', async ({ page }) => {
    await openWithSource(page, world.product, story, longStory)
    await map(page).waitFor()
    expect(await map(page).getAttribute('aria-label')).toMatch(/^Map of the source: \d+ cited passages/)
    expect(await map(page).locator('*').count()).toBeLessThan(15)
    // Only the passage that is chosen or pointed at has the accent color; the others can be seen beside it.
    for (const theme of themes) {
      await switchTheme(page, theme)
      const { active, contrast } = await ticks(page)
      expect(active).toBe(0)
      expect(contrast).toBeGreaterThanOrEqual(3)
    }
    await page.mouse.click(...(await at(page, 0.5)))
    await source(page).getByText('Wave 1500.').or(source(page).getByText('Wave 1503.')).first().waitFor()
    await expect.poll(async () => Number(await map(page).getAttribute('aria-valuenow'))).toBeGreaterThan(40)
    await map(page).focus()
    await page.keyboard.press('End')
    await expect.poll(async () => Number(await map(page).getAttribute('aria-valuenow'))).toBeGreaterThan(95)
    await page.keyboard.press('Home')
    await source(page).getByText('Wave 0.').waitFor()
    await page.keyboard.press('ArrowDown')
    await shownBlock(page).first().waitFor()
    await expect.poll(async () => map(page).getAttribute('aria-valuetext')).toMatch(/Cited: /)
    expect((await ticks(page)).active).toBe(1)
    await page.mouse.move(...(await at(page, 0.998)))
    await map(page).locator('bdi').waitFor()
    await source(page).getByLabel('Find in source').fill('wave 70')
    await source(page).getByText('1 of ').waitFor()
    await expect.poll(async () => map(page).locator('path').count()).toBe(4)
    await takeScreenshots(page, 'source-map')
    await expectAccessible(page, 'the map of a book')
  })

  browserTest('shows a transcript by its speakers, and folds what no one can read', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.desktop })
    const line = { kind: 'paragraph', paragraph: 1 } as const
    const turns = [
      'Ann: Good {vocalsound} morning .',
      'Ben: Hello .',
      'Ann: So .',
      "Ben: I 'm here .",
      'Ann: Right .',
      'Ben: Yes .',
    ]
    await openWithSource(page, world.product, meeting, [
      ...turns.map((text, index) => paragraph(`t${index}`, text, line)),
      ...sampleSource(meeting, english),
    ])
    const text = source(page).getByRole('region', { name: 'Text of the source' })
    await text.getByText('Ann', { exact: true }).first().waitFor()
    expect(await text.innerText()).toMatch(/Ann\s+Good morning\./u)
    await text.getByRole('button', { name: 'Show sounds and pauses' }).click()
    expect(await text.innerText()).toMatch(/Good \{vocalsound\} morning \./u)
    await takeScreenshots(page, 'source-transcript')

    const other = await newPage()
    const axis = ['%#"', '10', '20', '30', '40'].map((label, index) =>
      paragraph(`x${index}`, label, { kind: 'page', page: 2 }),
    )
    await openWithSource(other.page, world.product, report, [...axis, ...sampleSource(report, english)])
    const folded = source(other.page).getByText('Figure, not readable as text')
    await folded.waitFor()
    expect(await source(other.page).getByText('%#"').isVisible()).toBe(false)
    await folded.click()
    await source(other.page).getByText('%#"').waitFor()
    await expectAccessible(other.page, 'a folded figure')
  })
})
