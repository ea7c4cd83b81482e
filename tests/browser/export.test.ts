import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { summaries, users } from '../../src/server/db/schema/index.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { storeSummaries } from '../support/stored-summaries.ts'
import { tidePools } from '../support/texts.ts'
import { expectFocus, expectToFit, refuse } from './auth-steps.ts'
import { expectToast } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

const EXPORT = '/api/summaries/*/export?*'
const EXPORT_PATH = /\/api\/summaries\/[^/]+\/export\?/

describe('exports', () => {
  const world = startWorld()
  const addSummary = async (userId: string): Promise<string> => {
    const page = pageOf({ gist: tidePools, takeaways: ['There are fewer species than before.'] })
    const source = { originalUrl: 'https://example.com/tide-pools' }
    const row = { userId, title: 'Die Gezeitentümpel: Zählung', source, page }
    const [id = ''] = await storeSummaries(world.product.database.db, [row])
    return id
  }
  const exportsOf = async (userId: string): Promise<number> => {
    const [row] = await world.product.database.db.select().from(users).where(eq(users.id, userId))
    return row!.exportsUsed
  }
  const open = async (page: Page, id: string): Promise<void> => {
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).waitFor()
  }
  const button = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true })
  /** Chooses a format by keyboard. */
  const choose = async (page: Page, format: 'Markdown' | 'PDF'): Promise<void> => {
    await button(page).press('Enter')
    await page.getByRole('menuitem', { name: format }).press('Enter')
  }

  browserTest('opens a file in a new tab, counts it once, and stays on the page', async ({ page, problems }) => {
    problems.allow(/40[49]|50[03]/)
    const { userId } = await subscribe(page, world.product, pro)
    const id = await addSummary(userId)
    await open(page, id)
    await button(page).press('Enter')
    await expect.poll(async () => page.getByRole('menuitem').allInnerTexts()).toEqual(['Markdown', 'PDF'])
    await takeScreenshots(page, 'export')
    await expectAccessible(page, 'the formats of exports')
    await expectToFit(page)
    // Escape closes only the menu.
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expectFocus(page, 'Export')
    const popup = page.waitForEvent('popup')
    const [download] = await Promise.all([page.context().waitForEvent('download'), choose(page, 'Markdown')])
    await popup
    expect(await readFile(await download.path(), 'utf8')).toMatch(/# Die Gezeitentümpel: Zählung[\s\S]*fewer species/)
    expect(await exportsOf(userId)).toBe(1)
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/summaries/${id}`)
    await page.getByRole('button', { name: 'Export' }).and(page.locator('[aria-busy=false]')).waitFor()
    const [pdf] = await Promise.all([page.context().waitForEvent('download'), choose(page, 'PDF')])
    expect((await readFile(await pdf.path(), 'latin1')).slice(0, 5)).toBe('%PDF-')
    expect(await exportsOf(userId)).toBe(2)

    // An error is shown in place and logged, and opens no tab.
    const logged: string[] = []
    page.on('console', (message) => void (message.type() === 'warning' && logged.push(message.text())))
    await refuse(page, EXPORT, 503, { code: 'unavailable', message: 'The service is restarting.' })
    await choose(page, 'PDF')
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.getByText('Export failed. The service is restarting.').waitFor()
    await takeScreenshots(page, 'export-failed')
    await page.unroute(`**${EXPORT}`)
    await world.product.database.db.update(summaries).set({ status: 'queued' }).where(eq(summaries.id, id))
    await choose(page, 'PDF')
    await alert.getByText('Export failed. This summary is still being made.').waitFor()
    await world.product.database.db.delete(summaries).where(eq(summaries.id, id))
    await choose(page, 'PDF')
    await alert.getByText('Export failed. This summary does not exist.').waitFor()
    expect(logged.map((line) => line.slice(0, 13))).toEqual(['Export failed', 'Export failed', 'Export failed'])
    expect(await exportsOf(userId)).toBe(2)
  })

  browserTest('keeps the tab open while the server takes long, and closes it later', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, pro)
    await open(page, await addSummary(userId))
    await page.clock.install()
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.context().route(EXPORT_PATH, async (route) => {
      if (route.request().method() === 'GET') {
        tellAsked()
        await held
      }
      await route.continue()
    })
    await choose(page, 'Markdown')
    await asked
    await page.clock.fastForward(20_000)
    const downloaded = page.context().waitForEvent('download')
    release()
    await downloaded
    await page.clock.fastForward(60_000)
    await expect.poll(() => page.context().pages()).toHaveLength(1)
  })

  browserTest('follows the plan, before and after it has ended', async ({ page, problems }) => {
    problems.allow(/403/)
    const { userId, set } = await subscribe(page, world.product, pro)
    await open(page, await addSummary(userId))
    await set({ subscriptionExpiresAt: new Date(Date.now() - 1000) })
    // The answer may come before the menu has given focus back.
    await page.route(EXPORT_PATH, async (route) => {
      await page.evaluate('document.activeElement.blur()')
      await route.continue()
    })
    await choose(page, 'PDF')
    const confirm = page.getByRole('alertdialog', { name: 'Upgrade to Export' })
    await confirm.getByText('Exports are part of Pro and Elite. Would you like to upgrade to Pro now?').waitFor()
    await takeScreenshots(page, 'export-upgrade')
    await expectAccessible(page, 'the offer of exports')
    await confirm.getByRole('button', { name: 'Not Now' }).press('Enter')
    await confirm.waitFor({ state: 'detached' })

    // The page has noticed: the link is gone, and focus stays in the dialog.
    const upgrade = page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Export' })
    await expect.poll(async () => page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
    await expectToFit(page)
    await upgrade.press('Enter')
    await confirm.getByText('Would you like to upgrade to Pro now?').waitFor()
    await page.keyboard.press('Escape')
    await confirm.waitFor({ state: 'detached' })
    await expectFocus(page, 'Upgrade to Export')
    // A key this early finds the dialog open but not yet listening, and closes no other.
    await page.evaluate(`addEventListener('focusin', function press({ target }) {
        if (target.innerText !== 'Not Now') return
        removeEventListener('focusin', press)
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      })`)
    await upgrade.press('Enter')
    await confirm.waitFor({ state: 'detached' })
    await expectFocus(page, 'Upgrade to Export')
    await upgrade.press('Enter')
    await confirm.getByRole('button', { name: 'Upgrade' }).press('Enter')
    await page.waitForURL('**/subscribe')
    await expect.poll(async () => page.evaluate('document.activeElement.dataset.plan')).toBe('pro')
    expect(await exportsOf(userId)).toBe(0)
  })

  browserTest('explains that the session has ended', async ({ page, problems }) => {
    problems.allow(/401/)
    const { userId } = await subscribe(page, world.product, pro)
    await open(page, await addSummary(userId))
    await page.context().clearCookies()
    await choose(page, 'PDF')
    await expectToast(page, 'Session Expired', 'Please log in again.')
    await page.waitForURL('**/login')
  })
})
