import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { storeSummaries } from '../support/stored-summaries.ts'
import { tidePools } from '../support/texts.ts'
import { expectFocus } from './auth-steps.ts'
import { source } from './source-steps.ts'
import { register } from './steps.ts'
import { subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const ferry =
  'The ferry to Aldermoor sails six times a day from the old quay. It carries forty cars and two hundred people.\n\nThe harbor office pays for the fuel out of a toll that every ship pays when it enters the bay.'

const create = async (page: Page, origin: string, content = tidePools): Promise<string> => {
  const response = await page.request.post(`${origin}/api/summaries`, { data: { content } })
  return (await response.json()).id
}

describe('asking the library', () => {
  const { product } = startWorld()
  const input = (page: Page) => page.getByRole('textbox', { name: 'Ask all your sources' })

  browserTest('asks only once there is something to ask', async ({ page }) => {
    await register(page, product.origin)
    await page.goto(`${product.origin}/summaries`)
    await page.getByText('No summaries yet').waitFor()
    expect(await page.getByRole('link', { name: 'Ask all your sources' }).count()).toBe(0)
    expect(await page.getByRole('searchbox', { name: 'Search summaries' }).count()).toBe(0)
    await page.goto(`${product.origin}/ask`)
    await page.getByRole('link', { name: 'Summarize something' }).waitFor()
    expect(await input(page).count()).toBe(0)
    await page.getByRole('complementary').getByRole('link', { name: 'Why every flat map is wrong' }).waitFor()
    await takeScreenshots(page, 'ask-library-nothing')
    await expectAccessible(page, 'a library without sources to ask')
    await create(page, product.origin)
    await page.reload()
    await input(page).waitFor()
  })

  browserTest('suggests questions that the sources answer', async ({ page }) => {
    const { userId } = await subscribe(page, product)
    const question = 'Where do the pools form?'
    const content = pageOf({ gist: tidePools, questions: [question, 'How deep are the pools?'] })
    await storeSummaries(product.database.db, [{ userId, title: 'Tide pools', page: content }])
    await page.goto(`${product.origin}/ask`)
    const suggestions = page.getByRole('region', { name: 'Try one of these' })
    await suggestions.getByText('How deep are the pools?').waitFor()
    await takeScreenshots(page, 'ask-library-suggestions')
    await expectAccessible(page, 'suggested questions')
    await suggestions.getByRole('button', { name: question }).press('Enter')
    await page.getByRole('article').getByRole('heading', { name: question }).waitFor()
    expect(await suggestions.count()).toBe(0)
    await expectFocus(page, 'Ask all your sources')
  })

  browserTest('names the source of each passage, and opens the passage in it', async ({ page }) => {
    await register(page, product.origin)
    const first = await create(page, product.origin)
    await create(page, product.origin, ferry)
    await page.goto(`${product.origin}/summaries`)
    await page.getByRole('link', { name: 'Ask all your sources' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Summaries', exact: true }).click()
    await page.waitForURL('**/summaries')
    await page.goBack()
    await page.getByText('No questions yet').waitFor()
    await takeScreenshots(page, 'ask-library-empty')
    await expectAccessible(page, 'the library before the first question')
    await input(page).fill('Where do tide pools form?')
    await input(page).press('Enter')
    const entry = page.getByRole('article').first()
    await entry.getByText('These passages of your sources match your question.').waitFor()
    await takeScreenshots(page, 'ask-library')
    await expectAccessible(page, 'answers from the library')
    await entry
      .getByRole('button', { name: /show the passage/ })
      .first()
      .click()
    await expect.poll(() => page.url()).toContain(`/summaries/${first}`)
    await source(page).locator('mark').first().waitFor()
    await takeScreenshots(page, 'ask-library-passage')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await entry.waitFor()
    expect(new URL(page.url()).pathname).toBe('/ask')
  })
})
