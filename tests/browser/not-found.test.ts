import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest } from '../support/browser.ts'
import { register } from './steps.ts'
import { startWorld } from './world.ts'

describe('an unknown path', () => {
  const world = startWorld()

  browserTest('shows the not-found screen with links onward', async ({ page, problems }) => {
    problems.allow(/404/)
    const response = await page.goto(`${world.product.origin}/no/such/page`)
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true }).waitFor()
    await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor()
    await expectAccessible(page, 'not found')
    await expect.poll(async () => page.getByRole('link', { name: 'Your summaries' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Go home' }).click()
    await page.waitForURL(`${world.product.origin}/`)
    await register(page, world.product.origin)
    await page.goto(`${world.product.origin}/no/such/page`)
    await page.getByRole('link', { name: 'Your summaries' }).click()
    await page.waitForURL('**/summaries')
  })
})
