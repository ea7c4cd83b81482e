import { AxeBuilder } from '@axe-core/playwright'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { browserTest, switchTheme, takeScreenshots, themes } from '../support/browser.ts'
import { serveGoogleWorld } from '../support/google.ts'
import { expectTabOrder, newcomer } from './auth-steps.ts'
import { answerGoogle } from './google-page.ts'
import { expectToast, signOut, user } from './steps.ts'

type World = Awaited<ReturnType<typeof serveGoogleWorld>>

describe('Google sign-in through its pages', () => {
  let product: World
  beforeAll(async () => {
    product = await serveGoogleWorld()
  })
  afterAll(async () => product.close())

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

  browserTest('explains that an existing account was linked', async ({ page, newPage }) => {
    const unconfirmed = await newcomer(product)
    await page.goto(`${product.origin}/login`)
    await page.getByRole('link', button).click()
    await answerGoogle(page, unconfirmed)
    await page.waitForURL(`${product.origin}/dashboard`)
    await expectToast(page, 'Welcome back!', 'we removed its password')
    await takeScreenshots(page, 'welcome-without-password')

    const other = await newPage()
    const confirmed = await newcomer(product)
    await product.database.db.update(users).set({ emailVerified: true }).where(eq(users.email, confirmed))
    await other.page.goto(`${product.origin}/login`)
    await other.page.getByRole('link', button).click()
    await answerGoogle(other.page, confirmed)
    await other.page.waitForURL(`${product.origin}/dashboard`)
    await expectToast(other.page, 'Welcome back!', 'Your password still works.')
    await signOut(other.page)
    await other.page.getByLabel('Email').fill(confirmed)
    await other.page.getByLabel('Password', { exact: true }).fill(user.password)
    await other.page.keyboard.press('Enter')
    await other.page.waitForURL(`${product.origin}/dashboard`)
  })

  browserTest('explains failures, and keeps the return path', async ({ page }) => {
    const start = async () => {
      await page.goto(`${product.origin}/login?returnTo=%2Fsummaries`)
      await page.getByRole('link', button).click()
    }
    const fails = async (sentence: string) => {
      await page.waitForURL(`${product.origin}/login?returnTo=%2Fsummaries`)
      await expectToast(page, 'Login failed', sentence)
      await page.getByRole('main').getByRole('alert').filter({ hasText: sentence }).waitFor()
    }
    await start()
    await answerGoogle(page, null)
    await fails('Google sign-in was canceled.')
    await start()
    await answerGoogle(page, 'unverified@example.com', { verified: false })
    await fails('Google hasn’t verified your email.')
    await page.goto(`${product.origin}/api/auth/google/callback?code=of-another&state=of-another`)
    await page.waitForURL(`${product.origin}/login`)
    await expectToast(page, 'Login failed', 'took too long, or started in another browser')
    await start()
    product.google.play({ tokens: 'fails' })
    await answerGoogle(page, 'unlucky@example.com')
    await fails('We couldn’t reach Google.')
    product.google.play({})
    await page.getByRole('link', button).click()
    await answerGoogle(page, 'unlucky@example.com')
    await page.waitForURL(`${product.origin}/summaries`)
    await expectToast(page, 'Account created!')
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
