import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { titleFromUrl } from '../../src/shared/source-url.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { articles } from '../support/article-site.ts'
import { browserTest, resize, takeScreenshots, viewports } from '../support/browser.ts'
import { neverIdle } from '../support/page-weight.ts'
import { tidePools } from '../support/texts.ts'
import { shifts, watchShifts } from './layout-shifts.ts'
import { addSummaries, titleOf } from './many-summaries.ts'
import { register, signOut } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

/** Errors that the browser logs for failed requests and scripts. */
const offlineErrors = /ERR_INTERNET_DISCONNECTED|Failed to fetch|could not be loaded/

const field = (page: Page) => page.getByLabel('Link to a video or article')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })

/** Whether a control is off, with the reason as its description. */
const isOff = async (control: Locator): Promise<boolean> =>
  (await control.getAttribute('aria-disabled')) === 'true' && (await control.getAttribute('title')) === 'You’re offline'

/** Reads all keys or values of the copies in this browser. */
const readKept = (method: 'getAllKeys' | 'getAll') => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('precis-1')
  opening.onerror = reject
  opening.onsuccess = () => {
    const reading = opening.result.transaction('kept').objectStore('kept').${method}()
    reading.onsuccess = () => resolve(reading.result)
    reading.onerror = reject
  }
})`
const keptKeys = readKept('getAllKeys')
const keptValues = readKept('getAll')

describe('without a connection', () => {
  const world = startWorld()
  const url = () => world.site.articleUrl(articles[0]!)

  browserTest(
    'starts a link submitted offline once the connection is back, and says so',
    async ({ page, problems }) => {
      problems.allow(offlineErrors)
      await page.addInitScript(neverIdle)
      await register(page, world.product.origin)
      await page.getByText('No summaries yet').waitFor()
      await page.getByText('0 of 3 summaries used.').waitFor()
      await resize(page, viewports.phone)
      await page.context().setOffline(true)
      const notice = page.getByText('Links and texts you submit start when you’re back.')
      await notice.waitFor()
      await field(page).fill(url())
      await page.getByRole('button', { name: 'Summarize' }).click()
      await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
      const waiting = page.getByText('Starts when you’re back online.')
      await waiting.waitFor()
      const bottom = async () => waiting.evaluate((line) => line.getBoundingClientRect().bottom)
      await expect.poll(bottom).toBeLessThanOrEqual((await notice.boundingBox())?.y ?? 0)
      await page.getByText(titleFromUrl(url()) ?? '', { exact: true }).waitFor()
      await page.getByRole('button', { name: `Remove ${titleFromUrl(url())}` }).waitFor()
      await expect.poll(async () => field(page).inputValue()).toBe('')
      await takeScreenshots(page, 'offline-waiting')
      await expectAccessible(page, 'a link that waits for the connection')
      await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('menuitem', { name: 'Account' }).waitFor()
      await page.keyboard.press('Escape')
      await page.context().setOffline(false)
      await page.getByRole('article').getByText('read', { exact: false }).first().waitFor()
      expect(await page.getByText('Starts when you’re back online.').count()).toBe(0)
    },
  )

  browserTest('lays the offline notice over the page, above its end and the links', async ({ page, problems }) => {
    problems.allow(offlineErrors)
    await page.addInitScript(watchShifts)
    const { userId } = await subscribe(page, world.product, pro)
    await addSummaries(world.product, userId, 8)
    await page.goto(`${world.product.origin}/summaries`)
    await page.getByText(titleOf(0)).waitFor()
    const heading = page.getByRole('heading', { level: 1 })
    const notice = page.getByRole('status').filter({ hasText: 'You’re offline.' })
    for (const viewport of Object.values(viewports)) {
      await resize(page, viewport)
      const before = await heading.boundingBox()
      await page.evaluate('shifted.length = 0')
      await page.context().setOffline(true)
      await notice.waitFor()
      expect(await heading.boundingBox()).toEqual(before)
      // Rows say which summaries aren't available, and move their own facts.
      const values = (await shifts(page)).filter((value) => typeof value === 'number')
      expect(values.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
      const { y = 0, height = 0 } = (await notice.boundingBox()) ?? {}
      const links = await bar(page).boundingBox()
      expect(y + height).toBeLessThanOrEqual(viewport.width < 768 ? (links?.y ?? 0) : viewport.height)
      // The last line of the page can be scrolled above the notice.
      // Rounding, and the hairline above the links.
      const endOfPage = async () => {
        await page.evaluate('scrollTo(0, document.body.scrollHeight)')
        const foot = await page.getByRole('contentinfo').boundingBox()
        return foot === null ? Infinity : foot.y + foot.height
      }
      await expect.poll(endOfPage).toBeLessThanOrEqual(y + 2)
      await page.context().setOffline(false)
      await notice.waitFor({ state: 'detached' })
      await page.evaluate('scrollTo(0, 0)')
    }
  })

  browserTest('works with a server that it reaches without a network', async ({ page }) => {
    await page.addInitScript("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })")
    await subscribe(page, world.product, pro)
    const isReached = page.waitForResponse(/\/healthz$/u)
    await page.goto(`${world.product.origin}/dashboard`)
    await isReached
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill(tidePools)
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).waitFor()
    expect(await page.getByText('You’re offline.').count()).toBe(0)
  })

  browserTest('keeps a submitted text through a reload, until it is removed', async ({ page, problems }) => {
    problems.allow(offlineErrors)
    await subscribe(page, world.product, pro)
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByText('No monthly limit').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill(tidePools)
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByText('Starts when you’re back online.').waitFor()
    await page.getByRole('button', { name: /^Remove/ }).click()
    expect(await page.getByText('Starts when you’re back online.').count()).toBe(0)
    await page.context().setOffline(false)
    await page.reload()
    await page.getByText('No summaries yet').waitFor()
  })

  browserTest(
    'opens the list and the pages opened before, also after a reload, until the user signs out',
    async ({ newPage }) => {
      const { page, problems } = await newPage({ serviceWorkers: 'allow' })
      problems.allow(offlineErrors)
      const { userId } = await subscribe(page, world.product, pro)
      const [first = '', second = ''] = await addSummaries(world.product, userId, 3)
      const open = async (id: string) => page.goto(`${world.product.origin}/summaries/${id}`)
      await open(first)
      const gist = page.getByRole('dialog').getByText(/salt number 0 was written down/)
      await gist.waitFor()
      await page.keyboard.press('Escape')
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await page.getByText(titleOf(2)).waitFor()

      await page.context().setOffline(true)
      await open(first)
      await gist.waitFor()
      await page.keyboard.press('Escape')
      await page.getByText(titleOf(2)).waitFor()
      await page.getByText('Your list and the last pages you opened are here.').waitFor()
      await takeScreenshots(page, 'offline-list')
      // One that was never opened.
      await open(second)
      await page.getByRole('dialog').getByText('Not available offline').waitFor()
      await page.context().setOffline(false)
      await page
        .getByRole('dialog')
        .getByText(/ledger|tide|harbor/)
        .first()
        .waitFor()
      await page.keyboard.press('Escape')

      await signOut(page)
      await page.context().setOffline(true)
      await page.goto(`${world.product.origin}/dashboard`)
      await page.getByRole('button', { name: 'Sign In' }).waitFor()
      expect(await page.evaluate(keptKeys)).toEqual([])
    },
  )

  browserTest('never shows what another user has read', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, pro)
    await addSummaries(world.product, userId, 1)
    await page.goto(`${world.product.origin}/dashboard`)
    await page.getByText(titleOf(0)).waitFor()
    await expect.poll(async () => page.evaluate(keptKeys)).toContain('owner')
    // The session ended without a sign-out in this browser.
    await page.context().clearCookies()
    await register(page, world.product.origin)
    await page.getByText('No summaries yet').waitFor()
    await expect.poll(async () => JSON.stringify(await page.evaluate(keptValues))).not.toContain(titleOf(0))
  })

  browserTest(
    'keeps the navigation around a screen that cannot load, and loads it once online',
    async ({ page, problems }) => {
      problems.allow(offlineErrors)
      await page.addInitScript(neverIdle)
      await register(page, world.product.origin)
      await page.getByText('No summaries yet').waitFor()
      await page.getByText('0 of 3 summaries used.').waitFor()
      await page.context().setOffline(true)
      await bar(page).getByRole('link', { name: 'Summaries' }).click()
      await page.getByRole('heading', { name: 'Not available offline' }).waitFor()
      await page.getByText('We’ll open this page as soon as you’re back.').waitFor()
      await page.getByRole('button', { name: 'Your account' }).waitFor()
      // Back still works.
      await bar(page).getByRole('link', { name: 'Dashboard' }).click()
      await field(page).waitFor()
      await bar(page).getByRole('link', { name: 'Summaries' }).click()
      await page.getByRole('heading', { name: 'Not available offline' }).waitFor()
      await page.context().setOffline(false)
      await page.getByRole('heading', { level: 1, name: 'Summaries' }).waitFor()
      await page.getByText('No summaries yet').waitFor()
    },
  )

  browserTest('turns off what needs a connection, and says why', async ({ page, problems }) => {
    problems.allow(offlineErrors)
    const { userId } = await subscribe(page, world.product, pro)
    await addSummaries(world.product, userId, 2)
    await page.goto(`${world.product.origin}/summaries`)
    const remove = page.getByRole('button', { name: `Delete ${titleOf(0)}` })
    const question = page.getByRole('alertdialog')
    await remove.press('Enter')
    await question.waitFor()
    await page.context().setOffline(true)
    await question.getByText('You’re offline.').waitFor()
    expect(await isOff(question.getByRole('button', { name: 'Delete' }))).toBe(true)
    await expectAccessible(page, 'a question that needs a connection')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await page.getByLabel(`Select ${titleOf(0)}`).check()
    const selected = page.getByRole('region', { name: 'Selected summaries' })
    const controls = [
      remove,
      ...['Export', 'Delete'].map((name) => selected.getByRole('button', { name, exact: true })),
    ]
    for (const control of controls) {
      expect(await isOff(control)).toBe(true)
      await control.press('Enter')
      await control.click({ force: true })
    }
    expect(await question.count()).toBe(0)
    await takeScreenshots(page, 'offline-controls')
    await page.getByRole('button', { name: 'Your account' }).press('Enter')
    const signOutItem = page.getByRole('menuitem', { name: 'Sign out' })
    expect(await isOff(signOutItem)).toBe(true)
    await signOutItem.press('Enter')
    await signOutItem.waitFor()
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await expect.poll(async () => isOff(remove)).toBe(false)
    await remove.press('Enter')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: titleOf(0), exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'More actions' }).press('Enter')
    const redo = page.getByRole('menuitem', { name: 'Redo' })
    await redo.waitFor()
    await page.context().setOffline(true)
    await expect.poll(async () => isOff(redo)).toBe(true)
  })

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
