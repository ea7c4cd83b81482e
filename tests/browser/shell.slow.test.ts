import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { overflowOf } from '../support/accessibility.ts'
import { browserTest, resize, viewports } from '../support/browser.ts'
import { hold } from './auth-steps.ts'
import { expectToast, givePlan, register } from './steps.ts'
import { startWorld } from './world.ts'

const mainLinks = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).getByRole('link')
const openMenu = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Your account' }).click()
  const menu = page.getByRole('menu')
  // Loads when a page is first touched.
  await menu.waitFor()
  return menu
}
/** Entries of the user menu, without themes. */
const menuItems = async (page: Page): Promise<string[]> => {
  const menu = await openMenu(page)
  const items = await menu.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  return items.map((item) => item.trim())
}
const hrefs = async (links: Locator): Promise<(string | null)[]> =>
  Promise.all((await links.all()).map((link) => link.getAttribute('href')))
/** The focused menu entry; focus moves asynchronously. */
const expectEntry = async (page: Page, name: string): Promise<void> => {
  const entry = "document.activeElement.matches('[role^=menuitem]') && document.activeElement.textContent.trim()"
  await expect.poll(async () => page.evaluate(entry)).toBe(name)
}

describe('header and footer', () => {
  const world = startWorld()

  browserTest('show visitors every link of the landing page', async ({ page }) => {
    await page.goto(world.product.origin)
    await expect.poll(async () => mainLinks(page).allInnerTexts()).toEqual(['Pricing', 'Log In', 'Get Started'])
    await expect.poll(async () => hrefs(mainLinks(page))).toEqual(['/subscribe', '/login', '/register'])
    await expect
      .poll(async () => page.getByRole('banner').getByRole('link', { name: 'Precis' }).getAttribute('href'))
      .toBe('/')
    const foot = page.getByRole('contentinfo').getByRole('link')
    await expect
      .poll(async () => foot.allInnerTexts())
      .toEqual(['Pricing', 'Log In', 'Examples', 'Privacy Policy', 'Terms of Use', 'Support'])
    await expect
      .poll(async () => (await hrefs(foot)).slice(2))
      .toEqual(['/examples', '/privacy-policy', '/terms-of-use', 'mailto:support@precis.example'])
    await expect
      .poll(async () => page.getByRole('main').getByRole('link').last().getAttribute('href'))
      .toBe('/subscribe')
    const head = (selector: string, name: string) => page.locator(selector).getAttribute(name)
    // At the host of APP_URL, whatever host was requested.
    await expect.poll(async () => head('link[rel=canonical]', 'href')).toBe('http://localhost:3000/')
    await expect.poll(async () => head('meta[name=description]', 'content')).toContain('summaries with key takeaways')
  })

  browserTest('the header stays at the top, marks the current page, and fits the smallest phones', async ({ page }) => {
    await page.goto(`${world.product.origin}/subscribe`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect
      .poll(async () => mainLinks(page).filter({ hasText: 'Pricing' }).getAttribute('aria-current'))
      .toBe('page')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
    for (const [width, count] of [
      [390, 3],
      [360, 3],
      [320, 2],
    ] as const) {
      await resize(page, { width, height: 700 })
      await expect.poll(async () => overflowOf(page)).toBeLessThanOrEqual(0)
      await expect
        .poll(async () => mainLinks(page).filter({ visible: true }).count(), { message: `${width} px` })
        .toBe(count)
    }
  })

  browserTest('show a signed-in user what their plan includes', async ({ page }) => {
    const email = await register(page, world.product.origin)
    const badge = page.getByRole('banner').getByText(/ Plan$/)
    await expect.poll(async () => menuItems(page)).toEqual(['Subscribe', 'Account', 'Keyboard shortcuts', 'Sign out'])
    await expect.poll(async () => badge.count()).toBe(0)
    await givePlan(page, world.product.database, email, 'lite')
    await badge.filter({ hasText: 'Lite Plan' }).waitFor()
    await expect
      .poll(async () => menuItems(page))
      .toEqual(['Upgrade Plan', 'Manage Subscription', 'Account', 'Keyboard shortcuts', 'Sign out'])
    for (const viewport of [viewports.phone, viewports.desktop]) {
      await resize(page, viewport)
      await expect.poll(async () => mainLinks(page).allInnerTexts()).toEqual(['Dashboard', 'Summaries', 'Upgrade'])
    }
    await expect
      .poll(async () => mainLinks(page).filter({ hasText: 'Dashboard' }).getAttribute('aria-current'))
      .toBe('page')
  })

  browserTest('the user menu works by keyboard', async ({ page }) => {
    const email = await register(page, world.product.origin)
    await givePlan(page, world.product.database, email, 'lite')
    const trigger = page.getByRole('button', { name: 'Your account' })
    await page.getByText('Lite Plan').waitFor()
    await trigger.press('Enter')
    for (const name of [
      'Upgrade Plan',
      'Manage Subscription',
      'Account',
      'Light',
      'Dark',
      'System',
      'Keyboard shortcuts',
    ]) {
      await expectEntry(page, name)
      await page.keyboard.press('ArrowDown')
    }
    await expectEntry(page, 'Sign out')
    await page.keyboard.press('Escape')
    // Reopened while it fades out, a menu keeps focus.
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(async () => page.evaluate('document.activeElement.textContent')).toMatch(/^Your account/)
    await page.keyboard.press('Enter')
    await expectEntry(page, 'Upgrade Plan')
    await page.keyboard.press('m')
    await expectEntry(page, 'Manage Subscription')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/manage-subscription')
    await trigger.press('Space')
    await expectEntry(page, 'Upgrade Plan')
    await page.keyboard.press('a')
    await expectEntry(page, 'Account')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/account')
  })

  browserTest('show name and picture, or fallbacks', async ({ page, problems }) => {
    problems.allow(/nothing\.png/)
    const email = await register(page, world.product.origin)
    const { db } = world.product.database
    const trigger = page.getByRole('button', { name: 'Your account' })
    const shown = async (change: Partial<typeof users.$inferInsert>): Promise<string[]> => {
      await db.update(users).set(change).where(eq(users.email, email))
      await page.reload()
      await page.getByText('No summaries yet').waitFor()
      const initials = await trigger.innerText()
      const menu = await openMenu(page)
      const lines = await menu.locator('p').allInnerTexts()
      await page.keyboard.press('Escape')
      return [initials.replace('Your account', '').trim(), ...lines]
    }
    expect(await shown({ profileImageUrl: null })).toEqual(['AB', 'Ada Byron', email])

    await db.update(users).set({ profileImageUrl: '/favicon.svg' }).where(eq(users.email, email))
    await page.reload()
    await trigger.locator('img').waitFor()
    await expect.poll(async () => trigger.locator('img').getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(await shown({ profileImageUrl: `${world.product.origin}/nothing.png` })).toEqual(['AB', 'Ada Byron', email])
    await trigger.locator('img').waitFor({ state: 'hidden' })
  })

  browserTest('fit a very long name', async ({ page }) => {
    const email = await register(page, world.product.origin)
    const { db } = world.product.database
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2)
    await db.update(users).set({ firstName: long, lastName: long }).where(eq(users.email, email))
    await givePlan(page, world.product.database, email, 'elite')
    await page.getByText('Elite Plan').waitFor()
    await resize(page, { width: 360, height: 740 })
    await openMenu(page)
    await expect.poll(async () => overflowOf(page)).toBeLessThanOrEqual(0)
    const rightEdge = async (): Promise<number> => {
      const box = await page.getByRole('menu').boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 999)
    }
    await expect.poll(rightEdge).toBeLessThanOrEqual(360)
  })

  browserTest('have large enough touch targets', async ({ newPage }) => {
    for (const [path, viewport, shown] of [
      ['/dashboard', viewports.phone, 'No summaries yet'],
      ['/account', { width: 1024, height: 768 }, 'This device'],
    ] as const) {
      const { page } = await newPage({ viewport, hasTouch: true, isMobile: true })
      await register(page, world.product.origin)
      await page.goto(world.product.origin + path)
      await page.getByText(shown).waitFor()
      const small = await page.evaluate<string[]>(`
        [...document.querySelectorAll('footer :is(a, button), nav:is([aria-label=Main], [aria-label=Sections]) a, header :is(a, button)')]
          .filter((element) => element.checkVisibility())
          .flatMap((element) => {
            const [own, after] = [element.getBoundingClientRect().height, getComputedStyle(element, '::after')]
            const tall = Math.max(own, after.content === 'none' ? 0 : parseFloat(after.height))
            return tall >= 44 ? [] : [element.textContent + ': ' + tall]
          })`)
      expect({ path, small }).toEqual({ path, small: [] })
    }
  })
})

describe('redirects', () => {
  const world = startWorld()

  browserTest('visitors, from signed-in pages, with an explanation', async ({ page }) => {
    for (const [path, message] of [
      ['/dashboard', 'Please log in to see your dashboard.'],
      ['/summaries', 'Please log in to see your summaries.'],
      ['/manage-subscription', 'Please log in to manage your subscription.'],
      ['/account', 'Please log in to see your account.'],
    ] as const) {
      await page.goto(`${world.product.origin}${path}`)
      await page.waitForURL('**/login')
      await expectToast(page, 'Authentication Required', message)
    }
    await page.goto(`${world.product.origin}/api/login`)
    await page.waitForURL(`${world.product.origin}/login`)
  })

  browserTest('signed-in users, from visitor pages, and only to internal paths', async ({ page }) => {
    await register(page, world.product.origin)
    for (const [path, target] of [
      ['/', '/dashboard'],
      ['/login', '/dashboard'],
      ['/register', '/dashboard'],
      ['/register?returnTo=/subscribe', '/subscribe'],
      ['/login?returnTo=/%5Cevil.example', '/dashboard'],
      ['/login?returnTo=/summaries?q=tides', '/summaries?q=tides'],
      ['/?from=mail', '/dashboard?from=mail'],
    ] as const) {
      await page.goto(`${world.product.origin}${path}`)
      await page.waitForURL(`${world.product.origin}${target}`)
    }
  })

  browserTest('users with an unknown plan, from the dashboard to pricing', async ({ page }) => {
    const email = await register(page, world.product.origin)
    const { db } = world.product.database
    for (const [plan, target] of [
      ['platinum', '/subscribe'],
      ['free', '/dashboard'],
    ] as const) {
      await db.update(users).set({ subscriptionPlan: plan }).where(eq(users.email, email))
      await page.goto(`${world.product.origin}/dashboard`)
      await page.getByRole('heading', { level: 1, name: plan === 'free' ? 'Dashboard' : /Plans/ }).waitFor()
      expect(page.url()).toBe(world.product.origin + target)
      if (plan === 'free') continue
      // Dashboard parameters don't prevent that.
      await page.evaluate("history.pushState(null, '', '/dashboard?url=https://tides.example/pools')")
      await page.waitForURL(world.product.origin + target)
      await page.getByRole('heading', { level: 1, name: /Plans/ }).waitFor()
    }
  })

  browserTest('a spinner is shown until the session is known', async ({ page }) => {
    await register(page, world.product.origin)
    const answer = await hold(page, '/api/auth/user')
    await page.goto(`${world.product.origin}/account`)
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    await expect.poll(async () => page.getByRole('banner').count()).toBe(0)
    answer()
    await page.getByRole('banner').waitFor()
  })
})
