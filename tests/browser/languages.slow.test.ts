import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { articles } from '../support/article-site.ts'
import { browserTest } from '../support/browser.ts'
import { tidePools } from '../support/texts.ts'
import { harborReport, harborSummary } from './harbor.ts'
import { begin, registerElite, startStagedWorld } from './staged-world.ts'
import { register } from './steps.ts'
import { startWorld } from './world.ts'

/** Chooses a language by keyboard: a list that has just opened may take the next click for the one that opened it. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Language' }).press('Enter')
  const list = page.getByRole('listbox')
  await list.getByRole('option', { name }).waitFor()
  await page.keyboard.type(name.slice(0, 4))
  await list.locator('[data-highlighted]').getByText(name).waitFor()
  await page.keyboard.press('Enter')
  await list.waitFor({ state: 'detached' })
}

describe('the language of a summary', () => {
  const world = startStagedWorld()

  browserTest('is chosen by keyboard, sent on every tab, and kept with the person', async ({ page, newPage }) => {
    await registerElite(page, world)
    const picker = page.getByRole('combobox', { name: 'Language' })
    await expect.poll(async () => picker.textContent()).toBe('Same as source')
    await picker.focus()
    await page.keyboard.press('Enter')
    const list = page.getByRole('listbox')
    await list.getByRole('option', { name: 'Same as source' }).waitFor()
    await expect.poll(async () => list.getByRole('option').count()).toBe(46)
    await page.keyboard.type('germ')
    await list.locator('[data-highlighted]').getByText('German').waitFor()
    await page.keyboard.press('Enter')
    await list.waitFor({ state: 'detached' })
    await expect.poll(async () => picker.textContent()).toBe('German')

    const run = await begin(page, world, 'https://reports.example/harbor-2025.pdf')
    run.hasRead(harborReport)
    run.tell(harborSummary)
    await page
      .getByRole('dialog')
      .getByText(/^Read 27,880/)
      .waitFor()
    expect(run.options()?.language).toBe('de')
    await page.keyboard.press('Escape')

    const other = await newPage()
    await other.context.addCookies(await page.context().cookies())
    await other.page.goto(`${world.product.origin}/dashboard`)
    const otherPicker = other.page.getByRole('combobox', { name: 'Language' })
    await otherPicker.getByText('German').waitFor()
    await other.page.getByRole('tab', { name: 'From Text' }).click()
    await other.page.getByLabel('Text to summarize').fill(tidePools)
    await choose(other.page, 'Same as source')
    await other.page.getByRole('button', { name: 'Summarize' }).click()
    const second = await world.pipeline.next()
    second.hasRead(harborReport)
    second.tell(harborSummary)
    await other.page
      .getByRole('dialog')
      .getByText(/^Read 27,880/)
      .waitFor()
    expect(second.options()?.language).toBeUndefined()
    await other.page.keyboard.press('Escape')
    await other.page.waitForURL('**/dashboard')
    await other.page.reload()
    await otherPicker.getByText('Same as source').waitFor()
  })

  browserTest(
    'survives a reload before anything is sent, and a failure to load the languages',
    async ({ page, problems }) => {
      problems.allow(/503/)
      await registerElite(page, world)
      const picker = page.getByRole('combobox', { name: 'Language' })
      await choose(page, 'Arabic')
      await page.route('**/api/summarizer', (route) => route.fulfill({ status: 503, body: '' }))
      await page.reload()
      await page.getByText('We couldn’t load the languages').waitFor()
      await page.unroute('**/api/summarizer')
      await page.getByRole('button', { name: 'Try again' }).click()
      await picker.getByText('Arabic').waitFor()
    },
  )
})

describe('an engine that does not translate', () => {
  const world = startWorld()

  browserTest('shows no choice, and says what it is', async ({ page }) => {
    await register(page, world.product.origin)
    await page.getByText('Written in the source’s language.').waitFor()
    await page.getByText('Written in the source’s own sentences.').waitFor()
    await expect.poll(async () => page.getByRole('combobox', { name: 'Language' }).count()).toBe(0)
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/summaries'),
    )
    await page.getByLabel('Link to a video or article').fill(world.site.articleUrl(articles[0]!))
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
    expect((await sent).postDataJSON()).not.toHaveProperty('language')
  })
})
