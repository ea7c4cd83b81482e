import type { Locator, Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect } from 'vitest'
import type { Summary } from '../../src/shared/summary/summary.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, viewports } from '../support/browser.ts'
import { sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { expectToFit } from './auth-steps.ts'
import { addSummaries } from './many-summaries.ts'
import { subscribe } from './subscriber.ts'
import { rowOf } from './summary-row.ts'
import { startWorld } from './world.ts'

const { report, meeting, opinion, arabic } = pageSamples

/** Median number of characters in the full lines of some of the summary's paragraphs. */
const lineLength = (selector: string) => `(() => {
  const lengths = [...document.querySelectorAll('[role=dialog] ${selector}')].flatMap((paragraph) => {
    const lines = new Map()
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      for (let at = 0; at < walker.currentNode.length; at += 1) {
        const range = document.createRange()
        range.setStart(walker.currentNode, at)
        range.setEnd(walker.currentNode, at + 1)
        const [box] = range.getClientRects()
        if (box) lines.set(Math.round(box.bottom), (lines.get(Math.round(box.bottom)) ?? 0) + 1)
      }
    }
    return [...lines.values()].slice(0, -1)
  })
  return lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)]
})()`

describe('the summary page', () => {
  const world = startWorld()
  const detail = (page: Page): Locator => page.getByRole('dialog')
  const card = (page: Page): Locator => page.locator('[data-radix-popper-content-wrapper]')

  const add = async (page: Page, ...samples: readonly Summary[]): Promise<string[]> => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    return addSummaries(world.product, userId, samples.length, (index) => rowOf(samples[index] ?? report))
  }
  /** Texts of the headings and labels in a dialog, from top to bottom. */
  const outline = async (page: Page): Promise<string[]> => detail(page).locator('h2, h3, h4').allTextContents()

  browserTest('shows the outcome without scrolling, and every passage by keyboard alone', async ({ page }) => {
    // Its second takeaway gets further locations.
    const crowded = structuredClone(pageOf(report.page ?? {}))
    crowded.takeaways[1]?.citations.push(...crowded.gist.citations)
    const [id] = await add(page, { ...report, page: crowded })
    await page.goto(`${world.product.origin}/summaries`)
    // The list previews the gist.
    const row = page.locator(`[data-summary="${id}"]`)
    await row.getByText('Closing Mill Street to cars raised shop sales').waitFor()
    await row.getByRole('link', { name: report.title, exact: true }).press('Enter')
    await detail(page).getByText('Report', { exact: true }).waitFor()
    expect(await outline(page)).toEqual([
      'The street that gave up its cars',
      'Key takeaways',
      'Summary',
      'In full',
      'How it was measured',
      'Sales by trade',
      'What went wrong at first',
      'What the authors propose',
      'Notable quotes',
    ])
    // The last takeaway ends above the bar at the foot.
    const lastTakeaway = await detail(page).locator('ol > li').last().boundingBox()
    const bar = await detail(page).getByRole('button', { name: 'Copy', exact: true }).boundingBox()
    expect((lastTakeaway?.y ?? Infinity) + (lastTakeaway?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    // A range of numbers is never divided between two lines.
    expect((await detail(page).getByText('6–10 a.m.', { exact: true }).boundingBox())?.height).toBeLessThan(24)
    // No text shows through below the bar.
    const isBar = 'document.elementFromPoint(innerWidth / 2, innerHeight - 2).closest("article > .sticky") !== null'
    expect(await page.evaluate<boolean>(isBar)).toBe(true)

    for (const width of [1200, 1440]) {
      await resize(page, { ...viewports.desktop, width })
      // Takeaways have few lines, which ends that stay with their chips shorten.
      const least = { '.prose-page p': 62, 'ol > li [data-line] > .text-wrap': 55 }
      for (const [selector, characters] of Object.entries(least)) {
        const median = await page.evaluate<number>(lineLength(selector))
        expect(median, `characters per line of ${selector} at ${width} px`).toBeGreaterThanOrEqual(characters)
        expect(median, `characters per line of ${selector} at ${width} px`).toBeLessThanOrEqual(70)
      }
    }

    const second = detail(page).getByRole('listitem').nth(1)
    await second.getByRole('link', { name: /^p. 11/ }).focus()
    await card(page).getByText('Over the two years footfall').waitFor()
    // Two locations by name, and further ones in a list that doesn't move the line.
    expect(await second.getByRole('link').allTextContents()).toEqual(['p. 11', '12'])
    await page.keyboard.press('Tab')
    await card(page).getByText('three quarters of the additional sales').waitFor()
    await page.keyboard.press('Tab')
    const before = (await second.boundingBox())!
    await page.keyboard.press('Enter')
    const further = page.getByRole('dialog', { name: 'Further passages' })
    await further.getByText('Diaries of 640 people').waitFor()
    expect(await second.boundingBox()).toEqual(before)
    // It covers none of its line.
    await expect.poll(async () => (await further.boundingBox())?.y).toBeGreaterThanOrEqual(before.y + before.height)
    await page.keyboard.press('Escape')
    await card(page).waitFor({ state: 'detached' })

    const table = detail(page).getByRole('table')
    await table.getByRole('columnheader', { name: 'Businesses' }).waitFor()
    const groceries = table.getByRole('row', { name: /Groceries/ })
    expect(await groceries.getByRole('cell').allInnerTexts()).toEqual(['18', '+4%', 'Not mentioned', 'p. 16'])
    await groceries.getByRole('rowheader', { name: 'Groceries' }).waitFor()
    await detail(page).getByText('Tomas Veld, city engineer').waitFor()
    await detail(page).getByText('A second read checked every line against the source.').waitFor()
    await detail(page).getByText('Summarized Nov 20, 2026', { exact: true }).waitFor()
    await detail(page).getByText(' by gpt-5-mini').waitFor()
    await expectAccessible(page, 'the page of a report')
  })

  browserTest('prints all of an open summary, and nothing but it', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const blocks = sampleSource(report, 'Counters stood at six doors.')
    const [id] = await addSummaries(world.product, userId, 1, () => ({ ...rowOf(report), blocks }))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await detail(page).getByText('Summarized Nov 20, 2026').waitFor()
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })))
    const { text } = await extractText(pdf, { mergePages: true })
    expect(text).toContain('The street that gave up its cars')
    expect(text).toContain('Summarized Nov 20, 2026')
    expect(text).toContain('by gpt-5-mini')
    expect(text).not.toMatch(/Search titles|Delete|Export|More actions|12:00/u)
    // All locations of a line, on paper.
    expect(text).toMatch(/sales\.\s*p\. 11\s*,\s12\s*p\. 14/u)
    const { text: pages } = await extractText(pdf, { mergePages: false })
    for (const words of pages) expect(words.length).toBeGreaterThan(200)
    // Lists and tables are set in 11 pt, as text is.
    await page.emulateMedia({ media: 'print' })
    const sizes = `[...document.querySelectorAll('[role=dialog] article :is(li, td)')].map((line) =>
      Math.round(parseFloat(getComputedStyle(line).fontSize) * 7.5) / 10)`
    expect([...new Set(await page.evaluate<number[]>(sizes))]).toEqual([11])
  })

  browserTest('puts a meeting’s decisions first on a phone, where rows of tables are blocks', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    const [id] = await add(page, meeting)
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await detail(page).getByText('Meeting', { exact: true }).waitFor()
    expect((await outline(page)).slice(0, 6)).toEqual([
      'Launch planning, April 14',
      'Decisions',
      'Next steps',
      'Open questions',
      'Key takeaways',
      'Summary',
    ])
    const decision = detail(page).getByRole('listitem').first()
    await decision.getByRole('button', { name: /^¶ 15/ }).tap()
    await card(page).getByText('The passage that this line rests on').waitFor()
    await card(page).waitFor({ state: 'visible' })
    await page.keyboard.press('Escape')
    const steps = detail(page).getByRole('table', { name: 'Next steps' })
    const shifts = steps.getByRole('row', { name: /Plan shifts/ })
    const cells = [shifts.getByRole('rowheader'), ...(await shifts.getByRole('cell').all())]
    const tops = await Promise.all(cells.map(async (cell) => (await cell.boundingBox())?.y ?? 0))
    // The cells are one below the other, and the chip is at the end of the last line.
    expect(tops.pop()).toBeCloseTo(tops.at(-1) ?? 0, 0)
    expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b))
    expect((await shifts.innerText()).replaceAll('\n', ' ')).toBe(
      'Plan shifts for launch day Who Mirjam By Not mentioned ¶ 26',
    )
    await expectToFit(page)
    await expectAccessible(page, 'the page of a meeting')
  })

  browserTest('shows a text that only repeats the gist once, and explains why there is no more', async ({ page }) => {
    const [id] = await add(page, opinion)
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await detail(page).getByText('News · Opinion', { exact: true }).waitFor()
    await detail(page).getByText('The source is too short for an advanced summary.').waitFor()
    expect(await detail(page).getByText(opinion.basicSummary.slice(0, 40)).count()).toBe(1)
    expect(await outline(page)).toEqual(['Leave the lights on', 'Key takeaways'])
  })

  browserTest('has its headings in the language of the summary, mirrored from right to left', async ({ page }) => {
    const [id] = await add(page, arabic)
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await detail(page).getByText('تقرير · رأي').and(page.locator('[lang=ar]:dir(rtl)')).waitFor()
    const headings = ['أهم النقاط', 'الملخص', 'الملخص الكامل', 'اقتباسات بارزة']
    expect(await outline(page)).toEqual(expect.arrayContaining(headings))
    await detail(page).getByRole('cell', { name: 'غير مذكور' }).waitFor()
    await expectToFit(page)
    await expectAccessible(page, 'the page of an Arabic report')
  })
})
