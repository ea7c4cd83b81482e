import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { openAccount, openMailedLink, section, settled, showAccount } from './account-steps.ts'
import { expectFocus, refuse } from './auth-steps.ts'
import { expectToast, user } from './steps.ts'
import { startWorld } from './world.ts'

describe('email section', () => {
  const world = startWorld()

  browserTest('confirms the email by a link that can be sent again', async ({ page }) => {
    await openAccount(page, world.product.origin)
    const emailSection = section(page, 'Email')
    await emailSection.getByText('Not verified yet').waitFor()
    await emailSection.getByRole('button', { name: 'Show the confirmation link' }).press('Enter')
    await emailSection.getByText('A link is on its way').waitFor()
    await expectFocus(page, 'Show the confirmation link')
    await openMailedLink(page, world.product.origin)
    await page.getByRole('heading', { name: /confirmed|verified/i }).waitFor()
    await showAccount(page, world.product.origin)
    await emailSection.getByText('Verified', { exact: true }).waitFor()
    await expect
      .poll(async () => emailSection.getByRole('button', { name: 'Show the confirmation link' }).count())
      .toBe(0)
  })

  browserTest('explains why no link was sent, and notices a confirmation elsewhere', async ({ page, problems }) => {
    problems.allow(/503|429|409/)
    const email = await openAccount(page, world.product.origin)
    const emailSection = section(page, 'Email')
    const again = emailSection.getByRole('button', { name: 'Show the confirmation link' })
    for (const [status, code, message] of [
      [503, 'mail_unavailable', 'Mail is not set up here. Please write to us.'],
      [429, 'rate_limited', 'Too many mails. Please try again in an hour.'],
    ] as const) {
      await refuse(page, '/api/account/verification', status, { code, message })
      await again.click()
      await emailSection.getByRole('alert').getByText(message).waitFor()
    }
    await page.unroute('**/api/account/verification')
    await world.product.database.db.update(users).set({ emailVerified: true }).where(eq(users.email, email))
    await again.click()
    await emailSection.getByText('Verified', { exact: true }).waitFor()
  })

  browserTest('offers only what works where no email is set up', async ({ page, problems }) => {
    problems.allow(/401/)
    await openAccount(page, world.product.origin)
    const emailSection = section(page, 'Email')
    const answerOptions = async (mail: boolean, showsLinks = false): Promise<void> => {
      await page.unroute('**/api/auth/options')
      const json = { google: true, oidc: null, mail, showsLinks, registration: 'open' }
      await page.route('**/api/auth/options', (route) => route.fulfill({ json }))
      await page.reload()
    }
    await answerOptions(true)
    await emailSection.getByRole('button', { name: 'Send the link again' }).waitFor()
    await emailSection.getByRole('button', { name: 'Change email' }).waitFor()
    await answerOptions(false, true)
    await emailSection.getByRole('button', { name: 'Change email' }).click()
    await emailSection.getByText('We’ll show you a link here.').waitFor()
    await emailSection.getByRole('button', { name: 'Cancel' }).click()
    await answerOptions(false)
    await emailSection
      .getByText('Email isn’t set up on this server, so we can’t send a link to confirm or change your address.')
      .waitFor()
    expect(await emailSection.getByRole('button').count()).toBe(0)
    await takeScreenshots(page, 'email-not-set-up')
    await page.context().clearCookies({ name: 'precis.sid' })
    await page.goto(`${world.product.origin}/forgot-password`)
    await page.getByText('Email isn’t set up here, so we can’t send you a link.').waitFor()
    expect(await page.getByRole('button', { name: 'Send Reset Link' }).count()).toBe(0)
    await takeScreenshots(page, 'forgot-password-without-email')
  })

  browserTest('changes the email once the link to the new one is opened', async ({ page, problems }) => {
    problems.allow(/403|400/)
    await openAccount(page, world.product.origin)
    const emailSection = section(page, 'Email')
    await emailSection.getByRole('button', { name: 'Change email' }).click()
    await expectFocus(page, 'New email')
    await page.keyboard.type('no address')
    await page.keyboard.press('Enter')
    await emailSection.getByText('Please enter a valid email address.').waitFor()
    await emailSection.getByText('Please enter your password.').waitFor()
    await emailSection.getByLabel('New email').fill('moved@example.com')
    await emailSection.getByLabel('Current password').fill('not this one')
    await emailSection.getByRole('button', { name: 'Change email' }).click()
    await emailSection.getByText('This is not your password.').waitFor()
    await expectFocus(page, 'Current password')
    await expect.poll(async () => emailSection.getByLabel('New email').inputValue()).toBe('moved@example.com')

    await page.keyboard.type(user.password)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Check your new inbox', 'A link is on its way to moved@example.com.')
    await emailSection.getByText('Waiting', { exact: true }).waitFor()
    await emailSection.getByText('moved@example.com', { exact: true }).waitFor()
    await expectFocus(page, 'Change email')
    await takeScreenshots(page, 'account-email')
    await page.reload()
    await settled(page)
    await emailSection.getByText('Waiting', { exact: true }).waitFor()

    await emailSection.getByRole('button', { name: 'Cancel the change of your email' }).press('Enter')
    await expectToast(page, 'Email change canceled')
    await expectFocus(page, 'Change email')
    await expect.poll(async () => emailSection.getByText('moved@example.com', { exact: true }).count()).toBe(0)
    await page.reload()
    await settled(page)
    await expect.poll(async () => emailSection.getByText('Waiting', { exact: true }).count()).toBe(0)

    await emailSection.getByRole('button', { name: 'Change email' }).click()
    await emailSection.getByLabel('New email').fill('moved@example.com')
    await emailSection.getByLabel('Current password').fill(user.password)
    await page.keyboard.press('Enter')
    await openMailedLink(page, world.product.origin)
    await page.getByRole('heading', { name: /changed|confirmed/i }).waitFor()
    await showAccount(page, world.product.origin)
    await emailSection.getByText('moved@example.com', { exact: true }).waitFor()
    await emailSection.getByText('Verified', { exact: true }).waitFor()
  })

  browserTest('keeps a typed email, and never the password', async ({ page, problems }) => {
    problems.allow(/503/)
    await openAccount(page, world.product.origin)
    const emailSection = section(page, 'Email')
    await emailSection.getByRole('button', { name: 'Change email' }).click()
    await emailSection.getByLabel('New email').fill('typed@example.com')
    await emailSection.getByLabel('Current password').fill(user.password)
    await refuse(page, '/api/account/email', 503, { code: 'mail_unavailable', message: 'Mail is not set up here.' })
    await emailSection.getByRole('button', { name: 'Change email' }).click()
    await emailSection.getByRole('alert').getByText('Mail is not set up here.').waitFor()
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(user.password)
    await page.reload()
    await settled(page)
    await expect.poll(async () => emailSection.getByLabel('New email').inputValue()).toBe('typed@example.com')
    await expect.poll(async () => emailSection.getByLabel('Current password').inputValue()).toBe('')
  })
})
