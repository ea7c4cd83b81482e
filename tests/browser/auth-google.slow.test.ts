import { describe, expect } from 'vitest'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveGoogleWorld } from '../support/google.ts'
import { served } from './world.ts'

describe('Google sign-in through its pages', () => {
  const product = served(() => serveGoogleWorld())

  const button = { name: 'Continue with Google' }

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
})
