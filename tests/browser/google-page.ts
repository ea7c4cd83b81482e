import type { Page } from 'playwright-core'

/** Submits the provider's page, or cancels. */
export async function answerGoogle(
  page: Page,
  email: string | null,
  options: { verified?: boolean } = {},
): Promise<void> {
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
  if (email === null) return page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Ada Byron')
  await page.getByLabel('The email address is verified').setChecked(options.verified !== false)
  await page.getByRole('button', { name: 'Continue' }).click()
}
