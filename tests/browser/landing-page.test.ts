import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest, takeScreenshots, viewports } from '../support/browser.ts'
import { weighPage } from '../support/page-weight.ts'
import { shifts, watchShifts } from './layout-shifts.ts'
import { register } from './steps.ts'
import { startWorld } from './world.ts'

const KB = 1000

const stored = async (page: Page): Promise<string | null> => page.evaluate("localStorage.getItem('cookie-consent')")
const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const button = (page: Page, name: string) => page.getByRole('button', { name })

describe('landing page', () => {
  const world = startWorld()

  browserTest('is complete in its first response', async ({ page }) => {
    const html = await (await fetch(world.product.origin)).text()
    for (const words of ['Read the', 'one page', 'Smart Summaries', '10,000+', 'Limited-time offer', 'Get Started'])
      expect(html).toContain(words)
    expect(html).not.toContain('needs JavaScript')
    await page.goto(world.product.origin)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  browserTest('runs at most 10 kB of script, as the pricing page does', async ({ newPage }) => {
    for (const path of ['/', '/subscribe']) {
      const { page } = await newPage({ isFirstVisit: true })
      const { script } = await weighPage(page, world.product.origin + path)
      await page.getByRole('button', { name: 'Dark theme' }).click()
      await button(page, 'Customize').click()
      await page.getByRole('dialog', { name: 'Cookie settings' }).waitFor()
      expect({ path, isLight: script > 0 && script <= 10 * KB, script }).toMatchObject({ path, isLight: true })
    }
  })

  browserTest('applies a theme, and a decision about cookies', async ({ newPage }) => {
    for (const [name, kept] of [
      ['Accept All', '{"essential":true,"functional":true}'],
      ['Essential Only', '{"essential":true,"functional":false}'],
      ['Close', null],
    ] as const) {
      const { page } = await newPage({ isFirstVisit: true, viewport: viewports.phone, colorScheme: 'light' })
      await page.goto(world.product.origin)
      await button(page, 'Dark theme').click()
      await page.locator('html[data-theme=dark]').waitFor()
      await banner(page).getByRole('button', { name }).press('Enter')
      await banner(page).waitFor({ state: 'hidden' })
      await expect.poll(async () => [name, await stored(page)]).toEqual([name, kept])
      await expect.poll(async () => page.evaluate('document.activeElement.id')).toBe('main')
    }
  })

  browserTest('shows neither the banner nor a flash of another theme after a decision', async ({ newPage }) => {
    const { page } = await newPage({ colorScheme: 'light' })
    await page.addInitScript("localStorage.setItem('theme-preference', 'dark')")
    await page.goto(world.product.origin)
    await page.locator('html[data-theme=dark]').waitFor()
    await expect.poll(async () => button(page, 'Dark theme').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(async () => button(page, 'System theme').getAttribute('aria-pressed')).toBe('false')
    await expect.poll(async () => banner(page).count()).toBe(0)
  })

  browserTest('shows the example by hand, and as the built-in engine writes it here', async ({ page }) => {
    await page.goto(world.product.origin)
    const card = page.getByRole('article')
    const byHand = card.getByText(
      'We wrote this summary by hand. Summaries on this server are made by the built-in engine.',
    )
    const builtIn = card.getByText(
      /^Passages of the source, chosen without a language model\. Summaries on this server are made like this\./u,
    )
    await builtIn.waitFor()
    await expect.poll(async () => byHand.isVisible()).toBe(false)
    await takeScreenshots(page, 'landing-built-in', true)
    await card.getByText('Written by hand').click()
    await byHand.waitFor()
    await expect.poll(async () => builtIn.isVisible()).toBe(false)
    await takeScreenshots(page, 'landing-by-hand', true)
    // The other example, which is hidden, has the same words.
    const passage = card
      .getByText('Loans passed 200,000 for the first time: 200,500, of which 71,600 were digital.', { exact: true })
      .filter({ visible: true })
    await card.getByRole('link', { name: 'p. 1: open the source at Page 1' }).first().focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await passage.waitFor()
  })

  browserTest('can be read, and left, without scripts', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true, javaScriptEnabled: false })
    await page.goto(world.product.origin)
    await page.getByRole('heading', { level: 1, name: 'Read the one page that matters.' }).waitFor()
    // It has no controls that need scripts.
    await expect.poll(async () => [await banner(page).count(), await page.getByRole('button').count()]).toEqual([0, 0])
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    await page.waitForURL('**/subscribe')
    for (const name of ['Starter', 'Pro', 'Elite']) await page.getByRole('heading', { name, exact: true }).waitFor()
    await expect.poll(async () => page.getByRole('table').count()).toBe(1)
  })

  browserTest('has no layout shift when its fonts load late', async ({ newPage }) => {
    for (const viewport of Object.values(viewports)) {
      const { page } = await newPage({ viewport })
      await page.addInitScript(watchShifts)
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(/\.woff2$/, async (route) => {
        await promise
        await route.continue()
      })
      await page.goto(world.product.origin, { waitUntil: 'commit' })
      await page.getByRole('contentinfo').waitFor()
      await page.waitForTimeout(500)
      resolve()
      await page.evaluate('document.fonts.ready')
      await page.waitForLoadState('networkidle')
      await expect.poll(async () => shifts(page), { message: `${viewport.width} px` }).toEqual([])
    }
  })

  browserTest('sends signed-in users to their dashboard, which loads at most 200 kB of script', async ({ page }) => {
    await register(page, world.product.origin)
    await page.goto(world.product.origin)
    await page.waitForURL('**/dashboard')
    await page.getByText('No summaries yet').waitFor()
    const { script } = await weighPage(page, `${world.product.origin}/dashboard`)
    expect({ isLight: script <= 200 * KB, script }).toMatchObject({ isLight: true })
  })
})
