import type { Page } from 'playwright-core'

/** The call that the dialog sends. */
export const CANCEL = '/api/subscription/cancel-request'

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Cancel your subscription?' })
export const reason = (page: Page) => dialogOf(page).getByLabel('Reason for cancellation')
export const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Submit Request' })

/** Opens the dialog that requests the cancellation of a subscription. */
export async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel Subscription' }).press('Enter')
  await dialogOf(page).waitFor()
}
