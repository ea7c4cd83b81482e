import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { articles } from '../support/article-site.ts'
import { browserTest } from '../support/browser.ts'
import { tidePools } from '../support/texts.ts'
import { harborReport, harborSummary } from './sample-report.ts'
import { begin, registerElite, startStagedWorld } from './staged-world.ts'
import { expectRead, register } from './steps.ts'
import { startWorld } from './world.ts'

const pickerOf = (page: Page) => page.getByRole('combobox', { name: 'Language' })

/** The chosen language, as a BCP 47 tag. */
const chosen = async (page: Page): Promise<string> => pickerOf(page).inputValue()

describe('summary language', () => {
  const world = startStagedWorld()

  browserTest('is chosen by keyboard, sent from every tab, and stored for the user', async ({ page, newPage }) => {
    await registerElite(page, world)
    await expect.poll(async () => chosen(page)).toBe('source')
    await expect.poll(async () => pickerOf(page).locator('option').count()).toBe(46)
    await expectAccessible(page, 'the form with a choice of languages')
    await pickerOf(page).focus()
    await page.keyboard.type('germ')
    await expect.poll(async () => chosen(page)).toBe('de')

    const run = await begin(page, world, 'https://reports.example/harbor-2025.pdf')
    run.hasRead(harborReport)
    run.tell(harborSummary)
    await expectRead(page, '27,880')
    expect(run.options()?.language).toBe('de')
    await page.keyboard.press('Escape')

    const other = await newPage()
    await other.context.addCookies(await page.context().cookies())
    await other.page.goto(`${world.product.origin}/dashboard`)
    await expect.poll(async () => chosen(other.page)).toBe('de')
    await other.page.getByRole('tab', { name: 'From Text' }).click()
    await other.page.getByLabel('Text to summarize').fill(tidePools)
    await pickerOf(other.page).selectOption('source')
    await other.page.getByRole('button', { name: 'Summarize' }).click()
    const second = await world.pipeline.next()
    second.hasRead(harborReport)
    second.tell(harborSummary)
    await expectRead(other.page, '27,880')
    expect(second.options()?.language).toBeUndefined()
    await other.page.keyboard.press('Escape')
    await other.page.waitForURL('**/dashboard')
    await other.page.reload()
    await expect.poll(async () => chosen(other.page)).toBe('source')
  })

  browserTest(
    'survives a reload before anything is sent, and a failure to load the languages',
    async ({ page, problems }) => {
      problems.allow(/503/)
      await registerElite(page, world)
      await pickerOf(page).selectOption('ar')
      await page.route('**/api/summarizer', (route) => route.fulfill({ status: 503, body: '' }))
      await page.reload()
      await page.getByText('We couldn’t load the languages').waitFor()
      await page.unroute('**/api/summarizer')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect.poll(async () => chosen(page)).toBe('ar')
    },
  )
})

describe('an engine that does not translate', () => {
  const world = startWorld()

  browserTest('shows no choice, and its name', async ({ page }) => {
    await register(page, world.product.origin)
    await page
      .getByText('Passages of the source, chosen without a language model. Failed summaries don’t count.')
      .waitFor()
    await expect.poll(async () => pickerOf(page).count()).toBe(0)
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/summaries'),
    )
    await page.getByLabel('Link to a video or article').fill(world.site.articleUrl(articles[0]!))
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
    expect((await sent).postDataJSON()).not.toHaveProperty('language')
  })
})
