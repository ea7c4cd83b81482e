import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { neverIdle } from '../support/page-weight.ts'
import { register } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const LINK = 'https://harbor.example/report'

/** Errors that the browser logs for failed requests and scripts. */
const offlineErrors = /ERR_INTERNET_DISCONNECTED|Failed to fetch|could not be loaded/

const field = (page: Page) => page.getByLabel('Link to a video or article')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })

describe('without a connection', () => {
  const world = startWorld()

  browserTest(
    'explains why a URL was not sent and keeps it, before any other interaction',
    async ({ page, problems }) => {
      problems.allow(offlineErrors)
      await page.addInitScript(neverIdle)
      await register(page, world.product.origin)
      await page.getByText('No summaries yet').waitFor()
      await page.getByText('0 of 3 used.').waitFor()
      await page.context().setOffline(true)
      await field(page).fill(LINK)
      await page.getByRole('button', { name: 'Summarize' }).click()
      await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
      const reason = 'We couldn’t reach the server. Check your connection and try again.'
      await page.getByRole('alert').getByText(reason).waitFor()
      await page.getByText('You’re offline. We’ll keep what you type until you’re back.').waitFor()
      await expect.poll(async () => field(page).inputValue()).toBe(LINK)
      await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('menuitem', { name: 'Account' }).waitFor()
      await page.context().setOffline(false)
    },
  )

  browserTest('explains that to subscribers, too', async ({ page, problems }) => {
    problems.allow(offlineErrors)
    await page.addInitScript(neverIdle)
    await subscribe(page, world.product, pro)
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByText('No summaries yet').waitFor()
    await page.getByText('Unlimited on Pro').waitFor()
    await page.context().setOffline(true)
    await field(page).fill(LINK)
    await field(page).press('Enter')
    await page.getByRole('alert').getByText('We couldn’t reach the server.').waitFor()
    await bar(page).waitFor()
    await page.context().setOffline(false)
  })

  browserTest(
    'keeps the navigation around a screen that cannot load, and loads it once online',
    async ({ page, problems }) => {
      problems.allow(offlineErrors)
      await page.addInitScript(neverIdle)
      await register(page, world.product.origin)
      await page.getByText('No summaries yet').waitFor()
      await page.getByText('0 of 3 used.').waitFor()
      await page.context().setOffline(true)
      await bar(page).getByRole('link', { name: 'Summaries' }).click()
      await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
      await page.getByText('We’ll open this page as soon as you’re back.').waitFor()
      await page.getByRole('button', { name: 'Your account' }).waitFor()
      // Back still works.
      await bar(page).getByRole('link', { name: 'Dashboard' }).click()
      await field(page).waitFor()
      await bar(page).getByRole('link', { name: 'Summaries' }).click()
      await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
      await page.context().setOffline(false)
      await page.getByRole('heading', { level: 1, name: 'Summaries' }).waitFor()
      await page.getByText('No summaries yet').waitFor()
    },
  )

  browserTest('opens screens that were prefetched', async ({ page, problems }) => {
    problems.allow(offlineErrors)
    const screens = ['summaries-page', 'summary-dialog', 'account-page', 'manage-page', 'pricing-page', 'upload-panel']
    const loaded = screens.map(async (name) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(`/${name}-`)),
    )
    await register(page, world.product.origin)
    await Promise.all(loaded)
    await page.context().setOffline(true)
    await bar(page).getByRole('link', { name: 'Summaries' }).click()
    await page.getByRole('heading', { level: 1, name: 'Summaries' }).waitFor()
    await page.getByText('We’ll open this as soon as you’re back.').waitFor()
    await bar(page).getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('tab', { name: 'From File' }).click()
    await page.getByText('No Internet connection').waitFor()
    await bar(page).getByRole('link', { name: 'Summaries' }).click()
    await page.context().setOffline(false)
    await page.getByText('No summaries yet').waitFor()
  })
})
