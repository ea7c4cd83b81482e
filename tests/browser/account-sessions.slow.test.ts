import { describe, expect } from 'vitest'
import { browserTest } from '../support/browser.ts'
import { logIn, openAccount, section, settled, showAccount } from './account-steps.ts'
import { expectFocus, focused, hold, refuse } from './auth-steps.ts'
import { expectToast } from './steps.ts'
import { startWorld } from './world.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('sessions section', () => {
  const world = startWorld()

  browserTest('lists sessions, and ends them one by one', async ({ page, newPage }) => {
    const email = await openAccount(page, world.product.origin)
    const other = await newPage({ userAgent: firefox })
    await logIn(other.page, world.product.origin, email)
    // Requests in progress would be rejected once the session has ended.
    await other.page.waitForLoadState('networkidle')
    await page.reload()
    const list = section(page, 'Sessions')
    const row = list.getByRole('listitem').filter({ hasText: 'Firefox on Windows' })
    await row.getByText('Last seen just now. Signed in today.').waitFor()
    await expect.poll(async () => list.getByRole('listitem').count()).toBe(2)
    await list.getByRole('listitem').filter({ hasText: 'This device' }).getByText('In use now.').waitFor()

    const send = await hold(page, '/api/account/sessions/*')
    await row.getByRole('button', { name: 'Sign out Firefox on Windows' }).click()
    await expect.poll(async () => row.getByRole('button', { name: 'Signing out...' }).isDisabled()).toBe(true)
    await expect.poll(async () => list.getByRole('button', { name: /this device/ }).isEnabled()).toBe(true)
    send()
    await expectToast(page, 'Signed out', 'Firefox on Windows')
    await row.waitFor({ state: 'detached' })
    await expect.poll(async () => list.getByRole('button', { name: 'Sign out everywhere else' }).count()).toBe(0)
    // Focus stays in place: the next button is that of the remaining session.
    await page.keyboard.press('Tab')
    await expect.poll(async () => focused(page)).toMatch(/^Sign out .*, this device$/)

    await list.getByRole('button', { name: /^Sign out .* this device$/ }).click()
    await page.waitForURL('**/login')
    await expectToast(page, 'Logged out', 'You have been successfully logged out.')
    await page.goto(`${world.product.origin}/account`)
    await page.waitForURL('**/login**')
    await expectToast(page, 'Authentication Required', 'Please log in to see your account.')
  })

  browserTest('ends all other sessions, or all, by keyboard', async ({ page, newPage }) => {
    const email = await openAccount(page, world.product.origin)
    const other = await newPage({ userAgent: firefox })
    other.problems.allow(/401/)
    await logIn(other.page, world.product.origin, email)
    await page.reload()
    await settled(page)
    const list = section(page, 'Sessions')
    await list.getByRole('button', { name: 'Sign out everywhere else' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog', { name: 'Sign out everywhere else?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await expectFocus(page, 'Sign out everywhere else')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).press('Enter')
    await expectToast(page, 'Signed out everywhere else')
    await expect.poll(async () => list.getByRole('listitem').count()).toBe(1)
    await other.page.goto(`${world.product.origin}/account`)
    await other.page.waitForURL('**/login**')

    await logIn(other.page, world.product.origin, email)
    await list.getByRole('button', { name: 'Sign out everywhere', exact: true }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
    await page.waitForURL('**/login')
    await expectToast(page, 'Signed out everywhere')
    await other.page.goto(`${world.product.origin}/account`)
    await other.page.waitForURL('**/login**')
  })

  browserTest('shows errors, and tries again', async ({ page, problems }) => {
    problems.allow(/503/)
    await openAccount(page, world.product.origin)
    const list = section(page, 'Sessions')
    await refuse(page, '/api/account/sessions', 503, {
      code: 'unavailable',
      message: 'The database is away. Please try again soon.',
    })
    await page.reload()
    await list.getByRole('alert').getByText('Your sessions didn’t load').waitFor()
    await list.getByText('The database is away. Please try again soon.').waitFor()
    await page.unroute('**/api/account/sessions')
    await list.getByRole('button', { name: 'Try again' }).click()
    await list.getByText('This device').waitFor()

    await refuse(page, '/api/account', 503, {
      code: 'unavailable',
      message: 'The database is away. Please try again soon.',
    })
    await page.reload()
    const signIn = section(page, 'Sign-in')
    await signIn.getByRole('alert').getByText('Your sign-in methods didn’t load').waitFor()
    await expect.poll(async () => section(page, 'Delete account').getByRole('button').isDisabled()).toBe(true)
    await page.unroute('**/api/account')
    await signIn.getByRole('button', { name: 'Try again' }).click()
    await signIn.getByText('Password set').waitFor()

    await refuse(page, '/api/account/sessions/*', 503, {
      code: 'unavailable',
      message: 'The database is away. Please try again soon.',
    })
    await list.getByRole('button', { name: /^Sign out .* this device$/ }).click()
    await expectToast(page, 'Sign-out failed', 'The database is away.')
    await list.getByText('This device').waitFor()
  })

  browserTest('shows placeholders while loading, and a message without sessions', async ({ page }) => {
    await openAccount(page, world.product.origin)
    const list = section(page, 'Sessions')
    let send = (): void => {}
    const held = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/api/account/sessions', async (route) => {
      await held
      await route.fulfill({ json: [] })
    })
    await page.reload()
    await list.getByText('Loading your sessions').waitFor()
    send()
    await list.getByText('No sessions to show').waitFor()
  })

  browserTest('shows more than five sessions on request', async ({ page }) => {
    await openAccount(page, world.product.origin)
    const now = new Date().toISOString()
    const many = Array.from({ length: 9 }, (_, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      device: `Browser ${index}`,
      current: index === 0,
      createdAt: now,
      lastSeenAt: now,
    }))
    await page.route('**/api/account/sessions', (route) => route.fulfill({ json: many }))
    await showAccount(page, world.product.origin)
    const list = section(page, 'Sessions')
    await expect.poll(async () => list.getByRole('listitem').count()).toBe(5)
    await list.getByRole('button', { name: 'Show all 9' }).press('Enter')
    await list.getByRole('listitem').nth(5).and(page.locator(':focus')).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(9)
  })
})
