import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { stagedDocument, stagedResult } from '../support/staged-pipeline.ts'
import { harborReport, harborSummary, harborText } from './sample-report.ts'
import {
  begin,
  beginInBackground,
  currentStage,
  openedStream,
  registerElite,
  startStagedWorld,
} from './staged-world.ts'
import { expectToast } from './steps.ts'

const address = 'https://reports.example/harbor-2025.pdf'
const summarizing = (done: number) =>
  ({ type: 'progress', progress: { stage: 'summarizing', done, total: 9 } }) as const
const rowOf = (page: Page, title: string): Locator => page.getByRole('article').filter({ hasText: title })
const heightOf = async (box: Locator) => Math.round((await box.boundingBox())?.height ?? 0)

describe('a summary in progress', () => {
  const world = startStagedWorld()

  browserTest('shows each stage with its counts', async ({ page }) => {
    await registerElite(page, world)
    const run = await begin(page, world, address)
    const overlay = page.getByRole('dialog')
    const stage = overlay.getByRole('status').first()

    run.reading({ stage: 'fetching', bytes: 812_000, title: harborReport.title })
    await overlay.getByRole('heading', { name: harborReport.title }).waitFor()
    await overlay.getByText('Fetching the source').last().waitFor()
    run.reading({ stage: 'reading', words: 12_000 })
    await overlay.getByText('12,000 words').waitFor()
    await expect.poll(async () => stage.textContent()).toBe('Reading the source')

    run.hasRead({ ...harborReport, words: 31_204 })
    run.tell(summarizing(3))
    await overlay.getByText('Reading section 4 of 9').waitFor()
    await overlay.getByText('86 pages, 31,204 words').waitFor()
    // Screen readers announce stages but not counts.
    await expect.poll(async () => stage.textContent()).toBe('Summarizing')
    await expect.poll(async () => overlay.locator('[aria-live]').count()).toBe(0)
    run.tell({ type: 'progress', progress: { stage: 'checking', done: 2, total: 5 } })
    await currentStage(page).getByText('Checking').waitFor()

    run.tell(harborSummary)
    await overlay.getByText(/^Read 27,880 of 31,204 words[.,]/).waitFor()
    await expectToast(page, 'Summary Created')
    await expect.poll(async () => page.getByLabel('Link to a video or article').inputValue()).toBe('')
  })

  browserTest('continues in the background, and its entry becomes the summary in place', async ({ page }) => {
    await registerElite(page, world)
    const run = await beginInBackground(page, world, address)
    run.hasRead(harborReport)
    run.tell(summarizing(6))
    const row = rowOf(page, harborReport.title)
    await row.getByText('Reading section 7 of 9').waitFor()
    await row.getByRole('progressbar').waitFor()
    await expectAccessible(page, 'an entry in the making')
    await takeScreenshots(page, 'in-the-background')

    await row.getByRole('link', { name: harborReport.title, exact: true }).click()
    await page.getByRole('dialog').getByText('Reading section 7 of 9').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const heights = async () => {
      const measured = []
      for (const viewport of Object.values(viewports)) {
        await resize(page, viewport)
        measured.push(await heightOf(row))
      }
      return measured
    }
    const before = await heights()
    run.tell(harborSummary)
    await expectToast(page, 'Summary Created', harborReport.title)
    await row.getByText('The harbor pays for itself').waitFor()
    await expect.poll(heights).toEqual(before)
    // The preview shows the short summary, without section titles of the long one.
    expect(await row.textContent()).not.toContain('##')
    await expect.poll(async () => page.getByRole('dialog').count()).toBe(0)
  })

  browserTest('reports a lost connection, and continues with the current state', async ({ page, problems }) => {
    problems.allow(/ERR_|Failed to load/)
    await registerElite(page, world)
    const run = await begin(page, world, address)
    run.hasRead(harborReport)
    run.tell(summarizing(1))
    const overlay = page.getByRole('dialog')
    await overlay.getByText('Reading section 2 of 9').waitFor()

    const requests = '**/api/summaries/*-*{,/events}'
    await page.route(requests, (route) => route.abort('connectionfailed'))
    world.product.product.app.server.closeAllConnections()
    await overlay.getByText('Connection lost. We’re reconnecting, and your summary is still being made.').waitFor()
    run.tell(summarizing(7))
    await page.unroute(requests)
    await overlay.getByText('Reading section 8 of 9').waitFor()
    await overlay.getByText('Connection lost.').waitFor({ state: 'detached' })
    run.tell(harborSummary)
    await overlay.getByText(/^Read 27,880 .* words[.,]/).waitFor()
  })

  browserTest('shows before canceling whether that counts against the plan', async ({ page, problems }) => {
    problems.allow(/409/)
    await registerElite(page, world)
    const overlay = page.getByRole('dialog')
    const question = page.getByRole('alertdialog')
    const cancel = overlay.getByRole('button', { name: 'Cancel' })
    const confirm = question.getByRole('button', { name: 'Cancel summary' })
    const first = await begin(page, world, address)
    first.reading({ stage: 'fetching', bytes: 10_000 })
    await overlay.getByText('Fetching the source').last().waitFor()
    await cancel.click()
    await question.getByText('It won’t count against your plan.').waitFor()
    await takeScreenshots(page, 'cancel-free')
    await confirm.click()
    await overlay.waitFor({ state: 'detached' })
    await expect.poll(async () => page.getByLabel('Link to a video or article').inputValue()).toBe(address)
    await page.getByText('No summaries yet').waitFor()
    await page.getByText('0 so far this month.').waitFor()

    const second = await begin(page, world, address)
    second.hasRead(harborReport)
    second.tell({ type: 'partial', page: { ...emptyPage, gist: harborText.slice(0, 90) } })
    await overlay.getByText(harborText.slice(0, 90)).waitFor()
    await cancel.click()
    await question
      .getByText('The summary is already being written, so canceling still counts against your plan.')
      .waitFor()
    await takeScreenshots(page, 'cancel-counts')
    await question.getByRole('button', { name: 'Keep going' }).click()
    await question.waitFor({ state: 'detached' })
    second.tell(summarizing(7))
    await overlay.getByText('Reading section 8 of 9').waitFor()
    await cancel.click()
    await confirm.click()
    await overlay.waitFor({ state: 'detached' })
    await page.getByText('No summaries yet').waitFor()
    await page.getByText('1 so far this month.').waitFor()
    // Its job is aborted too.
    await expect.poll(() => second.options()?.signal.aborted).toBe(true)
  })

  browserTest('is not canceled when it began to count after the question was shown', async ({ page, problems }) => {
    problems.allow(/409|ERR_|Failed to load/)
    await registerElite(page, world)
    const overlay = page.getByRole('dialog')
    const question = page.getByRole('alertdialog')
    const run = await begin(page, world, address)
    run.reading({ stage: 'fetching', bytes: 10_000 })
    await overlay.getByText('Fetching the source').last().waitFor()
    // The page gets no update: only the server knows that the text has begun.
    await page.route('**/api/summaries/*-*{,/events}', (route) =>
      route.request().method() === 'GET' ? route.abort('connectionfailed') : route.continue(),
    )
    world.product.product.app.server.closeAllConnections()
    await overlay.getByText('Connection lost.').waitFor()
    run.hasRead(harborReport)
    run.tell({ type: 'partial', page: { ...emptyPage, gist: harborText.slice(0, 90) } })
    const known = async () => (await page.request.get(`${world.product.origin}/api/summaries`)).json()
    await expect.poll(async () => (await known())[0].progress.cancelCounts).toBe(true)
    await overlay.getByRole('button', { name: 'Cancel' }).click()
    await question.getByText('It won’t count against your plan.').waitFor()
    await question.getByRole('button', { name: 'Cancel summary' }).click()
    await question
      .getByText('The summary is already being written, so canceling still counts against your plan.')
      .waitFor()
    expect(await known()).toHaveLength(1)
    await question.getByRole('button', { name: 'Cancel summary' }).click()
    await overlay.waitFor({ state: 'detached' })
    // The dialog is also out of reach while the question covers it.
    await expect.poll(async () => known()).toHaveLength(0)
  })

  browserTest('shows in its entry whether deleting it counts', async ({ page }) => {
    await registerElite(page, world)
    const run = await beginInBackground(page, world, address)
    run.reading({ stage: 'fetching', title: harborReport.title })
    const question = page.getByRole('alertdialog')
    const remove = rowOf(page, harborReport.title).getByRole('button', { name: /^Delete/ })
    await remove.click()
    await question.getByText('It’s still being created, so deleting it won’t count against your plan.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    run.hasRead(harborReport)
    run.tell({ type: 'partial', page: { ...emptyPage, gist: harborText.slice(0, 90) } })
    run.tell(summarizing(7))
    await rowOf(page, harborReport.title).getByText('Reading section 8 of 9').waitFor()
    await remove.click()
    await question.getByText('It’s already being written, so deleting it still counts against your plan.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No summaries yet').waitFor()
    await page.getByText('1 so far this month.').waitFor()
  })

  browserTest('doesn’t use up the browser’s connections, however many there are', async ({ page }) => {
    await registerElite(page, world)
    const opened = new Set<string>()
    page.on('request', (request) => {
      if (request.url().endsWith('/events')) opened.add(request.url())
    })
    page.on('requestfinished', (request) => opened.delete(request.url()))
    page.on('requestfailed', (request) => opened.delete(request.url()))
    // As many as one user can create concurrently.
    const reports = [1, 2].map((number) => stagedDocument(`Report ${number}`, [['Part', `A line of part ${number}.`]]))
    const runs = []
    for (const report of reports) {
      const run = await beginInBackground(page, world, `https://reports.example/${report.title.at(-1)}`)
      run.hasRead(report)
      run.tell(summarizing(2))
      runs.push(run)
    }
    for (const { title } of reports) await rowOf(page, title).getByText('Reading section 3 of 9').waitFor()
    expect(opened.size).toBe(1)
    runs.forEach((run, index) => run.tell(stagedResult(reports[index]!)))
    for (const { title } of reports) await rowOf(page, title).getByText('The harbor paid for itself.').waitFor()
  })

  browserTest('shows the source, however late the summary loads', async ({ page }) => {
    await registerElite(page, world)
    const loading = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    await page.route(/\/api\/summaries\/[\w-]{20,}$/u, async (route) => {
      const response = await route.fetch()
      loading.resolve()
      await isRead.promise
      await route.fulfill({ response })
    })
    const run = await begin(page, world, address)
    await loading.promise
    run.hasRead(harborReport)
    run.tell(summarizing(1))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Reading section 2 of 9').waitFor()
    isRead.resolve()
    await dialog.getByRole('button', { name: 'Summary and source' }).waitFor()
  })

  browserTest('works by keyboard alone', async ({ page }) => {
    await registerElite(page, world)
    await page.getByLabel('Link to a video or article').focus()
    await page.keyboard.type(address)
    const stream = openedStream(page)
    await page.keyboard.press('Enter')
    const run = await world.pipeline.next()
    await stream
    const overlay = page.getByRole('dialog')
    run.hasRead(harborReport)
    run.tell(summarizing(1))
    await overlay.getByText('Reading section 2 of 9').waitFor()
    await overlay.getByRole('button', { name: 'Summary and source' }).waitFor()
    const focused = async () =>
      page.evaluate<string>('document.activeElement.ariaLabel || document.activeElement.innerText')
    const stops = []
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab')
      stops.push(await focused())
    }
    expect(stops).toEqual(['Summary', 'Summary and source', 'Close', 'Continue in background', 'Cancel'])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await overlay.waitFor({ state: 'detached' })
    // The dialog restores focus a moment after it closes, and would take it from the row.
    await page.locator(':focus').waitFor()
    await rowOf(page, harborReport.title).getByRole('link', { name: harborReport.title, exact: true }).focus()
    await page.keyboard.press('Enter')
    await overlay.getByText('Reading section 2 of 9').waitFor()
    run.tell(harborSummary)
    await overlay.getByText(/^Read 27,880 .* words[.,]/).waitFor()
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'detached' })
    await page.locator('a:focus').getByText(harborReport.title).waitFor()
  })
})
