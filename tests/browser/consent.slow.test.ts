import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible, overflowOf } from '../support/accessibility.ts'
import { browserTest, resize, viewports } from '../support/browser.ts'
import { shifts, watchShifts } from './layout-shifts.ts'
import { expectToast, givePlan, register } from './steps.ts'
import { startWorld } from './world.ts'

const banner = (page: Page): Locator => page.getByRole('region', { name: 'Cookies' })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const stored = async (page: Page, key: string): Promise<string | null> =>
  page.evaluate<string | null>(`localStorage.getItem('${key}')`)
const theme = async (page: Page): Promise<string> => page.evaluate<string>('document.documentElement.dataset.theme')
/** Accessible name of the focused element. */
const focused = async (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
/** Focus returns once a dialog has disappeared. */
const expectFocus = async (page: Page, name: string): Promise<void> => {
  await expect.poll(async () => focused(page)).toBe(name)
}

const all = '{"essential":true,"functional":true}'
const essentialOnly = '{"essential":true,"functional":false}'

describe('cookie banner', () => {
  const world = startWorld()

  browserTest('works by keyboard: from the banner through the settings and back', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true })
    const choices = ['Privacy Policy', 'Accept All', 'Essential Only', 'Customize', 'Close']
    // At the bottom of the window, it's first to be reached; on the landing page it's under the header, and follows it.
    for (const [path, way] of [
      ['/login', ['Skip to content', ...choices, 'Precis']],
      ['/', ['Skip to content', 'Precis', 'Pricing', 'Log In', 'Get Started', ...choices]],
    ] as const) {
      await page.goto(`${world.product.origin}${path}`)
      await banner(page).waitFor()
      const stops: string[] = []
      while (stops.length < way.length) {
        await page.keyboard.press('Tab')
        stops.push(await focused(page))
      }
      expect(stops).toEqual(way)
    }
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cookie settings' })
    await dialog.waitFor()
    const essential = dialog.getByRole('switch', { name: 'Essential' })
    const functional = dialog.getByRole('switch', { name: 'Functional' })
    await expect.poll(async () => [await essential.isChecked(), await essential.isDisabled()]).toEqual([true, true])
    await expect.poll(async () => [await functional.isChecked(), await functional.isDisabled()]).toEqual([false, false])
    // Neither Escape nor Cancel decides anything, and both restore focus.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectFocus(page, 'Customize')
    await expect.poll(async () => stored(page, 'cookie-consent')).toBeNull()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expectFocus(page, 'Customize')
    await expect.poll(async () => stored(page, 'cookie-consent')).toBeNull()

    await page.keyboard.press('Enter')
    await functional.press('Space')
    await expect.poll(async () => functional.isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(async () => focused(page)).toBe('Save Preferences')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(async () => [await stored(page, 'cookie-consent'), await banner(page).count()]).toEqual([all, 0])
    await expect.poll(async () => page.evaluate('document.activeElement.id')).toBe('main')
  })

  browserTest('the decision can be changed in the footer, and on the privacy page', async ({ page }) => {
    await page.goto(world.product.origin)
    await button(page, 'Dark theme').click()
    await expect.poll(async () => stored(page, 'theme-preference')).toBe('dark')
    await button(page, 'Cookie settings').click()
    const functional = page.getByRole('switch', { name: 'Functional' })
    await expect.poll(async () => functional.isChecked()).toBe(true)
    await functional.click()
    await button(page, 'Save Preferences').click()
    await expect.poll(async () => stored(page, 'cookie-consent')).toBe(essentialOnly)
    await expect.poll(async () => [await theme(page), await stored(page, 'theme-preference')]).toEqual(['dark', null])

    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.goto(`${world.product.origin}/privacy-policy#cookies`)
    await button(page, 'Change your cookie settings').click()
    await expect.poll(async () => functional.isChecked()).toBe(false)
    await functional.click()
    await button(page, 'Save Preferences').click()
    await expect.poll(async () => stored(page, 'cookie-consent')).toBe(all)
  })

  browserTest('links to the policy on every page', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true })
    const isThere = async (): Promise<void> => {
      await page.waitForURL('**/privacy-policy#cookies')
      const box = async () => page.getByRole('heading', { name: 'Cookies and browser storage' }).boundingBox()
      await expect.poll(async () => (await box())?.y ?? 999).toBeLessThan(200)
    }
    await page.goto(world.product.origin)
    await banner(page).getByRole('link', { name: 'Privacy Policy' }).click()
    await isThere()
    await page.evaluate('scrollTo(0, 0)')
    await banner(page).getByRole('link', { name: 'Privacy Policy' }).click()
    await isThere()
    await page.evaluate('scrollTo(0, 0)')
    await button(page, 'Customize').click()
    await page.getByRole('link', { name: 'See the full list' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await isThere()
  })

  browserTest('applies a remembered theme before the app has loaded', async ({ newPage }) => {
    for (const [consent, expected] of [
      [all, 'dark'],
      [essentialOnly, 'light'],
    ] as const) {
      const { page, problems } = await newPage({ isFirstVisit: true, colorScheme: 'light' })
      await page.addInitScript(
        `localStorage.setItem('cookie-consent', '${consent}'); localStorage.setItem('theme-preference', 'dark')`,
      )
      problems.allow(/ERR_FAILED/)
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
      await page.goto(world.product.origin)
      await expect.poll(async () => theme(page), { message: `kept: ${consent}` }).toBe(expected)
    }
  })
})

/** Tabs through the page, and records elements that get focus behind the banner. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden = new Set<string>()
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate<string | null>(`(() => {
      const at = document.activeElement
      const banner = document.querySelector('section[aria-label=Cookies]')
      if (at === document.body || banner.contains(at)) return null
      const { left, top, width, height } = at.getBoundingClientRect()
      const seen = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2)
      return banner.contains(seen) ? at.outerHTML.slice(0, 90) : null
    })()`)
    if (name !== null) hidden.add(name)
  }
  return [...hidden]
}

describe('cookie banner layout', () => {
  const world = startWorld()

  browserTest('moves nothing when it appears or disappears', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true })
    await page.addInitScript(watchShifts)
    await page.goto(`${world.product.origin}/terms-of-use`)
    await banner(page).waitFor()
    await page.waitForLoadState('networkidle')
    await button(page, 'Essential Only').click()
    await banner(page).waitFor({ state: 'hidden' })
    await page.waitForTimeout(100)
    await expect.poll(async () => shifts(page)).toEqual([])
  })

  browserTest('covers no focused element', async ({ newPage }) => {
    for (const viewport of [...Object.values(viewports), { width: 720, height: 450 }, { width: 640, height: 360 }]) {
      const { page } = await newPage({ isFirstVisit: true, viewport })
      for (const path of ['/', '/register', '/privacy-policy']) {
        await page.goto(`${world.product.origin}${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect.poll(async () => hiddenStops(page), { message: `${path}, ${viewport.width} px` }).toEqual([])
      }
    }
  })

  browserTest('leaves the bottom links and the end of the page visible on a phone', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true, viewport: viewports.phone })
    await page.goto(world.product.origin)
    await register(page, world.product.origin)
    const links = page.getByRole('navigation', { name: 'Main' })
    // The banner may have appeared with the page or after it.
    const lap = async (): Promise<number> => {
      const [over, under] = [await banner(page).boundingBox(), await links.boundingBox()]
      return (over?.y ?? Infinity) + (over?.height ?? 0) - (under?.y ?? 0)
    }
    await expect.poll(lap).toBeLessThanOrEqual(0.5)
    const over = await banner(page).boundingBox()
    await links.getByRole('link', { name: 'Summaries' }).click()
    await page.waitForURL('**/summaries')
    const bottomOfFoot = async (): Promise<number> => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      const support = await page.getByRole('link', { name: 'Support' }).boundingBox()
      return (support?.y ?? 0) + (support?.height ?? 0)
    }
    await expect.poll(bottomOfFoot).toBeLessThan(over?.y ?? 0)
  })

  browserTest('toasts appear above it', async ({ newPage }) => {
    for (const viewport of Object.values(viewports)) {
      const { page } = await newPage({ isFirstVisit: true, viewport })
      await page.goto(`${world.product.origin}/dashboard`)
      await expectToast(page, 'Authentication Required')
      const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
      const [above, below] = [await toast.boundingBox(), await banner(page).boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    }
  })

  browserTest('fits small windows and large zoom levels', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true })
    // The smallest phones, and a window of 1440 by 900 pixels at 200% and of 1280 by 720 at 400%.
    for (const [width, height] of [
      [360, 740],
      [720, 450],
      [320, 180],
    ] as const) {
      await resize(page, { width, height })
      await page.goto(world.product.origin)
      await banner(page).waitFor()
      await expect.poll(async () => overflowOf(page), { message: `${width} px` }).toBeLessThanOrEqual(0)
      for (const name of ['Accept All', 'Essential Only', 'Customize', 'Close']) {
        const isInside = async (): Promise<boolean> => {
          const box = await banner(page).getByRole('button', { name }).boundingBox()
          return box !== null && box.y >= 0 && box.x + box.width <= width
        }
        await expect.poll(isInside, { message: `${name}, ${width} px` }).toBe(true)
      }
    }
  })

  browserTest('passes axe, settings included', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true })
    await page.goto(`${world.product.origin}/login`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, 'the banner')
    await button(page, 'Customize').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'the cookie settings')
    await button(page, 'Cancel').click()
    const email = await register(page, world.product.origin)
    await givePlan(page, world.product.database, email, 'pro')
    await banner(page).waitFor()
    await page.getByText('No summaries yet').waitFor()
    await expectAccessible(page, 'the banner over a dashboard')
  })
})
