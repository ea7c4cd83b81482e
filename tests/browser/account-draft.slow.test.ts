import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { openAccount, section, settled } from './account-steps.ts'
import { expectFocus, hold, refuse } from './auth-steps.ts'
import { expectToast } from './steps.ts'
import { startWorld } from './world.ts'

describe('a changed name', () => {
  const world = startWorld()

  browserTest('keeps typed input after a failure and a reload', async ({ page, problems }) => {
    problems.allow(/503|429|ERR_INTERNET_DISCONNECTED/)
    await openAccount(page, world.product.origin)
    const profile = section(page, 'Profile')
    await profile.getByRole('button', { name: 'Change name' }).click()
    await profile.getByLabel('First name').fill('Augusta')
    await refuse(page, '/api/account/name', 503, {
      code: 'unavailable',
      message: 'The database is away. Please try again soon.',
    })
    await profile.getByRole('button', { name: 'Save name' }).click()
    await profile.getByRole('alert').getByText('The database is away. Please try again soon.').waitFor()
    await expectFocus(page, 'Save name')
    await page.unroute('**/api/account/name')

    await page.context().setOffline(true)
    await profile.getByRole('button', { name: 'Save name' }).click()
    await profile.getByRole('alert').getByText('We couldn’t reach the server.').waitFor()
    await page.context().setOffline(false)

    await page.reload()
    await settled(page)
    await expect.poll(async () => profile.getByLabel('First name').inputValue()).toBe('Augusta')
    await expect.poll(async () => profile.getByLabel('Last name').inputValue()).toBe('Byron')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByText('No summaries yet').waitFor()
    await page.goBack()
    await expect.poll(async () => profile.getByLabel('First name').inputValue()).toBe('Augusta')

    await profile.getByRole('button', { name: 'Cancel' }).click()
    await profile.getByText('Ada Byron').waitFor()
    await page.reload()
    await settled(page)
    await expect.poll(async () => profile.getByLabel('First name').count()).toBe(0)
    await expect.poll(async () => page.evaluate<string | null>("sessionStorage.getItem('account-draft')")).toBeNull()
  })

  browserTest('shows that the name is being saved', async ({ page }) => {
    await openAccount(page, world.product.origin)
    const profile = section(page, 'Profile')
    const send = await hold(page, '/api/account/name')
    await profile.getByRole('button', { name: 'Change name' }).click()
    await profile.getByLabel('Last name').fill('Lovelace')
    await page.keyboard.press('Enter')
    await expect.poll(async () => profile.getByRole('button', { name: 'Saving...' }).isDisabled()).toBe(true)
    await expect.poll(async () => profile.getByLabel('Last name').isDisabled()).toBe(true)
    send()
    await expectToast(page, 'Name changed')
  })
})
