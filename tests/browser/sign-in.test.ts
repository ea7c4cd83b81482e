import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { deviceCookie } from '../../src/shared/account/cookies.ts'
import { browserTest } from '../support/browser.ts'
import { type ServedProduct, serveProduct } from '../support/served-product.ts'
import { refuse } from './auth-steps.ts'
import { expectToast, expectToasts, register, registerByHand, signOut, user } from './steps.ts'

describe('sign-in', () => {
  let product: ServedProduct
  beforeAll(async () => {
    product = await serveProduct()
  })
  afterAll(async () => product.close())

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
    await expectToast(page, 'Registration failed', 'An account with this email already exists.')
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
    await expect
      .poll(async () => page.evaluate<string>('document.activeElement.getAttribute("autocomplete")'))
      .toBe('current-password')
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
    const newLogin = page.waitForRequest('**/api/login')
    await page.getByLabel('Link to a video or article').fill('example.com/article')
    await page.getByRole('button', { name: 'Summarize' }).click()
    await page.getByRole('button', { name: 'Continue with Basic Summary' }).click()
    await expectToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
    await refusal
    await newLogin
    await page.waitForURL('**/login')
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()

    // The visitor cookie is gone, so the browser doesn't ask again.
    asked.length = 0
    await page.reload()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(asked).not.toContain('/api/auth/user')
    const cookies = async (): Promise<string[]> => (await page.context().cookies()).map(({ name }) => name)
    await expect.poll(cookies).toEqual([deviceCookie])
  })

  browserTest('the page loads the user together with its scripts, once', async ({ page }) => {
    await register(page, product.origin)
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/user')) loaded.push(request.url())
    })
    await page.goto(`${product.origin}/dashboard`)
    await page.getByText('No summaries yet').waitFor()
    await page.waitForLoadState('networkidle')
    expect(loaded).toHaveLength(1)
    expect(await page.locator('link[href="/api/auth/user"]').count()).toBe(1)
    await page.context().clearCookies()
    await page.goto(`${product.origin}/dashboard`)
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(loaded).toHaveLength(1)
  })

  browserTest('an ended session on My Summaries redirects directly, a second later', async ({ page, problems }) => {
    await register(page, product.origin)
    await page.goto(`${product.origin}/summaries`)
    await page.getByRole('searchbox').waitFor()
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies({ name: 'precis.sid' })
    problems.allow(/401/)
    const asked = performance.now()
    await page.getByRole('searchbox').fill('tides')
    await expectToast(page, 'Session Expired', 'Please log in again.')
    await page.waitForURL(`${product.origin}/login`)
    expect(performance.now() - asked).toBeGreaterThan(1000)
    // The explanation is still shown.
    await expectToast(page, 'Session Expired', 'Please log in again.')
  })

  browserTest('a failed sign-out is reported, and leaves the user signed in', async ({ page, problems }) => {
    problems.allow(/503|500/)
    await register(page, product.origin)
    const leave = async () => {
      await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    const message = 'The service is restarting.'
    await refuse(page, '/api/auth/logout', 503, { code: 'unavailable', message })
    await leave()
    await expectToast(page, 'Logout failed', message)
    await page.unroute('**/api/auth/logout')
    await refuse(page, '/api/auth/logout', 500, '<html></html>')
    await leave()
    await expectToast(page, 'Logout failed', 'Please try again in a moment.')
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await page.unroute('**/api/auth/logout')
    await page.evaluate(`
      window.said = new Set()
      new MutationObserver(() => document.querySelectorAll('[aria-label^=Notifications] li').forEach((toast) => said.add(toast.innerText)))
        .observe(document.body, { childList: true, subtree: true })`)
    await signOut(page)
    await expectToast(page, 'Logged out', 'You have been successfully logged out.')
    // Signing out doesn't show the log-in notice.
    expect(await page.evaluate<string>("[...said].join(' ')")).not.toContain('Authentication Required')
  })

  browserTest('loads nothing while the user is signing out, unless that fails', async ({ page, problems }) => {
    problems.allow(/503/)
    await register(page, product.origin)
    await page.getByText('No summaries yet').waitFor()
    let lists = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/summaries') lists += 1
    })
    /** Begins to sign out, with a delayed response, and opens a screen with a list to load. */
    const leave = async (screen: string, end: (route: Route) => Promise<void>) => {
      const gate = Promise.withResolvers<void>()
      await page.route('**/api/auth/logout', async (route) => {
        await gate.promise
        await end(route)
      })
      await page.getByRole('button', { name: 'Your account' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('link', { name: screen }).first().click()
      await page.getByRole('heading', { level: 1, name: screen }).waitFor()
      expect(lists).toBe(0)
      gate.resolve()
    }
    await leave('Summaries', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Later.' } }),
    )
    await expectToast(page, 'Logout failed', 'Later.')
    await page.getByText('No summaries yet').waitFor()
    expect(lists).toBe(1)
    await page.unroute('**/api/auth/logout')
    await page.reload()
    await page.getByText('No summaries yet').waitFor()
    lists = 0
    await leave('Dashboard', (route) => route.continue())
    await page.waitForURL('**/login')
    await expectToast(page, 'Logged out')
    expect(lists).toBe(0)
  })

  browserTest('an unknown path shows the not-found screen with its status', async ({ page, problems }) => {
    problems.allow(/404/)
    const response = await page.goto(`${product.origin}/no/such/page`)
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await page.getByText('Did you forget to add the page to the router?').waitFor()
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

  browserTest('toasts appear one at a time, F8 focuses them, and Escape dismisses one', async ({ page }) => {
    await registerByHand(page, product.origin)
    await expectToast(page, 'Account created!')
    await page.getByRole('button', { name: 'Summarize' }).click()
    await expectToast(page, 'URL Required', 'Please enter a valid URL to summarize.')
    const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
    await expectToasts(page, 1)
    await page.keyboard.press('F8')
    const focused = "document.activeElement?.closest('[role=region]')?.getAttribute('aria-label')"
    await expect.poll(async () => page.evaluate<string>(focused)).toContain('Notifications')
    await page.keyboard.press('Escape')
    await toasts.first().waitFor({ state: 'detached' })
  })
})
