import { describe, expect } from 'vitest'
import { type SignInFailure, signInFailures, type Welcome, welcomes } from '../../src/shared/redirect-params.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveProduct } from '../support/served-product.ts'
import { expectToFit } from './auth-steps.ts'
import { expectToast, expectToasts, register } from './steps.ts'
import { served } from './world.ts'

const sentences: Record<SignInFailure, string> = {
  denied: 'Google sign-in was canceled.',
  expired: 'took too long, or started in another browser',
  unverified: 'Google hasn’t verified your email.',
  other_account: 'connected to another Google account',
  unavailable: 'We couldn’t reach Google.',
  rate_limited: 'Too many sign-ins with Google.',
  not_invited: 'the invitation is missing, used, or for another address',
  not_set_up: 'Google sign-in isn’t set up here.',
}

const greetings: Record<Welcome, [title: string, description: string]> = {
  back: ['Welcome back!', 'You have been successfully logged in.'],
  new: ['Account created!', 'Welcome to Precis, Ada.'],
  joined: ['Welcome back!', 'Your password still works.'],
  joined_without_password: ['Welcome back!', 'we removed its password'],
}

describe('notices after Google sign-in', () => {
  const product = served(() => serveProduct())

  browserTest('show each failure as a toast and on the page, and remove it from the URL', async ({ page }) => {
    for (const failure of signInFailures) {
      await page.goto(`${product.origin}/login?google=${failure}&returnTo=%2Fsummaries`)
      await expectToast(page, 'Login failed', sentences[failure])
      await page.getByRole('main').getByRole('alert').filter({ hasText: sentences[failure] }).waitFor()
      expect(page.url()).toBe(`${product.origin}/login?returnTo=%2Fsummaries`)
    }
    await expectToFit(page)
    await expectAccessible(page, 'login after a failure of Google’s')
    await takeScreenshots(page, 'login-google-failed')
    await page.reload()
    await page.getByRole('main').getByRole('alert').filter({ hasText: sentences.not_set_up }).waitFor()
    await expectToasts(page, 0)
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await page.waitForURL('**/register?returnTo=%2Fsummaries')
    await expect.poll(async () => page.getByRole('main').getByRole('alert').count()).toBe(0)
  })

  browserTest('explain on the button when Google is not set up', async ({ page }) => {
    for (const address of ['/login', '/register']) {
      await page.goto(product.origin + address)
      const button = page.getByRole('button', { name: 'Continue with Google' })
      await page.getByText('Google sign-in isn’t set up here.', { exact: true }).waitFor()
      await expect.poll(async () => button.isDisabled()).toBe(true)
      await expect.poll(async () => button.getAttribute('aria-describedby')).toBe('google-hint')
    }
    await expectAccessible(page, 'register without Google')
    await takeScreenshots(page, 'register-without-google')
    await page.goto(`${product.origin}/api/auth/google?returnTo=%2Fsummaries`)
    await page.waitForURL(`${product.origin}/login?returnTo=%2Fsummaries`)
    await expectToast(page, 'Login failed', sentences.not_set_up)
  })

  browserTest('cannot be used to inject text into the page', async ({ page }) => {
    await page.goto(`${product.origin}/login?google=${encodeURIComponent('Call 555-0100 now')}`)
    await page.waitForURL(`${product.origin}/login`)
    await page.goto(`${product.origin}/subscribe?welcome=back&plan=pro`)
    await page.waitForURL(`${product.origin}/subscribe?plan=pro`)
    await expectToasts(page, 0)
    await page.goto(`${product.origin}/subscribe?google=denied`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectToasts(page, 0)
  })

  browserTest('show each success on the page it leads to', async ({ page }) => {
    await register(page, product.origin)
    for (const welcome of welcomes) {
      await page.goto(`${product.origin}/summaries?q=tea&welcome=${welcome}#top`)
      await expectToast(page, ...greetings[welcome])
      expect(page.url()).toBe(`${product.origin}/summaries?q=tea#top`)
    }
    await takeScreenshots(page, 'welcome-joined')
    await page.goto(`${product.origin}/?welcome=back`)
    await page.waitForURL(`${product.origin}/dashboard`)
    await expectToast(page, ...greetings.back)
    // A user who confirms their identity can fail, and stays signed in.
    await page.goto(`${product.origin}/login?google=denied&returnTo=%2Fsummaries`)
    await page.waitForURL(`${product.origin}/summaries`)
    await expectToast(page, 'Login failed', sentences.denied)
  })
})
