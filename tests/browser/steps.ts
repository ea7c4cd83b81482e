import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export const person = { firstName: 'Ada', lastName: 'Byron', password: 'correct horse' }

let count = 0

/** Registers a new person through the page, from the landing page on. */
export async function register(page: Page, origin: string): Promise<string> {
  const email = `reader${(count += 1)}@example.com`
  await page.goto(origin)
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/dashboard')
  return email
}

/** The one toast on the page says this. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  // A modal dialog hides the rest of the page from roles; a toast is seen all the same.
  const hidden = { includeHidden: true }
  const toasts = page.getByRole('region', { name: /Notifications/, ...hidden }).getByRole('listitem', hidden)
  const toast = toasts.filter({ hasText: title })
  await toast.first().waitFor()
  if (description !== undefined) expect(await toast.first().textContent()).toContain(description)
}

/** Asks for a summary of an address, past the dialog that people without a paid plan see first. */
export async function summarizeUrl(page: Page, url: string): Promise<void> {
  await page.getByRole('tab', { name: 'From URL' }).click()
  await page.getByLabel('Address of a video or an article').fill(url)
  await page.getByRole('button', { name: 'Summarize' }).click()
  await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
}
