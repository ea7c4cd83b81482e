import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { sessions } from '../../src/server/db/schema/index.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveGoogleWorld } from '../support/google.ts'
import { section, settled } from './account-steps.ts'
import { expectFocus } from './auth-steps.ts'
import { answerGoogle } from './google-page.ts'
import { expectToast } from './steps.ts'
import { served } from './world.ts'

describe('account of a user who signs in with Google', () => {
  const world = served(() => serveGoogleWorld())

  const openAccount = async (page: Page, email: string) => {
    await page.goto(`${world.origin}/api/auth/google?returnTo=/account`)
    await answerGoogle(page, email)
    await settled(page)
  }

  /** The sign-in is too old to count as confirmation. */
  const letTimePass = async () =>
    world.database.db.update(sessions).set({ authenticatedAt: new Date(Date.now() - 3_600_000) })

  browserTest('is deleted after a fresh sign-in, which returns to the open dialog', async ({ page }) => {
    await openAccount(page, 'leaver@example.com')
    await section(page, 'Sign-in').getByText('Connected.').waitFor()
    await section(page, 'Sign-in').getByText('You haven’t set a password yet.').waitFor()
    await section(page, 'Email').getByText('Verified', { exact: true }).waitFor()
    await letTimePass()
    await page.reload()
    await settled(page)
    await section(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByText('Please sign in again to do this').waitFor()
    await expectFocus(page, 'Continue with Google')
    await takeScreenshots(page, 'account-sign-in-again')
    await page.keyboard.press('Enter')
    await answerGoogle(page, 'leaver@example.com')
    await dialog.getByRole('button', { name: 'Delete my account' }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/account?open=delete')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL(`${world.origin}/`)
    await expectToast(page, 'Account deleted')
  })

  browserTest('keeps a typed email through a fresh sign-in', async ({ page, problems }) => {
    problems.allow(/403/)
    await openAccount(page, 'mover@example.com')
    const email = section(page, 'Email')
    await email.getByRole('button', { name: 'Change email' }).click()
    await email.getByLabel('New email').fill('moved@example.com')
    await letTimePass()
    await page.keyboard.press('Enter')
    await email.getByText('Please sign in again to do this').waitFor()
    await expect.poll(async () => email.getByLabel('New email').inputValue()).toBe('moved@example.com')
    await expectFocus(page, 'Continue with Google')
    await page.keyboard.press('Enter')
    await answerGoogle(page, 'mover@example.com')
    await settled(page)
    expect(new URL(page.url()).hash).toBe('#email')
    await expect.poll(async () => email.getByLabel('New email').inputValue()).toBe('moved@example.com')
    await email.getByRole('button', { name: 'Change email' }).click()
    await email.getByText('Waiting', { exact: true }).waitFor()
  })
})
