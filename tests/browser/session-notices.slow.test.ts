import type { Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { serveProduct } from '../support/served-product.ts'
import { tidePools } from '../support/texts.ts'
import { refuse } from './auth-steps.ts'
import { expectToast, expectToasts, register, registerByHand, signOut } from './steps.ts'
import { served } from './world.ts'

describe('notices around a session', () => {
  const product = served(() => serveProduct())

  browserTest('an ended session on My Summaries redirects directly, a second later', async ({ page, problems }) => {
    await register(page, product.origin)
    // Without a summary there is nothing to search.
    const made = await page.request.post(`${product.origin}/api/summaries`, { data: { content: tidePools } })
    expect(made.status()).toBe(201)
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
