import { describe, expect } from 'vitest'
import { deviceCookie } from '../../src/shared/account/cookies.ts'
import { browserTest } from '../support/browser.ts'
import { serveProduct } from '../support/served-product.ts'
import { expectFocus } from './auth-steps.ts'
import { expectSessionEnd, expectToast, register, signOut, user } from './steps.ts'
import { served } from './world.ts'

describe('sign-in', () => {
  const product = served(() => serveProduct())

  browserTest('registration explains what is wrong with each field, by keyboard too', async ({ page, problems }) => {
    await page.goto(`${product.origin}/register`)
    await page.getByText('Starter with 3 Summaries').waitFor()
    await page.getByText('Pro with Unlimited').waitFor()
    await page.getByLabel('First name').focus()
    await page.keyboard.press('Enter')
    for (const message of [
      'First name is required.',
      'Last name is required.',
      'Please enter a valid email address.',
      'Password must be at least 6 characters.',
    ]) {
      await page.getByText(message).first().waitFor()
    }
    await expect.poll(async () => page.getByLabel('First name').getAttribute('aria-invalid')).toBe('true')
    const email = await register(page, product.origin)
    await signOut(page)
    await expectToast(page, 'Logged out', 'You have been successfully logged out.')

    problems.allow(/409/)
    await page.goto(`${product.origin}/register`)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Byron')
    await page.getByLabel('Email').fill(email.toUpperCase())
    await page.getByLabel('Password', { exact: true }).fill('another one')
    await page.keyboard.press('Enter')
    const taken = 'An account with this email already exists. Please sign in.'
    await expectToast(page, 'Registration failed', taken)
    await expect.poll(async () => page.getByRole('main').getByRole('alert').textContent()).toBe(taken)
    await expectFocus(page, 'Email')
    await expect.poll(async () => page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(async () => page.getByLabel('Email').inputValue()).toBe(email.toUpperCase())
  })

  browserTest('signs in, rejects a wrong password, and redirects to the requested page', async ({ page, problems }) => {
    const email = await register(page, product.origin)
    await signOut(page)

    await page.goto(`${product.origin}/summaries`)
    await page.waitForURL('**/login**')
    await expectToast(page, 'Authentication Required')

    problems.allow(/401/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expectToast(page, 'Login failed', 'Invalid email or password.')
    await expect
      .poll(async () => page.getByRole('main').getByRole('alert').textContent())
      .toBe('Invalid email or password.')
    await expectFocus(page, 'Password')
    await expect.poll(async () => page.getByLabel('Email').inputValue()).toBe(email)

    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(/\/(summaries|dashboard)$/)
    await expectToast(page, 'Welcome back!', 'You have been successfully logged in.')

    await page.goto(`${product.origin}/login`)
    await page.waitForURL('**/dashboard')
    await page.goto(product.origin)
    await page.waitForURL('**/dashboard')
  })

  browserTest('an ended session leads back to sign-in', async ({ page, problems }) => {
    await register(page, product.origin)
    await page.getByText('No summaries yet').waitFor()
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies({ name: 'precis.sid' })
    problems.allow(/401/)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const refusal = page.waitForResponse((response) => response.status() === 401)
    await page.getByLabel('Link to a video or article').fill('example.com/article')
    await page.getByRole('button', { name: 'Summarize' }).click()
    await expectSessionEnd(page, () => page.getByRole('button', { name: 'Continue with Basic Summary' }).click())
    await refusal
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()

    // The visitor cookie is gone, so the browser doesn't ask again.
    asked.length = 0
    await page.reload()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(asked).not.toContain('/api/auth/user')
    const cookies = async (): Promise<string[]> => (await page.context().cookies()).map(({ name }) => name)
    await expect.poll(cookies).toEqual([deviceCookie])
  })

  browserTest('the page loads the user and the dashboard’s data together with its scripts, once', async ({ page }) => {
    const expected = ['/api/auth/user', '/api/plans', '/api/stats', '/api/summaries?type=all&limit=10']
    await register(page, product.origin)
    const loaded: string[] = []
    page.on('request', (request) => {
      const address = request.url().slice(product.origin.length)
      if (expected.includes(address)) loaded.push(address)
    })
    await page.goto(`${product.origin}/dashboard`)
    await page.getByText('No summaries yet').waitFor()
    await page.waitForLoadState('networkidle')
    expect(loaded.toSorted()).toEqual(expected)
    for (const address of expected) expect(await page.locator(`link[href="${address}"]`).count()).toBe(1)
    await page.context().clearCookies()
    await page.goto(`${product.origin}/dashboard`)
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(loaded.filter((address) => address === '/api/auth/user')).toHaveLength(1)
  })

  browserTest('the theme is stored, and applied before the first paint', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await register(page, product.origin)
    const theme = async () => page.evaluate<string>('document.documentElement.dataset.theme')
    await expect.poll(async () => theme()).toBe('light')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect.poll(async () => theme()).toBe('dark')
    await expect.poll(async () => page.evaluate<string>("localStorage.getItem('theme-preference')")).toBe('dark')
    await page.reload()
    await expect.poll(async () => theme()).toBe('dark')
  })
})
