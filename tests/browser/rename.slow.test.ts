import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { pageSamples } from '../support/pages/index.ts'
import { expectFocus, expectToFit, refuse } from './auth-steps.ts'
import { addSummaries } from './many-summaries.ts'
import { subscribe } from './subscriber.ts'
import { rowOf } from './summary-row.ts'
import { startWorld } from './world.ts'

const { report } = pageSamples

describe('renaming a summary', () => {
  const world = startWorld()
  const field = (page: Page) => page.getByRole('textbox', { name: 'Title' })
  const rename = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Rename' })
  const heading = (page: Page, name: string) => page.getByRole('dialog').getByRole('heading', { level: 2, name })

  browserTest('saves on Enter, cancels on Escape, and shows the title everywhere', async ({ page, problems }) => {
    problems.allow(/400|503/)
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    await addSummaries(world.product, userId, 2, () => ({ ...rowOf(report), sourceTitle: report.title }))
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByRole('link', { name: report.title }).first().click()
    await rename(page).waitFor()
    await takeScreenshots(page, 'rename-button')
    await rename(page).press('Enter')
    await expectFocus(page, 'Title')
    expect(await field(page).inputValue()).toBe(report.title)
    await takeScreenshots(page, 'rename')
    await expectAccessible(page, 'the title field')
    await expectToFit(page)

    // The bar shows the title only while the field is under it.
    await resize(page, { width: 1440, height: 400 })
    const inBar = `getComputedStyle(document.querySelector('[role=dialog] p[aria-hidden=true]')).opacity`
    for (const [top, opacity] of [
      [400, '1'],
      [0, '0'],
    ] as const) {
      await page.getByRole('dialog').evaluate((dialog, y) => dialog.parentElement?.scrollTo(0, y), top)
      await expect.poll(async () => page.evaluate<string>(inBar)).toBe(opacity)
    }
    await resize(page, viewports.desktop)

    await field(page).fill('Never')
    await page.keyboard.press('Escape')
    await heading(page, report.title).waitFor()
    await expectFocus(page, 'Rename')

    await page.keyboard.press('Enter')
    await field(page).fill(' ')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Please enter a title.').waitFor()
    await field(page).fill('x'.repeat(201))
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Please use at most 200 characters.').waitFor()
    await takeScreenshots(page, 'rename-error')
    await field(page).fill('For the board meeting')
    await refuse(page, '/api/summaries/*', 503, { code: 'unavailable', message: 'The service is restarting.' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('The service is restarting.').waitFor()
    await page.unroute('**/api/summaries/*')
    await field(page).press('Enter')
    await heading(page, 'For the board meeting').waitFor()
    await expectFocus(page, 'Rename')
    await page.getByRole('dialog').getByText(`“${report.title}”`).waitFor()
    await expect.poll(async () => page.title()).toContain('For the board meeting')
    await takeScreenshots(page, 'renamed')
    await expectAccessible(page, 'a renamed summary')
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => page.getByRole('link', { name: 'For the board meeting', exact: true }).count())
      .toBe(1)
    await expect.poll(async () => page.getByRole('link', { name: report.title, exact: true }).count()).toBe(1)
  })

  browserTest('works by touch, as does the dismissal of failed attempts', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone, hasTouch: true })
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite' })
    await addSummaries(world.product, userId, 2, (index) =>
      index === 0 ? rowOf(report) : { status: 'failed', failureCode: 'source_empty', failureMessage: 'No text.' },
    )
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByRole('button', { name: '1 attempt failed', exact: true }).tap()
    await page.getByText('No text.').waitFor()
    await page
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .tap()
    await page.getByText('Failed Attempt Dismissed').first().waitFor()
    await page.getByRole('link', { name: report.title }).first().tap()
    await rename(page).tap()
    await field(page).fill('On the train')
    await page.getByRole('button', { name: 'Save' }).tap()
    await heading(page, 'On the train').waitFor()
  })
})
