import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { sessions, users } from '../../src/server/db/schema/index.ts'
import { browserTest } from '../support/browser.ts'
import { logIn, openAccount, section, settled, showAccount } from './account-steps.ts'
import { expectFocus } from './auth-steps.ts'
import { expectToast, user } from './steps.ts'
import { startWorld } from './world.ts'

describe('password section', () => {
  const world = startWorld()

  const fill = async (page: Page, current: string, next: string, confirm = next) => {
    const signIn = section(page, 'Sign-in')
    await signIn.getByLabel('Current password').fill(current)
    await signIn.getByLabel('New password', { exact: true }).fill(next)
    await signIn.getByLabel('Confirm new password').fill(confirm)
    await page.keyboard.press('Enter')
  }

  browserTest('changes the password, and signs out everywhere else', async ({ page, newPage, problems }) => {
    problems.allow(/403|400/)
    const email = await openAccount(page, world.product.origin)
    const other = await newPage()
    other.problems.allow(/401/)
    await logIn(other.page, world.product.origin, email)
    await showAccount(other.page, world.product.origin)

    const signIn = section(page, 'Sign-in')
    await signIn.getByRole('button', { name: 'Change password' }).click()
    await expectFocus(page, 'Current password')
    await fill(page, '', 'short', 'other')
    await signIn.getByText('Please enter your password.').waitFor()
    await signIn.getByText('Password must be at least 8 characters.').waitFor()
    await signIn.getByText("Passwords don't match").waitFor()
    await fill(page, 'not this one', 'a new horse')
    await signIn.getByText('This is not your password.').waitFor()
    await expectFocus(page, 'Current password')
    await expect.poll(async () => signIn.getByLabel('New password', { exact: true }).inputValue()).toBe('a new horse')
    await fill(page, user.password, user.password)
    await signIn.getByLabel('New password', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor()
    await signIn.getByRole('button', { name: 'Show password' }).nth(1).click()
    await expect.poll(async () => signIn.getByLabel('New password', { exact: true }).getAttribute('type')).toBe('text')
    await fill(page, user.password, 'a new horse')
    await expectToast(page, 'Password changed', 'Every other browser was signed out.')
    await expectFocus(page, 'Change password')

    await section(other.page, 'Sessions')
      .getByRole('button', { name: /^Sign out .* this device$/ })
      .click()
    await expectToast(other.page, 'Session Expired', 'Please log in again.')
    await other.page.waitForURL('**/login**')
    await logIn(other.page, world.product.origin, email, 'a new horse')
  })

  browserTest('sets a first password after a fresh Google sign-in', async ({ page, problems }) => {
    problems.allow(/403/)
    const { db } = world.product.database
    const email = await openAccount(page, world.product.origin)
    await db
      .update(users)
      .set({ password: null, googleId: `google-${email}` })
      .where(eq(users.email, email))
    await page.reload()
    await settled(page)
    const signIn = section(page, 'Sign-in')
    await signIn.getByText('Connected.').waitFor()
    await signIn.getByRole('button', { name: 'Set a password' }).click()
    // The sign-in expires while the form is open.
    const long = new Date(Date.now() - 3_600_000)
    await db.update(sessions).set({ authenticatedAt: long })
    await signIn.getByLabel('New password', { exact: true }).fill('a first horse')
    await signIn.getByLabel('Confirm new password').fill('a first horse')
    await page.keyboard.press('Enter')
    await signIn.getByText('Please sign in again to do this').waitFor()
    const way = signIn.getByRole('link', { name: 'Continue with Google' })
    await expect.poll(async () => way.getAttribute('href')).toBe('/api/auth/google?returnTo=%2Faccount%23sign-in')

    // The page shows that before anything is typed.
    await page.reload()
    await settled(page)
    await signIn.getByRole('button', { name: 'Set a password' }).click()
    await way.waitFor()
    await expectFocus(page, 'Continue with Google')
    await signIn.getByRole('button', { name: 'Cancel' }).click()
    await expectFocus(page, 'Set a password')

    await db.update(sessions).set({ authenticatedAt: new Date() })
    await page.goto(`${world.product.origin}/account#sign-in`)
    await page.reload()
    await settled(page)
    await signIn.getByRole('button', { name: 'Set a password' }).click()
    await signIn.getByLabel('New password', { exact: true }).fill('a first horse')
    await signIn.getByLabel('Confirm new password').fill('a first horse')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Password set')
    await signIn.getByText('Password set').waitFor()
  })
})
