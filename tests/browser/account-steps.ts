import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { register, user } from './steps.ts'

/** Registers a new person and takes them to their account. */
export async function openAccount(page: Page, origin: string): Promise<string> {
  const email = await register(page, origin)
  await showAccount(page, origin)
  return email
}

/** Loads the Account page, until everything on it is there. */
export async function showAccount(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/account`)
  await settled(page)
}

/** The Account page has loaded all it shows. */
export async function settled(page: Page): Promise<void> {
  await page.getByText('This device').waitFor()
  await page.getByRole('heading', { name: 'Email and password', includeHidden: true }).waitFor()
}

/** Signs a person in on another browser. */
export async function logIn(page: Page, origin: string, email: string, password = user.password): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/dashboard')
}

/** A part of the page, by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Answers calls to a path with an error of the product's form. */
export async function refuse(page: Page, path: string, status: number, code: string, message: string): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, json: { code, message } }))
}

/** What of the page has the keyboard: its accessible name as it is written, or its text. */
export async function focused(page: Page): Promise<string> {
  const name = await page.evaluate<string>(
    'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? ""',
  )
  return name.trim()
}

/** The keyboard is, or is about to be, where it should be. */
export async function expectFocus(page: Page, name: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe(name)
}

/** Opens the link that would stand in a mail, at the address that this product is served at. */
export async function openMailedLink(page: Page, origin: string): Promise<void> {
  const link = page.getByRole('link', { name: /\/verify-email\?token=/ })
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '')
  await page.goto(origin + pathname + search)
}
