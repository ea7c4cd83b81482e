import { describe } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { openAccount, section } from './account-steps.ts'
import { expectFocus } from './auth-steps.ts'
import { expectToast } from './steps.ts'
import { startWorld } from './world.ts'

describe('profile section', () => {
  const world = startWorld()

  browserTest('changes the name by keyboard alone, wherever it is shown', async ({ page }) => {
    await openAccount(page, world.product.origin)
    const profile = section(page, 'Profile')
    await profile.getByText('Ada Byron').waitFor()
    await profile.getByText(/^Member since \w+ \d+, \d{4}$/).waitFor()
    await profile.getByRole('button', { name: 'Change name' }).focus()
    await page.keyboard.press('Enter')
    await expectFocus(page, 'First name')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await profile.getByText('First name is required.').waitFor()
    await expectFocus(page, 'First name')
    await page.keyboard.type('Augusta')
    await profile.getByText('Not saved yet').waitFor()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Name changed')
    await profile.getByText('Augusta Byron').waitFor()
    await expectFocus(page, 'Change name')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menu').getByText('Augusta Byron').waitFor()
  })
})
