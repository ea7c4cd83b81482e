import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { openAccount, settled } from './account-steps.ts'
import { expectToasts, register, signOut, user } from './steps.ts'
import { startWorld } from './world.ts'

describe('tabs of one browser', () => {
  const world = startWorld()

  browserTest('sign out together, and discard typed input', async ({ page, visit }) => {
    await register(page, world.product.origin)
    // Requests after the sign-out would fail, and the browser would log them.
    await page.waitForLoadState('networkidle')
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill('Nobody else should read this.')
    const other = await visit.context.newPage()
    await other.goto(`${world.product.origin}/summaries`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await signOut(other)
    await page.waitForURL('**/login')
    // Requests for the former user would fail.
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/auth/'))).toEqual([])
    await expect.poll(async () => page.evaluate('sessionStorage.length')).toBe(0)
    await expectToasts(page, 0)
  })

  browserTest('show nothing after the session has ended and the user goes back', async ({ page }) => {
    const { origin } = world.product
    await register(page, origin)
    await page.goto(`${origin}/dashboard`)
    await page.getByText('No summaries yet').waitFor()
    await page.goto(`${origin}/privacy-policy`)
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    await page.context().clearCookies()
    await page.goBack({ waitUntil: 'commit' })
    await page.waitForURL('**/login**')
    await expect.poll(async () => page.getByText('No summaries yet').count()).toBe(0)
  })

  browserTest('never act for one user in the name of another', async ({ page, visit }) => {
    const { origin } = world.product
    await openAccount(page, origin)
    await page.getByRole('button', { name: 'Change name' }).click()
    await page.getByLabel('First name').fill('Augusta')
    const second = 'second-person@example.com'
    await world.product.register(second)
    const { request } = visit.context
    const response = await request.post(`${origin}/api/auth/login`, {
      headers: { origin },
      data: { email: second, password: user.password },
    })
    expect(response.status()).toBe(200)
    const other = await visit.context.newPage()
    await other.goto(`${origin}/dashboard`)
    await page.getByText(second).waitFor()
    await settled(page)
    await expect.poll(async () => page.getByLabel('First name').count()).toBe(0)
  })

  browserTest('sign in together', async ({ page, visit }) => {
    const { origin } = world.product
    await page.goto(`${origin}/login`)
    const other = await visit.context.newPage()
    await register(other, origin)
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: 'Your account' }).waitFor()
  })

  browserTest('keep their user when one of them cannot reach the server', async ({ page, visit, problems }) => {
    problems.allow(/503/)
    const { origin } = world.product
    await openAccount(page, origin)
    const other = await visit.context.newPage()
    await other.route('**/api/auth/user', (route) => route.fulfill({ status: 503, json: {} }))
    // The server has told the other tabs who is signed in, but not this one.
    await other.goto(`${origin}/subscribe`)
    await other.getByRole('link', { name: 'Get Started' }).first().waitFor()
    await page.waitForTimeout(300)
    expect(new URL(page.url()).pathname).toBe('/account')
  })
})
