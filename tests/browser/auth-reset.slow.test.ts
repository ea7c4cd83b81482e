import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveProduct } from '../support/served-product.ts'
import { expectFocus, expectTabOrder, expectToFit, hold, longPerson, newcomer, refuse } from './auth-steps.ts'
import { register } from './steps.ts'
import { served } from './world.ts'

const forgot = '/api/forgot-password'
const reset = '/api/reset-password'
const newPassword = 'a longer horse'

describe('password reset', () => {
  const product = served(() => serveProduct())

  /** The token of a new reset link. */
  async function tokenFor(email: string): Promise<string> {
    const answer = await product.visitor().post(forgot, { email })
    return new URL(answer.json<{ resetUrl: string }>().resetUrl).searchParams.get('token') ?? ''
  }

  /** A new user, and the page of their reset link. */
  async function openLink(page: Page): Promise<{ email: string; token: string }> {
    const email = await newcomer(product)
    const token = await tokenFor(email)
    await page.goto(`${product.origin}/reset-password?token=${token}`)
    await page.getByLabel('New password').waitFor()
    return { email, token }
  }

  browserTest('requesting a link: keyboard, progress, confirmation', async ({ page }) => {
    const email = await newcomer(product)
    await page.goto(`${product.origin}/login`)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Back to Login' }).focus()
    await expectTabOrder(page, ['Email', 'Send Reset Link', 'support@precis.example'])
    await page.getByLabel('Email').fill('no address')
    await page.keyboard.press('Enter')
    await page.getByText('Please enter a valid email.', { exact: true }).waitFor()
    await expectFocus(page, 'Email')

    await page.getByLabel('Email').fill(email)
    const release = await hold(page, forgot)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sending Reset Link...' }).waitFor()
    await expect.poll(async () => page.getByLabel('Email').isDisabled()).toBe(true)
    release()
    const answer = page.getByRole('main').getByRole('status')
    await answer.filter({ hasText: 'If an account with this email exists, a reset link is on its way.' }).waitFor()
    await answer.getByText('Development reset URL').waitFor()
    await expect
      .poll(async () => answer.getByRole('link').getAttribute('href'))
      .toMatch(/\/reset-password\?token=[\w-]{43}$/)
    await expect.poll(async () => page.getByLabel('Email').inputValue()).toBe(email)
    await expectToFit(page)
    await expectAccessible(page, 'the answer to a forgotten password')
    await takeScreenshots(page, 'forgot-answered')

    await page.getByLabel('Email').fill('unknown@example.com')
    await page.keyboard.press('Enter')
    await answer.filter({ hasNotText: 'Development reset URL' }).filter({ hasText: 'on its way' }).waitFor()
  })

  browserTest('requesting a link: errors', async ({ page, problems }) => {
    problems.allow(/429|500|503|ERR_INTERNET_DISCONNECTED/)
    await page.goto(`${product.origin}/forgot-password`)
    await page.getByLabel('Email').fill(longPerson.email)
    const fails = async (words: string | RegExp) => {
      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('alert').filter({ hasText: words }).waitFor()
      await expect.poll(async () => page.getByLabel('Email').inputValue()).toBe(longPerson.email)
      await expectFocus(page, 'Email')
    }
    const notSent = 'Failed to send reset email. Please try again.'
    await page.context().setOffline(true)
    await fails(notSent)
    await takeScreenshots(page, 'forgot-failed')
    await page.context().setOffline(false)
    // Consecutive errors differ, so that each can be recognized.
    const message = 'Too many requests for a reset link. Please try again later.'
    await refuse(page, forgot, 429, { code: 'rate_limited', message }, { 'retry-after': '30' })
    await fails(`${message} You can try again in a minute.`)
    await page.unroute(`**${forgot}`)
    await refuse(page, forgot, 503, { code: 'mail_unavailable', message: 'Mail cannot be sent at the moment.' })
    await fails('Mail cannot be sent at the moment.')
    await page.unroute(`**${forgot}`)
    await refuse(page, forgot, 500, '<html></html>')
    await fails(notSent)
    await expectToFit(page)
  })

  browserTest('a page without a token leads back to requesting one', async ({ page }) => {
    for (const address of ['/reset-password', '/reset-password?token=']) {
      await page.goto(product.origin + address)
      await page.waitForURL('**/forgot-password')
    }
  })

  browserTest('removes the token from the URL immediately, and survives a reload', async ({ page }) => {
    const email = await newcomer(product)
    const token = await tokenFor(email)
    const told: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== product.origin) told.push(JSON.stringify(request.headers()))
    })
    const response = await page.goto(`${product.origin}/reset-password?token=${token}`)
    // Other sites receive at most the origin.
    expect(response?.headers()['referrer-policy']).toMatch(
      /^(?:strict-origin|strict-origin-when-cross-origin|no-referrer|same-origin)$/,
    )
    await page.getByLabel('New password').waitFor()
    expect(page.url()).toBe(`${product.origin}/reset-password`)
    await page.reload()
    await page.getByLabel('New password').waitFor()
    expect(page.url()).toBe(`${product.origin}/reset-password`)
    await page.getByRole('link', { name: 'Request New Reset Link' }).click()
    await page.waitForURL('**/forgot-password')
    await page.goBack()
    await page.getByLabel('New password').fill(newPassword)
    await page.getByLabel('Confirm password').fill(newPassword)
    const sent = page.waitForRequest(`**${reset}`)
    await page.keyboard.press('Enter')
    expect((await sent).postDataJSON()).toEqual({ token, newPassword })
    expect((await (await sent).allHeaders()).referer).not.toContain(token)
    await page.getByRole('heading', { name: 'Password Reset Successfully' }).waitFor()
    expect(await page.evaluate<string>('JSON.stringify(history.state)')).not.toContain(token)
    expect(told).toEqual([])
  })

  browserTest('choosing a password: keyboard and validation', async ({ page }) => {
    await openLink(page)
    const first = page.getByLabel('New password')
    const second = page.getByLabel('Confirm password')
    await first.focus()
    const controls = ['Show password', 'Confirm password', 'Reset Password', 'Request New Reset Link']
    await expectTabOrder(page, [...controls, 'support@precis.example'])
    await first.fill('short')
    await second.fill('shorter')
    await page.keyboard.press('Enter')
    await page.getByText('Password must be at least 8 characters.').waitFor()
    const mismatch = page.getByText("Passwords don't match", { exact: true })
    await mismatch.waitFor()
    const mismatchId = await mismatch.getAttribute('id')
    await expect.poll(async () => second.getAttribute('aria-describedby')).toBe(mismatchId)
    await expectFocus(page, 'New password')
    await expectAccessible(page, 'a new password with mistakes')
    await takeScreenshots(page, 'reset-mistakes')
    await page.getByRole('button', { name: 'Show password' }).focus()
    await page.keyboard.press('Space')
    for (const field of [first, second]) await expect.poll(async () => field.getAttribute('type')).toBe('text')
    await page.keyboard.press('Space')
    for (const field of [first, second]) await expect.poll(async () => field.getAttribute('type')).toBe('password')
    await second.fill(newPassword)
    await first.fill(newPassword)
    await mismatch.waitFor({ state: 'detached' })
    await expect.poll(async () => page.getByText('Password must be at least 8 characters.').count()).toBe(0)
  })

  browserTest('choosing a password: progress, success, sign-in', async ({ page }) => {
    const { email } = await openLink(page)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByLabel('Confirm password').fill(newPassword)
    const release = await hold(page, reset)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Resetting Password...' }).waitFor()
    for (const label of ['New password', 'Confirm password']) {
      await expect.poll(async () => page.getByLabel(label).isDisabled()).toBe(true)
    }
    await takeScreenshots(page, 'reset-pending')
    release()
    await page.getByRole('heading', { name: 'Password Reset Successfully' }).waitFor()
    await expectFocus(page, 'Password Reset Successfully')
    await expectTabOrder(page, ['Continue to Login'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
  })

  browserTest('choosing a password: errors', async ({ page, problems }) => {
    problems.allow(/400|429|500|ERR_INTERNET_DISCONNECTED/)
    const { token } = await openLink(page)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByLabel('Confirm password').fill(newPassword)
    const fails = async (words: string) => {
      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('alert').getByText(words, { exact: true }).waitFor()
      await expect.poll(async () => page.getByLabel('New password').inputValue()).toBe(newPassword)
      await expectFocus(page, 'Confirm password')
    }
    await page.context().setOffline(true)
    await fails('Failed to reset password. Please try again.')
    await page.context().setOffline(false)
    await refuse(page, reset, 500, '<html></html>')
    await fails('Failed to reset password')
    await page.unroute(`**${reset}`)
    await product.visitor().post(reset, { token, newPassword: 'somebody was quicker' })
    await fails('This reset link is no longer valid. Please request a new one.')
    await expectToFit(page)
    await expectAccessible(page, 'a reset link that has ended')
    await takeScreenshots(page, 'reset-ended')
    await page.reload()
    await page.getByLabel('New password').waitFor()
    await page.getByRole('link', { name: 'Request New Reset Link' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  browserTest('a reset signs out the device it is done on', async ({ page }) => {
    const email = await register(page, product.origin)
    const token = await tokenFor(email)
    await page.goto(`${product.origin}/reset-password?token=${token}`)
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    await page.getByLabel('New password').fill(newPassword)
    await page.getByLabel('Confirm password').fill(newPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Password Reset Successfully' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }).waitFor()
    await expect.poll(async () => page.getByRole('button', { name: 'Your account' }).count()).toBe(0)
    await takeScreenshots(page, 'reset-done')
    await page.reload()
    await page.getByRole('heading', { name: 'Password Reset Successfully' }).waitFor()
    await page.getByRole('link', { name: 'Continue to Login' }).click()
    await page.waitForURL('**/login')
    // Going back doesn't return to the link's page.
    await page.goBack()
    await page.waitForURL((url) => url.pathname !== '/reset-password')
  })

  browserTest('redirects to sign-in three seconds after a reset, unless the user has left', async ({ page }) => {
    const succeed = async () => {
      await openLink(page)
      await page.getByLabel('New password').fill(newPassword)
      await page.getByLabel('Confirm password').fill(newPassword)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Password Reset Successfully' }).waitFor()
    }
    await succeed()
    const arrived = performance.now()
    await page.waitForURL('**/login')
    // The URL changes slightly before the heading.
    expect(performance.now() - arrived).toBeGreaterThan(2000)
    await succeed()
    await page.getByRole('link', { name: 'Pricing' }).first().click()
    await page.waitForURL('**/subscribe')
    await page.waitForTimeout(3500)
    expect(new URL(page.url()).pathname).toBe('/subscribe')
  })
})
