import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { featureSuggestions } from '../../src/server/db/schema/index.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { expectFocus, expectToFit, hold, refuse } from './auth-steps.ts'
import { expectSessionEnd, expectToast } from './steps.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const SUGGEST = '/api/feature-suggestions'
const wish = 'Export as EPUB, with the citations as notes.'

describe('suggestions', () => {
  const world = startWorld()
  const form = (page: Page) => page.getByRole('form', { name: 'Suggest a feature' })
  const type = (page: Page) => form(page).getByLabel('What is it about?')
  const priority = (page: Page) => form(page).getByLabel('How important is it?')
  const text = (page: Page) => form(page).getByLabel('Your suggestion')
  const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit Suggestion' })
  const open = async (page: Page): Promise<void> => {
    await page.goto(`${world.product.origin}/dashboard`)
    const heading = page.getByRole('heading', { name: 'Feature Suggestions' })
    await heading.waitFor()
    expect(await form(page).count()).toBe(0)
    await heading.click()
    await form(page).waitFor()
  }
  /** With something typed, the form is open from the start. */
  const openKept = async (page: Page): Promise<void> => {
    await page.goto(`${world.product.origin}/dashboard`)
    await form(page).waitFor()
  }

  browserTest(
    'require every field, are kept until they are sent, and get a confirmation',
    async ({ page, problems }) => {
      problems.allow(/429|50[03]/)
      const { userId } = await subscribe(page, world.product)
      await open(page)
      await submit(page).press('Enter')
      await expectToast(page, 'Missing Information', 'Please fill in all fields')
      await expectFocus(page, 'What is it about?')
      await form(page).getByRole('alert').getByText('Choose a priority.').waitFor()
      await takeScreenshots(page, 'suggestion-missing')
      await expectAccessible(page, 'a suggestion that lacks its fields')
      await expectToFit(page)
      await type(page).selectOption({ label: 'Exports' })
      await text(page).fill(wish)
      await submit(page).press('Enter')
      await expectFocus(page, 'How important is it?')
      await expect.poll(async () => form(page).getByRole('alert').allInnerTexts()).toEqual(['Choose a priority.'])
      await expect
        .poll(async () => (await priority(page).locator('option').allInnerTexts()).slice(1))
        .toEqual(['Nice to have', 'Would be helpful', 'Really need this', 'Essential for my workflow'])
      await priority(page).selectOption({ label: 'Really need this' })
      await page.reload()
      await expect.poll(async () => text(page).inputValue()).toBe(wish)

      await refuse(page, SUGGEST, 429, { code: 'rate_limited', message: 'Those were many.' }, { 'retry-after': '600' })
      await submit(page).press('Enter')
      await expectToast(page, 'Submission Failed', 'Failed to submit suggestion')
      await form(page).getByRole('alert').getByText('Those were many. You can try again in 10 minutes').waitFor()
      await expectFocus(page, 'Submit Suggestion')
      await expect.poll(async () => text(page).inputValue()).toBe(wish)
      await page.unroute(`**${SUGGEST}`)

      const answer = await hold(page, SUGGEST)
      await submit(page).press('Enter')
      await expect.poll(async () => form(page).getByRole('button', { name: 'Submitting...' }).isDisabled()).toBe(true)
      answer()
      await expectToast(page, 'Suggestion Submitted!')
      await page.getByRole('heading', { name: 'Thank you for your suggestion' }).waitFor()
      await expectFocus(page, 'Thank you for your suggestion')
      await takeScreenshots(page, 'suggestion-thanks')
      await expectAccessible(page, 'thanks for a suggestion')
      const rows = await world.product.database.db
        .select()
        .from(featureSuggestions)
        .where(eq(featureSuggestions.userId, userId))
      expect(rows).toMatchObject([{ featureType: 'export', description: wish, priority: 'high' }])
      await page.getByRole('button', { name: 'Submit Another Suggestion' }).press('Enter')
      await expect.poll(async () => [await type(page).inputValue(), await text(page).inputValue()]).toEqual(['', ''])
      await expectFocus(page, 'What is it about?')

      // It is sent, even if its form is no longer on the screen.
      const sent = await hold(page, SUGGEST)
      await type(page).selectOption('mobile')
      await priority(page).selectOption('low')
      await text(page).fill(wish)
      await submit(page).press('Enter')
      const menu = page.getByRole('navigation', { name: 'Main' })
      await menu.getByRole('link', { name: 'Summaries' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Summaries' }).waitFor()
      sent()
      const isKept = `Object.values(sessionStorage).some((stored) => stored.includes(${JSON.stringify(wish)}))`
      await expect.poll(async () => page.evaluate<boolean>(isKept)).toBe(false)
      await menu.getByRole('link', { name: 'Dashboard' }).first().click()
      await page.getByRole('heading', { name: 'Feature Suggestions' }).click()
      await expect.poll(async () => text(page).inputValue()).toBe('')
    },
  )

  browserTest('stay in their tab for the user who typed them', async ({ page, problems }) => {
    problems.allow(/401/)
    await subscribe(page, world.product)
    await open(page)
    await type(page).selectOption('mobile')
    await priority(page).selectOption('low')
    await text(page).fill(wish)
    const kept = await page.context().cookies()
    await page.context().clearCookies()
    await expectSessionEnd(page, () => submit(page).press('Enter'))
    await page.context().addCookies(kept)
    await openKept(page)
    await expect
      .poll(async () => [await type(page).inputValue(), await text(page).inputValue()])
      .toEqual(['mobile', wish])
    await page.context().clearCookies()
    await subscribe(page, world.product)
    await open(page)
    await expect.poll(async () => text(page).inputValue()).toBe('')
  })
})
