import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Citation } from '../../src/shared/summary/citation.ts'
import { citationLink } from '../../src/shared/summary/location-label.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { pageOf, textPart } from '../support/pages/page-of.ts'
import { expectToFit } from './auth-steps.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const originalUrl = 'https://www.reports.example/caf%C3%A9/harbor-2025?page=2'
const paragraph: Citation = {
  blockId: 'b8',
  location: { kind: 'paragraph', paragraph: 8 },
  label: '¶ 8',
  excerpt: 'The salt was counted.',
}
const chapter: Citation = {
  blockId: 'b17',
  location: { kind: 'chapter', chapter: 17, title: 'Chapter 13. Wheelbarrow.' },
  label: 'ch. 13',
  excerpt: 'The barrow was borrowed.',
}
const paragraphs = Array.from(
  { length: 12 },
  (_, at) => `Paragraph ${at} has a few words. ${'Tide after tide. '.repeat(12)}`,
)

/** Left and right edges of an element, in pixels. */
const edgesOf = async (page: Page, selector: string): Promise<[number, number]> =>
  page.evaluate<[number, number]>(
    `(({ left, right }) => [left, right])(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
  )

describe('summary dialog', () => {
  const world = startWorld()
  const detail = (page: Page) => page.getByRole('dialog')

  browserTest('shows its dates and URL, and sets the tab’s title', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const [id] = await addSummaries(world.product, userId, 1, () => ({
      source: { originalUrl, publishedAt: '2019-11-08T23:30:00-05:00' },
      updatedAt: new Date('2026-01-23T12:00:00Z'),
      page: pageOf({
        takeaways: [{ text: 'It was counted.', citations: [paragraph, chapter] }, 'Nothing was lost.'],
        summary: paragraphs,
        parts: [textPart('', 'The rest of it.')],
        quotes: [
          { text: 'Salt was all we had.', citations: [chapter] },
          { text: 'We counted it twice.', citations: [paragraph] },
        ],
      }),
    }))
    await page.goto(`${world.product.origin}/summaries`)
    await expect.poll(async () => page.title()).toBe('Summaries · Precis')
    await page.getByRole('link', { name: titleOf(0), exact: true }).click()
    await detail(page).getByText('Published Nov 8, 2019').waitFor()
    await detail(page).getByText('Summarized Jan 23, 2026').waitFor()
    await detail(page).getByText('Every quote matches the source word for word.').waitFor()
    await detail(page).getByRole('heading', { name: 'In full' }).waitFor()
    const link = detail(page).getByRole('link', { name: 'reports.example/café/harbor-2025?page=2' })
    await link.and(page.locator(`[href="${originalUrl}"][title="${originalUrl}"]`)).waitFor()
    await expect.poll(async () => page.title()).toBe(`${titleOf(0)} · Precis`)

    await detail(page).getByRole('link', { name: '¶ 8' }).first().hover()
    const card = page.locator('[data-radix-popper-content-wrapper]')
    await card.getByText('Paragraph 8. Click to open the original').waitFor()
    await detail(page).getByRole('link', { name: 'ch. 13' }).first().hover()
    await card.getByText('Chapter 13, Wheelbarrow. Click to open the original').waitFor()
    await page.mouse.move(0, 0)
    await card.waitFor({ state: 'detached' })
    await takeScreenshots(page, 'detail-page')
    await expectAccessible(page, 'a summary with dates and chapters')

    await page.keyboard.press('Escape')
    await detail(page).waitFor({ state: 'detached' })
    await expect.poll(async () => page.title()).toBe('Summaries · Precis')
    await page.goto(`${world.product.origin}/dashboard?id=${id}`)
    await expect.poll(async () => page.title()).toBe(`${titleOf(0)} · Precis`)
    await detail(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(async () => page.title()).toBe('Dashboard · Precis')
  })

  browserTest('reveals the other rows of a long table, by keyboard', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    const lines = paragraphs.map((_, at) => ({ cells: [`Tide ${at}`, `${at * 100}`], citations: [paragraph] }))
    const parts = [{ title: 'Tides', form: 'table' as const, header: ['Tide', 'Salt'], lines }]
    const [id] = await addSummaries(world.product, userId, 1, () => ({ page: pageOf({ parts }) }))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    const row = (name: string) => detail(page).getByRole('row').filter({ hasText: name })
    await row('Tide 7').waitFor()
    expect(await row('Tide 8').count()).toBe(0)
    await detail(page).getByRole('button', { name: 'Show all 12 rows' }).press('Enter')
    await row('Tide 8').and(page.locator(':focus')).waitFor()
    await row('Tide 11').waitFor()
  })

  browserTest('doesn’t scroll while focus moves through its bars', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'pro' })
    const [id] = await addSummaries(world.product, userId, 1, () => ({ page: pageOf({ summary: paragraphs }) }))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await detail(page).getByText('Paragraph 11').waitFor()
    const scroller = "document.querySelector('[role=dialog]').parentElement"
    await page.evaluate(`${scroller}.scrollTop = 600`)
    for (const name of ['Close', 'Copy', 'Export', 'Share', 'More actions'])
      await detail(page).getByRole('button', { name, exact: true }).focus()
    expect(await page.evaluate(`${scroller}.scrollTop`)).toBe(600)
  })

  browserTest('supports keys for next, copy and export, over the list and the dashboard', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'pro' })
    await addSummaries(world.product, userId, 8)
    const heading = (index: number) => detail(page).getByRole('heading', { name: titleOf(index) })
    for (const path of ['/summaries', '/dashboard']) {
      await page.goto(world.product.origin + path)
      await page.getByRole('link', { name: titleOf(1), exact: true }).click()
      await heading(1).waitFor()
      await page.keyboard.press('j')
      await heading(2).waitFor()
      await expect.poll(async () => page.title()).toBe(`${titleOf(2)} · Precis`)
      await page.keyboard.press('ArrowRight')
      await heading(3).waitFor()
      await page.keyboard.press('k')
      await heading(2).waitFor()
      await page.keyboard.press('ArrowLeft')
      await heading(1).waitFor()
      await page.keyboard.press('c')
      await detail(page).getByRole('button', { name: 'Copied' }).waitFor()
      await expect.poll(async () => page.evaluate('navigator.clipboard.readText()')).toContain(titleOf(1))
      await page.keyboard.press('e')
      await page.getByRole('menuitem', { name: 'PDF' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await detail(page).waitFor({ state: 'detached' })
    }
    // The filtered list on the dashboard: every fourth summary is a video.
    await page.getByLabel('Type').selectOption({ label: 'YouTube' })
    await page.getByRole('link', { name: titleOf(4), exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: titleOf(3), exact: true }).click()
    await heading(3).waitFor()
    await page.keyboard.press('j')
    await heading(7).waitFor()
  })

  browserTest('aborts no request of an export', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'pro' })
    const [id] = await addSummaries(world.product, userId, 1)
    const failed: string[] = []
    page.on('requestfailed', (request) => failed.push(`${request.method()} ${request.failure()?.errorText}`))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await detail(page).getByRole('button', { name: 'Export', exact: true }).press('Enter')
    await Promise.all([
      page.context().waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Markdown' }).press('Enter'),
    ])
    await page.getByRole('button', { name: 'Export' }).and(page.locator('[aria-busy=false]')).waitFor()
    expect(failed.filter((line) => line.startsWith('HEAD'))).toEqual([])
  })

  browserTest('turns the text of a right-to-left page, and not its controls', async ({ page }) => {
    const { userId } = await subscribe(page, world.product)
    const title = 'تقرير الميناء: ما تركه المدّ'
    const text = 'سدّد الميناء تكاليفه في عامه التاسع.'
    const ids = await addSummaries(world.product, userId, 2, (index) =>
      index === 0
        ? {
            title,
            page: pageOf({ gist: text, takeaways: [text] }),
            language: 'ar',
            source: { info: { readAs: 'article text', language: 'ar' } },
          }
        : {},
    )
    await page.goto(`${world.product.origin}/summaries/${ids[0]}`)
    await detail(page).getByRole('heading', { name: title }).waitFor()
    await takeScreenshots(page, 'detail-mirrored')
    await expectAccessible(page, 'a summary from right to left')
    await expectToFit(page)
    const [, right] = await edgesOf(page, '[role=dialog]')
    const [, badgeRight] = await edgesOf(page, '[role=dialog] .eyebrow')
    const [, factsRight] = await edgesOf(page, '[role=dialog] .eyebrow + div + div')
    const [, closeRight] = await edgesOf(page, '[role=dialog] [aria-label=Close]')
    expect([right - badgeRight, right - factsRight]).toEqual([56, 56])
    expect(right - closeRight).toBeLessThan(40)
    await page.keyboard.press('ArrowRight')
    await detail(page)
      .getByRole('heading', { name: titleOf(1) })
      .waitFor()
  })

  browserTest('explains that a summary was deleted, and links back', async ({ page, problems }) => {
    problems.allow(/404/)
    await subscribe(page, world.product)
    await page.goto(`${world.product.origin}/summaries/00000000-0000-4000-8000-000000000000`)
    await detail(page).getByText('This summary is no longer there').waitFor()
    expect(await page.getByText('Failed to load summary details').count()).not.toBeGreaterThan(0)
    // A card of its few lines.
    const { height } = (await detail(page).locator('> div').boundingBox()) ?? {}
    expect(height).toBeLessThan(280)
    await takeScreenshots(page, 'detail-gone')
    await detail(page).getByRole('button', { name: 'Back to summaries' }).click()
    await detail(page).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname).toBe('/summaries')
  })

  browserTest('on a phone keeps its bar off the text, and opens a card on a tap', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    const { userId } = await subscribe(page, world.product)
    const [id] = await addSummaries(world.product, userId, 2, () => ({
      source: { originalUrl },
      page: pageOf({ takeaways: [{ text: 'It was counted.', citations: [paragraph] }], summary: paragraphs }),
    }))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await detail(page).getByText('Paragraph 0').waitFor()
    await page.evaluate('document.querySelector("[role=dialog]").parentElement.scrollTo(0, 900)')
    // The bar covers the text over its whole height, from edge to edge.
    const under = `(() => {
      const { left, right } = document.querySelector('[role=dialog]').getBoundingClientRect()
      const points = [left + 4, (left + right) / 2, right - 4].flatMap((x) => [2, 28, 54].map((y) => [x, y]))
      return points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest('article'))
    })()`
    await expect.poll(async () => page.evaluate(under)).toEqual([])
    await takeScreenshots(page, 'detail-scrolled')

    await detail(page).getByRole('button', { name: '¶ 8' }).tap()
    const card = page.locator('[data-radix-popper-content-wrapper]')
    await card.getByText('The salt was counted.').waitFor()
    await card
      .getByRole('link', { name: 'Open original' })
      .and(page.locator(`[href="${citationLink(paragraph, originalUrl)}"]`))
      .waitFor()
    await takeScreenshots(page, 'detail-card')
    expect(page.context().pages()).toHaveLength(1)
  })
})
