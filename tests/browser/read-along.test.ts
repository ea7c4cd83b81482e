import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { stagedDocument } from '../support/staged-pipeline.ts'
import { harborSummary } from './sample-report.ts'
import { begin, currentStage, registerElite, startStagedWorld } from './staged-world.ts'

const address = 'https://reports.example/harbor-2025.pdf'
const paragraphs = (name: string) =>
  Array.from(
    { length: 30 },
    (_, at) => `${name} ${at + 1} was counted at the quay before the tide came in that morning.`,
  )
const report = stagedDocument('Annual report 2025', [
  ['Income', ...paragraphs('Boat')],
  ['Dredging', ...paragraphs('Barge')],
  ['Plans', ...paragraphs('Crane')],
])
const pane = (page: Page) => page.getByRole('complementary', { name: 'Source' })
const isInView = async (page: Page, text: string): Promise<boolean> =>
  pane(page)
    .getByText(text)
    .evaluate((block) => {
      const { top, bottom } = block.getBoundingClientRect()
      return top >= 0 && bottom <= (block.ownerDocument.defaultView?.innerHeight ?? 0)
    })

describe('a source while its summary is made', () => {
  const world = startStagedWorld()

  browserTest('is beside it, moves with what is read, and lights up what is cited', async ({ page }) => {
    await registerElite(page, world)
    const run = await begin(page, world, address)
    await pane(page).waitFor()
    run.hasRead(report)
    await pane(page).getByText('Boat 1 was counted').waitFor()
    const reading = { stage: 'summarizing', done: 1, total: 3, at: 'b2-1' } as const
    run.tell({ type: 'progress', progress: reading })
    await page.getByRole('dialog').getByText('Reading section 2 of 3').waitFor()
    await expect.poll(async () => isInView(page, 'Barge 1 was counted')).toBe(true)
    await takeScreenshots(page, 'read-along-section')

    const takeaway = { label: 'Cranes', text: 'The cranes were counted before the tide.', blocks: ['b3-20'] }
    const gist = 'Everything at the quay was counted before the tide came in.'
    run.tell({ type: 'partial', page: { ...emptyPage, gist, takeaways: [takeaway], cited: ['b2-1', 'b3-20'] } })
    await expect.poll(async () => isInView(page, 'Crane 20 was counted')).toBe(true)
    await pane(page).getByText('Takeaway 1 rests on this passage').waitFor()
    // Its citation opens the passage before the page is complete.
    const chip = page.getByRole('dialog').getByRole('button', { name: /show the passage at/ })
    await chip.click()
    await expect.poll(async () => chip.getAttribute('aria-current')).toBe('true')
    await pane(page).locator('mark').getByText('Crane 20 was counted').waitFor()
    await page.keyboard.press('Escape')
    await takeScreenshots(page, 'read-along-cited')
    await expectAccessible(page, 'a page being written beside its source')

    // The map leads from one cited passage to the next before the page is complete.
    const map = pane(page).getByRole('slider', { name: 'Map of the source: 2 cited passages' })
    await map.focus()
    await page.keyboard.press('Home')
    await expect.poll(async () => isInView(page, 'Boat 1 was counted')).toBe(true)
    for (const [words, passage] of [
      ['Cited by the page', 'Barge 1 was counted'],
      ['Takeaway 1 rests on this passage', 'Crane 20 was counted'],
    ] as const) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(async () => isInView(page, passage)).toBe(true)
      await expect.poll(async () => map.getAttribute('aria-valuetext')).toContain(words)
    }
    const box = await map.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + (box?.height ?? 0) * 0.88)
    await map.getByText('Takeaway 1 rests on this passage').waitFor()
    await takeScreenshots(page, 'read-along-map')

    // A reader who scrolls is not moved until they follow again.
    await pane(page).getByText('Crane 20 was counted').hover()
    await page.mouse.wheel(0, -1500)
    const next = { label: 'Boats', text: 'The boats were counted first of all.', blocks: ['b1-2'] }
    run.tell({ type: 'partial', page: { ...emptyPage, gist, takeaways: [takeaway, next], cited: ['b3-20', 'b1-2'] } })
    await page.getByRole('dialog').getByText(next.text).waitFor()
    expect(await isInView(page, 'Boat 2 was counted')).toBe(false)
    await pane(page).getByRole('button', { name: 'Follow along' }).press('Enter')
    await expect.poll(async () => isInView(page, 'Boat 2 was counted')).toBe(true)

    run.tell({ type: 'partial', page: { ...emptyPage, gist, takeaways: [takeaway, next], cited: ['b1-2', 'b3-20'] } })
    await expect.poll(async () => isInView(page, 'Crane 20 was counted')).toBe(true)
    run.tell({ type: 'progress', progress: { stage: 'checking', done: 0, total: 2 } })
    await currentStage(page).getByText('Checking').waitFor()
    run.tell(harborSummary)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).waitFor()
    // The reader begins where the source does.
    await expect.poll(async () => isInView(page, 'Boat 1 was counted')).toBe(true)
  })

  browserTest('stays closed on a phone, where the page has the screen', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true, isMobile: true })
    await registerElite(page, world)
    const run = await begin(page, world, address)
    run.hasRead(report)
    run.tell({ type: 'progress', progress: { stage: 'summarizing', done: 1, total: 3, at: 'b2-1' } })
    await page.getByRole('dialog').getByText('Reading section 2 of 3').waitFor()
    expect(await pane(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Source', exact: true }).tap()
    await expect.poll(async () => isInView(page, 'Barge 1 was counted')).toBe(true)
  })
})
