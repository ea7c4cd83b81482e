import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { attemptCookiePrefix } from '../../src/server/features/accounts/openid/sign-in-attempts.ts'
import { sessionCookieName } from '../../src/server/features/accounts/session/session-plugin.ts'
import { pagePaths } from '../../src/shared/paths.ts'
import { signInProviders } from '../../src/shared/redirect-params.ts'
import { PLAN_BEFORE_KEY } from '../../src/web/lib/plans/plan-before.ts'
import { browserTest, viewports } from '../support/browser.ts'
import { pageSamples } from '../support/pages/index.ts'
import { addSummaries } from './many-summaries.ts'
import { register } from './steps.ts'
import { rowOf } from './summary-row.ts'
import { startWorld } from './world.ts'

const pages = [
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-use', 'Terms of Use'],
] as const

/** Distance between the window's top and a section, in pixels. */
const topOf = async (page: Page, id: string): Promise<number> =>
  page.evaluate<number>(`document.getElementById('${id}').getBoundingClientRect().top`)

/** Names of everything a page has stored in its browser: cookies, storage items, databases and caches. */
async function namesKept(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies()
  const keys = await page.evaluate<string[]>(`(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()),
  ])()`)
  return [...cookies.map(({ name }) => name), ...keys]
}

describe('legal pages', () => {
  const world = startWorld()

  browserTest('have dates and contents, and are one click from every page', async ({ page }) => {
    await page.goto(world.product.origin)
    // The footer doesn't move once the page is complete.
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const [path, title] of pages) {
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
      await page.waitForURL(`**${path}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByText('Last updated August 1, 2025').waitFor()
      await expect.poll(async () => page.title()).toBe(`${title} · Precis`)
      await expect.poll(async () => page.evaluate('scrollY')).toBe(0)
      const sections = await page.getByRole('main').getByRole('heading', { level: 2 }).count()
      await expect
        .poll(async () => page.getByRole('navigation', { name: 'On this page' }).getByRole('link').count())
        .toBe(sections)
    }
  })

  browserTest('lead from the contents to a section, and mark it', async ({ page }) => {
    await page.goto(`${world.product.origin}/privacy-policy`)
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'Your rights' }).press('Enter')
    await page.waitForURL('**/privacy-policy#your-rights')
    const top = await topOf(page, 'your-rights')
    expect(top).toBeGreaterThanOrEqual(64)
    expect(top).toBeLessThan(140)
    await contents.locator('[aria-current=location]', { hasText: 'Your rights' }).waitFor()
    // Focus continues from there.
    await page.keyboard.press('Tab')
    await expect.poll(async () => page.evaluate("document.activeElement.closest('section')?.id")).toBe('your-rights')
  })

  browserTest('open at the section in the URL', async ({ page }) => {
    await page.goto(`${world.product.origin}/terms-of-use#money-back`)
    await page.getByRole('heading', { name: 'Money back' }).waitFor()
    await expect.poll(async () => topOf(page, 'money-back')).toBeLessThan(140)
    await expect.poll(async () => topOf(page, 'money-back')).toBeGreaterThanOrEqual(64)
  })

  browserTest('show the contents above the text on a phone', async ({ newPage }) => {
    const { page } = await newPage({ viewport: viewports.phone })
    await page.goto(`${world.product.origin}/terms-of-use`)
    await page.getByText('On this page').first().click()
    await page.getByRole('link', { name: 'Canceling' }).click()
    await page.waitForURL('**#cancellation')
    await expect.poll(async () => topOf(page, 'cancellation')).toBeLessThan(140)
  })

  browserTest('name everything that a signed-in user’s browser stores, and nothing else', async ({ newPage }) => {
    const { page } = await newPage({ isFirstVisit: true, serviceWorkers: 'allow' })
    await page.goto(world.product.origin)
    await page.getByRole('button', { name: 'Accept All' }).click()
    await page.getByRole('button', { name: 'Dark theme' }).click()
    const email = await register(page, world.product.origin)
    await page.getByText('No summaries yet').waitFor()
    await page.getByLabel('Link to a video or article').fill('https://nowhere.invalid/')
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
    await expect.poll(async () => namesKept(page)).toContain('sent')
    await page.goto(`${world.product.origin}${pagePaths.exampleVideo}`)
    await page.getByRole('complementary', { name: 'Source' }).waitFor()
    await page.keyboard.press('s')
    await expect.poll(async () => namesKept(page)).toEqual(expect.arrayContaining(['source-view', 'precis-1', 'app']))
    const [user] = await world.product.database.db
      .update(users)
      .set({ subscriptionPlan: 'elite' })
      .where(eq(users.email, email))
      .returning()
    const [id] = await addSummaries(world.product, user?.id ?? '', 1, () => rowOf(pageSamples.column))
    await page.goto(`${world.product.origin}/summaries/${id}`)
    await page.getByRole('button', { name: 'Details' }).click()
    await expect.poll(async () => namesKept(page)).toContain('details-view')
    await page.goto(`${world.product.origin}/account`)
    await page.getByRole('button', { name: 'Change name' }).click()
    await page.getByLabel('First name').fill('Grace')
    await expect.poll(async () => namesKept(page)).toContain('account-draft')
    // Stored only during a sign-in, or a visit to the payment provider.
    const kept = [
      ...(await namesKept(page)),
      ...signInProviders.map((provider) => `${attemptCookiePrefix(provider)}*`),
      PLAN_BEFORE_KEY,
    ]
    await page.goto(`${world.product.origin}/privacy-policy`)
    await page.getByRole('heading', { name: 'Cookies and browser storage' }).waitFor()
    const named = await page.locator('section#cookies dt code').allInnerTexts()
    expect(kept.toSorted()).toEqual(named.toSorted())
    // This test uses plain HTTP, where cookies have no prefix.
    await expect.poll(async () => page.locator('section#cookies').innerText()).toContain(sessionCookieName(true))
    await page.getByRole('button', { name: 'Change your cookie settings' }).click()
    await page.getByRole('switch', { name: 'Functional' }).click()
    await page.getByRole('button', { name: 'Save Preferences' }).click()
    const functional = new Set(['theme-preference', 'source-view', 'details-view', 'app'])
    await expect.poll(async () => (await namesKept(page)).filter((name) => functional.has(name))).toEqual([])
  })

  browserTest('print only the text, black on white', async ({ page }) => {
    await page.goto(`${world.product.origin}/privacy-policy`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Dark theme' }).click()
    await page.emulateMedia({ media: 'print' })
    for (const part of ['banner', 'contentinfo', 'navigation'] as const) {
      await expect.poll(async () => page.getByRole(part).count(), { message: `of ${part}` }).toBe(0)
    }
    const colors =
      '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("h1")).color]'
    await expect.poll(async () => page.evaluate(colors)).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  })
})
