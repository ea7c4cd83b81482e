import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AppError } from '../../src/shared/errors.ts'
import { emptyPage, type PartialPage } from '../../src/shared/summary/partial-page.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, switchTheme, takeScreenshots, themes, viewports } from '../support/browser.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { cited, stagedResult } from '../support/staged-pipeline.ts'
import { harborReport, harborText } from './sample-report.ts'
import { begin, currentStage, openedStream, registerElite, startStagedWorld } from './staged-world.ts'
import { expectToast } from './steps.ts'

const address = 'https://reports.example/harbor-2025.pdf'
const gist =
  'Harbor dues rose to 4.1 million crowns in 2025, but dredging took all of it, so the board buys a dredger together with two harbors to the north.'
const lines = [
  ['Income', 'Dues rose to 4.1 million crowns, the most since the ferry line was closed in 1998.', 'b1-1'],
  ['Small boats', 'Boats under twelve meters fill nine berths in ten and brought most of the growth.', 'b1-2'],
  ['', 'The channel silts up by thirty centimeters each winter.', 'b2-1'],
  ['Cost', 'The same sand has been moved, and paid for, four times.', 'b2-2'],
] as const
const takeaways: PartialPage['takeaways'] = lines.map(([label, text, id]) => ({ label, text, blocks: [id] }))
const part = {
  title: 'Why the channel costs so much',
  form: 'bullets' as const,
  header: [],
  lines: [['No dredger is to be had in the country.'], ['The price has doubled in five years.']],
}
/** Details of the first takeaway. */
const details = {
  title: 'Income',
  form: 'text' as const,
  header: [],
  under: 0,
  lines: [['Nine berths in ten are let to boats under twelve meters, which pay by the month and stay for the winter.']],
}
const quote = 'We have moved the same sand four times, and four times we have paid for it.'
const whole: PartialPage = {
  ...emptyPage,
  kind: 'report',
  gist,
  takeaways,
  summary: harborText.split('\n\n'),
  parts: [details, part],
  quotes: [{ text: quote, speaker: 'R. Aldous' }],
}

const report = { ...harborReport, words: 31_204 }
const finished = stagedResult(report, {
  page: pageOf({
    kind: 'report',
    gist: cited(harborReport, gist, 'b1-1'),
    takeaways: lines.map(([label, text, id]) => ({ label, text, citations: cited(harborReport, text, id).citations })),
    summary: harborText,
    parts: whole.parts.map(({ lines, ...rest }) => ({
      ...rest,
      lines: lines.map((cells) => ({ cells, citations: cited(harborReport, '', 'b2-1').citations })),
    })),
    quotes: [{ speaker: 'R. Aldous', ...cited(harborReport, quote, 'b2-2') }],
    check: 'second_read',
  }),
})

const CHARACTERS = 18
const prefixesOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / CHARACTERS) }, (_, n) => text.slice(0, (n + 1) * CHARACTERS))

const pageWith = (page: Partial<PartialPage>): PartialPage => {
  const citedSoFar = (page.takeaways ?? []).flatMap(({ blocks = [] }) => blocks)
  return { ...emptyPage, kind: 'report', gist, cited: citedSoFar, ...page }
}

/** The page as a model writes it, about three words at a time. */
function written(): PartialPage[] {
  return [
    ...prefixesOf(gist).map((text) => pageWith({ gist: text })),
    ...takeaways.flatMap(({ label, text }, at) =>
      // Models write what a line cites after its text.
      [...prefixesOf(text).map((so) => ({ label, text: so, blocks: [] })), ...takeaways.slice(at, at + 1)]
        .map((so) => pageWith({ takeaways: takeaways.slice(0, at).concat(so), parts: at === 0 ? [] : [details] }))
        .concat(
          // Details follow their takeaway, before the next one.
          at > 0
            ? []
            : prefixesOf(details.lines[0]?.[0] ?? '').map((so) =>
                pageWith({ takeaways: takeaways.slice(0, 1), parts: [{ ...details, lines: [[so]] }] }),
              ),
        ),
    ),
    ...whole.summary.flatMap((text, at) =>
      prefixesOf(text).map((so) =>
        pageWith({ takeaways, parts: [details], summary: whole.summary.slice(0, at).concat(so) }),
      ),
    ),
    whole,
  ]
}

const progress = (stage: 'summarizing' | 'checking', done: number, total: number) =>
  ({ type: 'progress', progress: { stage, done, total } }) as const

/** Records the layout shifts that no input has caused, with the elements that moved. */
const watchShifts = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 90)) })
  }).observe({ type: 'layout-shift', buffered: true })`

/** Cumulative Layout Shift since the last call, and what moved. */
async function shiftSoFar(page: Page): Promise<{ sum: number; moved: string[] }> {
  const shifts = await page.evaluate<{ value: number; moved: string[] }[]>('shifts.splice(0)')
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: shifts.map((shift) => JSON.stringify(shift)) }
}

const focusedRole = async (page: Page): Promise<string | null> =>
  page.evaluate<string | null>('document.activeElement.role ?? document.activeElement.tagName')

describe.each(Object.entries(viewports))('a page that writes itself on a %s', (device, viewport) => {
  const world = startStagedWorld()

  browserTest('moves by no more than 0.02, and is the finished page in the end', async ({ newPage }) => {
    const { page } = await newPage({ viewport, hasTouch: device === 'phone' })
    await page.addInitScript(watchShifts)
    await registerElite(page, world)
    const run = await begin(page, world, address)
    const dialog = page.getByRole('dialog')
    const stage = dialog.getByRole('status').first()
    await dialog.getByRole('heading', { name: 'Harbor 2025' }).waitFor()
    const url = page.url()
    expect(await focusedRole(page)).toBe('dialog')
    await page.waitForTimeout(600)
    await shiftSoFar(page)

    run.reading({ stage: 'fetching', bytes: 812_000, title: harborReport.title })
    await dialog.getByRole('heading', { name: harborReport.title }).waitFor()
    await takeScreenshots(page, 'writing-title')
    run.hasRead(report)
    run.tell(progress('summarizing', 3, 9))
    await dialog.getByText('Reading section 4 of 9').waitFor()
    await dialog.getByText('Harbor Board').waitFor()
    await expect.poll(async () => stage.textContent()).toBe('Summarizing')
    // Each stage has a name, on a phone for screen readers only.
    const names = ['Fetched', 'Source read 86 pages', 'Reading section 4 of 9', 'Checking']
    const stages = dialog.getByRole('list', { name: 'Stages' }).getByRole('listitem')
    await expect
      .poll(async () => stages.allTextContents())
      .toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}`, 'u'))))
    let states = 0
    for (const so of written()) {
      run.tell({ type: 'partial', page: so })
      states += 1
      await page.waitForTimeout(40)
      if (states === 5) await takeScreenshots(page, 'writing-gist')
      if (so.takeaways.length === 3 && states % 7 === 0) await takeScreenshots(page, 'writing-takeaways')
    }
    await dialog.getByText(quote).first().waitFor()
    run.tell(progress('checking', 2, 5))
    await currentStage(page).getByText('Checking').waitFor()
    await dialog.getByText('lines may change').waitFor()
    await takeScreenshots(page, 'writing-checking')
    expect(await focusedRole(page)).toBe('dialog')
    run.tell(finished)
    await dialog.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    await expectToast(page, 'Summary Created')
    await page.waitForTimeout(300)
    const { sum, moved } = await shiftSoFar(page)
    // Names what moved.
    expect(sum > 0.02 ? moved : []).toEqual([])
    expect(await focusedRole(page)).toBe('dialog')
    expect(page.url()).toBe(url)
    await takeScreenshots(page, 'writing-done')
  })

  browserTest(
    'shows what it waits for, is found again after a reload, and shows a failure in place',
    async ({ newPage, problems }) => {
      const { page } = await newPage({ viewport, hasTouch: device === 'phone' })
      await registerElite(page, world)
      const run = await begin(page, world, address)
      const dialog = page.getByRole('dialog')
      run.reading({ stage: 'fetching', title: harborReport.title })
      const note = dialog.getByText('waiting for reports.example')
      await note.waitFor({ timeout: 15_000 })
      expect(await note.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
      await takeScreenshots(page, 'writing-waiting')
      run.hasRead(harborReport)
      run.tell({ type: 'partial', page: { ...whole, parts: [], quotes: [] } })
      await dialog.getByText(takeaways[3]!.text).waitFor()
      for (const theme of themes) {
        await switchTheme(page, theme)
        await expectAccessible(page, `the page being written, ${theme}`)
      }
      const stream = openedStream(page)
      await page.reload()
      await stream
      await dialog.getByText(takeaways[3]!.text).waitFor()
      await dialog.getByText('taking longer than usual').waitFor({ timeout: 15_000 })
      const leave = dialog.getByRole('button', { name: 'Continue in background' })
      if (device === 'phone') await leave.tap()
      else {
        await leave.focus()
        await page.keyboard.press('Enter')
      }
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('article').getByRole('link', { name: harborReport.title, exact: true }).click()
      await dialog.getByText(takeaways[3]!.text).waitFor()
      // Waits until the dialog no longer moves.
      await dialog.getByRole('button', { name: 'Close', exact: true }).click({ trial: true })
      const frame = await dialog.boundingBox()
      run.fail(new AppError('model_unavailable', 'No language model answered. Nothing was charged; please try again.'))
      await dialog.getByRole('heading', { name: 'We couldn’t summarize this' }).waitFor()
      await dialog.getByRole('button', { name: 'Try again' }).waitFor()
      expect(await dialog.boundingBox()).toEqual({ ...frame, height: expect.any(Number) })
      await takeScreenshots(page, 'writing-failed')
      // The list behind the dialog changes once that closes, so that nothing moves there.
      const failed = page.getByText('1 attempt failed', { exact: true })
      expect(await failed.count()).toBe(0)
      await page.keyboard.press('Escape')
      await failed.waitFor()
      await expect.poll(async () => page.getByLabel('Link to a video or article').inputValue()).toBe(address)
      expect(problems.unexpected()).toEqual([])
    },
  )
})
