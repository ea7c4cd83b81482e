import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AppError } from '../../src/shared/errors.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { expectToFit } from './auth-steps.ts'
import { harborReport, harborSummary } from './sample-report.ts'
import { beginInBackground, registerElite, startStagedWorld } from './staged-world.ts'
import { expectToast, givePlan, register, stopClock } from './steps.ts'

const address = 'https://reports.example/harbor-2025.pdf'
const host = 'reports.example'
const late = () => new AppError('source_timed_out', `${host} did not answer in time. Please try again in a moment.`)
const unread = () => new AppError('source_needs_login', `${host} shows this page to its members only.`)
const row = (page: Page) => page.getByRole('article').filter({ hasText: host })
const failedLine = (page: Page, words = '1 attempt failed') => page.getByRole('button', { name: words, exact: true })
const reasons = (page: Page) => page.getByRole('region', { name: 'Failed attempts' })
const retries = '**/api/summaries/*/retry'

/** An error in the API's format. */
const refusal = (status: number, code: string, message: string, rest: object = {}) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ message, code, ...rest }),
})

describe('a failed summary', () => {
  const world = startStagedWorld()

  browserTest('can be retried from its entry, also after a reload, and restores the text', async ({ page }) => {
    await registerElite(page, world)
    const text = 'Harbor dues rose to 4.1 million crowns in 2025.'
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill(text)
    await page.getByRole('button', { name: 'Summarize' }).click()
    const run = await world.pipeline.next()
    await page.getByRole('button', { name: 'Continue in background' }).click()
    await expect.poll(async () => page.getByLabel('Text to summarize').inputValue()).toBe('')
    run.fail(new AppError('model_unavailable', 'No language model answered. Please try again in a few minutes.'))
    await expectToast(page, 'Error', 'No language model answered.')
    // The input is restored, since nothing else was typed meanwhile.
    await expect.poll(async () => page.getByLabel('Text to summarize').inputValue()).toBe(text)
    await page.getByLabel('Text to summarize').fill('')
    await page.reload()

    await failedLine(page).press('Enter')
    const entry = page.getByRole('article').first()
    await reasons(page).getByText('No language model answered.').waitFor()
    await takeScreenshots(page, 'failed-entry')
    await entry.getByRole('link').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Back to the text' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => page.getByLabel('Text to summarize').inputValue()).toBe(text)

    await entry.getByRole('button', { name: 'Try again' }).click()
    const again = await world.pipeline.next()
    expect(again.source).toBe(text.slice(0, 40))
    await entry.getByRole('progressbar').waitFor()
    await expect.poll(async () => page.getByRole('dialog').count()).toBe(0)
    again.hasRead(harborReport)
    again.tell(harborSummary)
    await entry.getByText('The harbor pays for itself').waitFor()
    await expectToast(page, 'Summary Created')
  })

  browserTest('explains why it cannot be retried, and what to do', async ({ page, problems }) => {
    problems.allow(/4\d\d|ERR_/)
    await registerElite(page, world)
    const run = await beginInBackground(page, world, address)
    run.fail(late())
    await failedLine(page).click()
    const button = row(page).getByRole('button', { name: 'Try again' })
    await button.waitFor()

    await page.route(retries, (route) => route.abort('connectionfailed'))
    await button.click()
    await expectToast(page, 'Error', 'We couldn’t reach the server.')
    await page.unroute(retries)

    const busy = 'You have many unfinished summaries. Please wait for one to finish.'
    await page.route(retries, (route) => route.fulfill(refusal(429, 'rate_limited', busy)))
    await button.click()
    await expectToast(page, 'Error', busy)
    await page.unroute(retries)

    const gone = 'The file of this summary is no longer kept. Please upload it again.'
    await page.route(retries, (route) => route.fulfill(refusal(410, 'upload_expired', gone)))
    await button.click()
    await expectToast(page, 'Error', gone)
    await page.unroute(retries)
    await row(page).getByRole('button', { name: 'Choose the file again' }).click()
    await expect
      .poll(async () => page.getByRole('tab', { name: 'From File' }).getAttribute('aria-selected'))
      .toBe('true')

    await page.reload()
    const spent = 'You have used all summaries of this month.'
    await page.route(retries, (route) =>
      route.fulfill(refusal(403, 'upgrade_required', spent, { requiresUpgrade: true })),
    )
    await failedLine(page).click()
    await button.waitFor()
    await stopClock(page)
    await button.click()
    // No plan above this user's has more.
    await expectToast(page, 'Upgrade Required', spent)
    await page.clock.runFor(1999)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await page.clock.runFor(1)
    await page.waitForURL('**/subscribe')
    await expect.poll(async () => page.evaluate<number>("JSON.parse(sessionStorage.getItem('sent')) ? 1 : 0")).toBe(1)
  })

  browserTest('leads to the plans when the quota turns out to be used up', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await givePlan(page, world.product.database, email, 'lite')
    const run = await beginInBackground(page, world, address)
    run.fail(new AppError('upgrade_required', 'You have used all 25 summaries of your Lite plan this month.'))
    await expectToast(page, 'Upgrade Required', 'Upgrade to Pro for unlimited summaries.')
    await page.waitForURL('**/subscribe')
  })

  browserTest('shows the result when another tab has retried it already', async ({ page, newPage, problems }) => {
    problems.allow(/409/)
    await registerElite(page, world)
    const run = await beginInBackground(page, world, address)
    run.fail(late())
    await failedLine(page).click()
    const button = row(page).getByRole('button', { name: 'Try again' })
    await button.waitFor()

    const other = await newPage()
    await other.context.addCookies(await page.context().cookies())
    await other.page.goto(`${world.product.origin}/dashboard`)
    await failedLine(other.page).click()
    await row(other.page).getByRole('button', { name: 'Try again' }).click()
    const again = await world.pipeline.next()
    await button.click()
    await row(page).getByRole('progressbar').waitFor()
    again.hasRead(harborReport)
    again.tell(harborSummary)
    for (const each of [page, other.page]) await each.getByText('The harbor pays for itself').first().waitFor()
  })

  browserTest(
    'keeps input when the request may have been lost, and the same click succeeds later',
    async ({ page, problems }) => {
      problems.allow(/429|ERR_/)
      await registerElite(page, world)
      await page.getByRole('tab', { name: 'From Text' }).click()
      const text = 'Harbor dues rose to 4.1 million crowns in 2025.'
      await page.getByLabel('Text to summarize').fill(text)
      const button = page.getByRole('button', { name: 'Summarize' })
      await page.route('**/api/summaries', (route) => route.abort('connectionfailed'))
      await button.click()
      await expectToast(page, 'Error', 'We couldn’t reach the server. Check your connection and try again.')
      await page.unroute('**/api/summaries')
      const busy = 'Too many requests. Please try again in a minute.'
      await page.route('**/api/summaries', (route) => route.fulfill(refusal(429, 'rate_limited', busy)))
      await button.click()
      await expectToast(page, 'Error', busy)
      await page.unroute('**/api/summaries')
      await page.reload()
      await expect.poll(async () => page.getByLabel('Text to summarize').inputValue()).toBe(text)
      await button.click()
      expect((await world.pipeline.next()).source).toBe(text.slice(0, 40))
    },
  )

  browserTest('takes one line with the others, which can be opened and dismissed', async ({ page }) => {
    await registerElite(page, world)
    const good = await beginInBackground(page, world, 'https://reports.example/good')
    good.hasRead(harborReport)
    good.tell(harborSummary)
    await page.getByText('The harbor pays for itself').waitFor()
    for (const number of [1, 2, 3]) {
      const run = await beginInBackground(page, world, `https://reports.example/${number}`)
      run.fail(late())
      await failedLine(page, number === 1 ? '1 attempt failed' : `${number} attempts failed`).waitFor()
    }
    await expect.poll(async () => page.getByRole('article').count()).toBe(1)
    await takeScreenshots(page, 'failed-attempts-dashboard')
    await page.getByRole('link', { name: 'View All' }).click()
    await page.getByRole('heading', { name: 'Summaries', level: 1 }).waitFor()
    await expect.poll(async () => page.getByRole('article').count()).toBe(1)
    await failedLine(page, '3 attempts failed').press('Enter')
    await expect.poll(async () => page.getByRole('article').count()).toBe(4)
    await expect
      .poll(async () =>
        row(page)
          .getByRole('link', { name: /^reports\.example\// })
          .allInnerTexts(),
      )
      .toEqual(['reports.example/3', 'reports.example/2', 'reports.example/1'])
    await takeScreenshots(page, 'failed-attempts')
    await expectAccessible(page, 'failed attempts')
    await expectToFit(page)

    await row(page).getByRole('link', { name: 'reports.example/2', exact: true }).click()
    await page.getByRole('dialog').getByText('did not answer in time').waitFor()
    // Beside the card, where the page of a summary would be.
    const card = await page.getByRole('dialog').boundingBox()
    await page.mouse.click((card?.x ?? 0) + 20, (card?.y ?? 0) + 20)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Dismiss all: 3 attempts failed' }).press('Enter')
    await expectToast(page, '3 Failed Attempts Dismissed')
    await expect.poll(async () => page.getByRole('article').count()).toBe(1)
    await expect.poll(async () => page.evaluate('document.activeElement?.closest("article") !== null')).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await failedLine(page, '3 attempts failed').waitFor()
    await page.getByRole('button', { name: 'Dismiss all: 3 attempts failed' }).click()
    await page.reload()
    await page.getByText('The harbor pays for itself').waitFor()
    await expect.poll(async () => failedLine(page, '3 attempts failed').count()).toBe(0)
  })

  browserTest('offers a retry only where it may help, and to dismiss each', async ({ page }) => {
    await registerElite(page, world)
    const failures = [late(), late(), unread()]
    for (const [index, failure] of failures.entries()) {
      const run = await beginInBackground(page, world, `https://reports.example/${index + 1}`)
      run.fail(failure)
      await failedLine(page, index === 0 ? '1 attempt failed' : `${index + 1} attempts failed`).waitFor()
    }
    await failedLine(page, '3 attempts failed').press('Enter')
    const closed = row(page).filter({ hasText: 'reports.example/3' })
    await closed.getByRole('button', { name: 'Read it from your browser' }).waitFor()
    expect(await closed.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await expect.poll(async () => reasons(page).getByRole('button', { name: 'Try again' }).count()).toBe(2)
    for (const reason of ['did not answer in time', 'shows this page to its members only'])
      expect(await reasons(page).getByText(reason).count()).toBe(1)
    await takeScreenshots(page, 'failures-by-reason')
    await page.getByRole('button', { name: 'Try all again' }).press('Enter')
    const again = [(await world.pipeline.next()).source, (await world.pipeline.next()).source]
    expect(again.toSorted()).toEqual(['https://reports.example/1', 'https://reports.example/2'])
    await failedLine(page).waitFor()
    await closed.getByRole('button', { name: /^Dismiss / }).click()
    await expectToast(page, 'Failed Attempt Dismissed')
    await expect.poll(async () => failedLine(page).count()).toBe(0)
  })
})
