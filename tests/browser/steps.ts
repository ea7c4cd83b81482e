import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { users } from '../../src/server/db/schema/index.ts'
import type { PlanId } from '../../src/shared/plans/catalogue.ts'
import type { SampleFile } from '../support/files/samples.ts'

export const user = { firstName: 'Ada', lastName: 'Byron', password: 'correct horse' }

let count = 0

/** Registers a new user by API and opens the dashboard. `registerByHand` uses the form. */
export async function register(page: Page, origin: string): Promise<string> {
  const email = `reader${(count += 1)}@example.com`
  const response = await page.request.post(`${origin}/api/auth/register`, { data: { ...user, email } })
  if (!response.ok()) throw new Error(`Registration answered ${response.status()}: ${await response.text()}`)
  await page.goto(`${origin}/dashboard`)
  return email
}

/** Registers a new user through the pages, from the landing page on. */
export async function registerByHand(page: Page, origin: string): Promise<string> {
  await page.goto(origin)
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  return fillRegistration(page)
}

/** Registers a new user on the registration page. */
export async function fillRegistration(page: Page): Promise<string> {
  const email = `reader${(count += 1)}@example.com`
  await page.getByLabel('First name').fill(user.firstName)
  await page.getByLabel('Last name').fill(user.lastName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/dashboard')
  return email
}

/** Signs out from the menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
}

/** Stops the page's clock: timers wait until the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)
}

/** Sets a user's plan, and reloads the page. */
export async function givePlan(page: Page, database: Database, email: string, plan: PlanId): Promise<void> {
  await database.db.update(users).set({ subscriptionPlan: plan }).where(eq(users.email, email))
  await page.reload()
}

/** Toasts on a page. A modal dialog hides the rest of the page from roles, but toasts are still visible. */
function toastsOf(page: Page): Locator {
  const hidden = { includeHidden: true }
  return page.getByRole('region', { name: /Notifications/, ...hidden }).getByRole('listitem', hidden)
}

/** Expects a number of toasts now: they disappear, so polling would miss extra ones. */
export async function expectToasts(page: Page, count: number): Promise<void> {
  const shown = await toastsOf(page).all()
  expect(shown).toHaveLength(count)
}

/** Waits for a toast. Polls often: some appear only for half a second before the page is left. */
export async function expectToast(page: Page, title: string, description = ''): Promise<void> {
  const words = JSON.stringify([title, description])
  const isSaid = `[...document.querySelectorAll('[role=region][aria-label^=Notifications] li')].some(
    (toast) => toast.checkVisibility() && ${words}.every((said) => toast.textContent.replace(/\\s+/g, ' ').includes(said)),
  )`
  const look = { interval: 40, timeout: 30_000, message: `a toast says ${words}` }
  await expect.poll(async () => page.evaluate<boolean>(isSaid).catch(() => false), look).toBe(true)
}

/** Expects that an action finds the session ended, and leads to sign-in; the way there waits until the toast is seen. */
export async function expectSessionEnd(page: Page, act: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const login = '**/api/login*'
  await page.route(login, async (route) => {
    await promise
    await route.continue()
  })
  await act()
  await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  resolve()
  await page.waitForURL(/\/login(?:\?|$)/u)
  await page.unroute(login)
}

/** Waits for a summary in full: it says how much of its source was read. */
export async function expectRead(page: Page, words = '[\\d,]+'): Promise<void> {
  const facts = page.getByRole('dialog').getByText(new RegExp(`^Read ${words} (?:of [\\d,]+ )?words[.,]`, 'u'))
  await facts.waitFor({ timeout: 30_000 })
}

/** Requests a summary of a URL, past the upgrade offer on the free plan. */
export async function summarizeUrl(page: Page, url: string): Promise<void> {
  await page.getByRole('tab', { name: 'From URL' }).click()
  await page.getByLabel('Link to a video or article').fill(url)
  await page.getByRole('button', { name: 'Summarize' }).click()
  await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
}

/** Drops files on an element, with the events of a real drag and drop. */
export async function dropFiles(target: Locator, files: readonly SampleFile[]): Promise<void> {
  const parts = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
  // As text, since the DOM types are unknown here.
  const dataTransfer = await target.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, base64 } of ${JSON.stringify(parts)}) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType, lastModified: 1 }))
    }
    return transfer
  })()`)
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer })
}

/** Opens the menu of an open summary, and chooses one of its actions. By touch, or by keyboard from a page without a mouse. */
export async function chooseAction(
  page: Page,
  name: 'Redo' | 'Delete',
  by: 'click' | 'tap' | 'keyboard' = 'click',
): Promise<void> {
  const menu = page.getByRole('dialog').getByRole('button', { name: 'More actions' })
  const item = page.getByRole('menuitem', { name, exact: true })
  if (by === 'keyboard') {
    await menu.press('Enter')
    await item.press('Enter')
  } else {
    await menu[by]()
    await item[by]()
  }
}
