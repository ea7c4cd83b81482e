import type { Page } from 'playwright-core'
import { register, user } from './steps.ts'

/** Registers a new user and opens their Account page. */
export async function openAccount(page: Page, origin: string): Promise<string> {
  const email = await register(page, origin)
  await showAccount(page, origin)
  return email
}

/** Opens the Account page, and waits until everything has loaded. */
export async function showAccount(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/account`)
  await settled(page)
}

/** Waits until the Account page has loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByText('This device').waitFor()
  await page.getByRole('heading', { name: 'Email and password', includeHidden: true }).waitFor()
}

/** Signs a user in on another browser. */
export async function logIn(page: Page, origin: string, email: string, password = user.password): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/dashboard')
}

/** A section of the page, by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the link of an email, at the URL where this product is served. */
export async function openMailedLink(page: Page, origin: string): Promise<void> {
  const link = page.getByRole('link', { name: /\/verify-email\?token=/ })
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '')
  await page.goto(origin + pathname + search)
}
