import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect } from 'vitest'
import { browserTest, switchTheme, takeScreenshots, themes } from '../support/browser.ts'
import { serveGoogleWorld } from '../support/google.ts'
import { expectTabOrder } from './auth-steps.ts'
import { answerGoogle } from './google-page.ts'
import { expectToast, signOut } from './steps.ts'
import { served } from './world.ts'

describe('Google sign-in through its pages', () => {
  const product = served(() => serveGoogleWorld())

  const button = { name: 'Continue with Google' }

  browserTest('creates an account, and recognizes its user', async ({ page }) => {
    await page.goto(`${product.origin}/register?returnTo=%2Fsubscribe`)
    await page.getByRole('link', button).click()
    await answerGoogle(page, 'somebody.new@example.com')
    await page.waitForURL(`${product.origin}/subscribe`)
    await expectToast(page, 'Account created!', 'Welcome to Precis, Ada.')
    await signOut(page)
    await page.goto(`${product.origin}/login?returnTo=%2Fsummaries`)
    await page.getByLabel('Password', { exact: true }).focus()
    await expectTabOrder(page, ['Show password', 'Forgot password?', 'Sign In', 'Continue with Google'])
    await page.keyboard.press('Enter')
    await answerGoogle(page, 'somebody.new@example.com')
    await page.waitForURL(`${product.origin}/summaries`)
    await expectToast(page, 'Welcome back!', 'You have been successfully logged in.')
    await page.goto(`${product.origin}/login`)
    await page.waitForURL(`${product.origin}/dashboard`)
  })

  browserTest('shows that it is in progress, and stops when the user comes back', async ({ page }) => {
    const isBusy = async () => page.getByRole('link', button).getAttribute('aria-busy')
    await page.goto(`${product.origin}/login`)
    await expect.poll(async () => isBusy()).toBe('false')
    // A response that keeps the browser on the page.
    await page.route('**/api/auth/google', (route) => route.fulfill({ status: 204 }))
    await page.getByRole('link', button).click()
    await page.locator('a[aria-busy=true]').waitFor()
    await takeScreenshots(page, 'login-to-google')
    await page.unroute('**/api/auth/google')
    await page.getByRole('link', button).click()
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
    await page.goBack()
    await page.locator('a[aria-busy=false]').waitFor()
  })

  browserTest(
    'provider pages validate input, work by keyboard, and are legible in both themes',
    async ({ page, problems }) => {
      problems.allow(/422|400/)
      await page.goto(`${product.origin}/api/auth/google`)
      const email = page.getByLabel('Email', { exact: true })
      // The browser's own validation accepts this; the provider's doesn't.
      await email.fill('"><b>ada</b>@localhost')
      await page.evaluate("document.querySelector('form').noValidate = true")
      await email.press('Enter')
      await page.getByRole('alert').getByText('Please enter a valid email address.').waitFor()
      await expect.poll(async () => email.inputValue()).toBe('"><b>ada</b>@localhost')
      await email.focus()
      for (const name of ['Name', 'Picture (address, may stay empty)', 'The email address is verified']) {
        await page.keyboard.press('Tab')
        const label = await page.evaluate<string>("document.activeElement.labels?.[0]?.textContent ?? ''")
        expect(label).toBe(name)
      }
      for (const name of ['Continue', 'Cancel']) {
        await page.keyboard.press('Tab')
        await expect.poll(async () => page.evaluate<string>('document.activeElement.textContent')).toBe(name)
      }
      await takeScreenshots(page, 'google-standin-corrected')
      for (const theme of themes) {
        await switchTheme(page, theme)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id }) => id)).toEqual([])
      }
      await page.goto(`${product.google.issuer}/interaction/none`)
      await page.getByText('This sign-in is over, or was begun in another browser.').waitFor()
      await takeScreenshots(page, 'google-standin-error')
    },
  )
})
