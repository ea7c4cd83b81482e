import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, resize, viewports } from '../support/browser.ts'
import { sampleSource } from '../support/kept-source.ts'
import { pageSamples } from '../support/pages/index.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { dialog, english, openWithSource, source, view } from './source-steps.ts'
import { startWorld } from './world.ts'

const { arabic, news, report } = pageSamples
const phone = { viewport: viewports.phone, hasTouch: true, isMobile: true } as const
const box = async (locator: Locator) => {
  const found = await locator.boundingBox()
  if (found === null) throw new Error('The element is not shown.')
  return found
}
/** Whether nothing covers the center of an element. */
const isOnTop = async (locator: Locator): Promise<boolean> => {
  const { x, y, width, height } = await box(locator)
  return locator.evaluate(
    (element, at) => element.contains(element.ownerDocument.elementFromPoint(at[0] ?? 0, at[1] ?? 0)),
    [x + width / 2, y + height / 2],
  )
}

describe('the layout of a page', () => {
  const { product } = startWorld()

  browserTest('keeps the facts of a source apart, also in two directions', async ({ page }) => {
    await openWithSource(page, product, arabic, sampleSource(arabic, english))
    const line = dialog(page).locator('p', { hasText: 'Harbor Board' }).filter({ hasText: 'Arabic' })
    const facts = line.locator('> *')
    const boxes = await Promise.all((await facts.all()).map(box))
    // From right to left; at least 8 px apart on a line.
    const right = await box(line)
    expect((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0)).toBeGreaterThan(right.x + right.width - 2)
    for (const [at, { x, y }] of boxes.entries()) {
      const next = boxes[at + 1]
      if (next !== undefined && next.y === y) expect(x - next.x - next.width).toBeGreaterThan(8)
    }
    // Copies have a space between them.
    expect(await line.textContent()).toBe((await facts.allTextContents()).join(' '))
  })

  browserTest('keeps the button of a takeaway on the line of its last citation', async ({ newPage }) => {
    const { page } = await newPage(phone)
    const fill = (length: number) => `${'Harbor dues rose again. '.repeat(6).slice(0, length)}end.`
    const [first] = pageOf(report.page ?? {}).takeaways
    const takeaways = Array.from({ length: 14 }, (_, at) => ({
      label: '',
      text: fill(60 + 2 * at),
      citations: (first?.citations ?? []).slice(0, 1),
    }))
    const sample = { ...report, page: { ...pageOf(report.page ?? {}), takeaways } }
    await openWithSource(page, product, sample, sampleSource(sample, english))
    for (const [at, item] of (await dialog(page).locator('ol > li').all()).entries()) {
      const citation = await box(item.locator('[data-citation]').last())
      const button = await box(item.getByRole('button', { name: `Copy takeaway ${at + 1}` }))
      expect(Math.abs(citation.y + citation.height / 2 - button.y - button.height / 2)).toBeLessThan(8)
    }
  })

  browserTest('keeps citations below the bar at the foot, and badges off the rule', async ({ page }) => {
    await openWithSource(page, product, report, sampleSource(report, english))
    const cited = dialog(page).locator('blockquote [data-citation]').last()
    await cited.focus()
    // Scrolls until the citation is under the bar.
    await cited.evaluate((element) => {
      const { innerHeight = 0 } = element.ownerDocument.defaultView ?? {}
      const by = element.getBoundingClientRect().top - innerHeight + 40
      element.closest('[role=dialog]')?.parentElement?.scrollBy(0, by)
    })
    await expect.poll(async () => isOnTop(cited)).toBe(false)
    const badges = source(page).locator('[title^=Takeaway]')
    await badges.first().waitFor()
    for (const badge of await badges.all()) {
      const { x, width } = await box(badge)
      const rule = await badge.evaluate((element) => {
        const row = element.closest('[data-index]')
        if (row === null) return 0
        const { insetInlineStart } = element.ownerDocument.defaultView?.getComputedStyle(row, '::before') ?? {}
        return row.getBoundingClientRect().left + Number.parseFloat(insetInlineStart ?? '0')
      })
      expect(rule - x - width).toBeGreaterThanOrEqual(4)
    }
  })

  browserTest('shows every cell of a table beside the source on a tablet', async ({ page }) => {
    await openWithSource(page, product, report, sampleSource(report, english))
    await resize(page, { width: 1024, height: 768 })
    await source(page).waitFor()
    const table = dialog(page).getByRole('table', { name: 'Sales by trade' })
    expect(
      await table.evaluate(
        ({ parentElement: scroller }) => (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0),
      ),
    ).toBeLessThanOrEqual(0)
  })

  browserTest('leaves the choice of the view free above the sheet on a phone', async ({ newPage }) => {
    const { page } = await newPage(phone)
    await openWithSource(page, product, news, sampleSource(news, english))
    for (const name of ['Source', 'Summary'] as const) {
      expect(await isOnTop(view(page, name))).toBe(true)
      await view(page, name).tap()
    }
    await source(page).waitFor({ state: 'detached' })
  })
})
