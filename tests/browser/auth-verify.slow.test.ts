import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveProduct } from '../support/served-product.ts'
import { expectFocus, expectTabOrder, expectToFit, hold, refuse } from './auth-steps.ts'
import { register, user } from './steps.ts'
import { served } from './world.ts'

const verify = '/api/auth/verify-email'

/** Counts the calls that use a token. */
function countCalls(page: Page): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === verify) calls += 1
  })
  return () => calls
}

describe('email confirmation link', () => {
  const product = served(() => serveProduct())

  /** Requests a confirmation link for the signed-in user; returns its path. */
  async function linkFrom(page: Page, path: string, data?: object): Promise<string> {
    const answer = await page.request.post(product.origin + path, data === undefined ? {} : { data })
    const { url } = (await answer.json()) as { url: string }
    const { pathname, search } = new URL(url)
    return product.origin + pathname + search
  }
  const confirmLink = async (page: Page) => linkFrom(page, '/api/account/verification')
  const changeLink = async (page: Page, email: string) =>
    linkFrom(page, '/api/account/email', { email, currentPassword: user.password })

  browserTest('confirms automatically, once, for signed-in users', async ({ page }) => {
    const email = await register(page, product.origin)
    const link = await confirmLink(page)
    const calls = countCalls(page)
    const release = await hold(page, verify)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Confirming your email' }).waitFor()
    expect(page.url()).toBe(`${product.origin}/verify-email`)
    await takeScreenshots(page, 'verify-waiting')
    release()
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    await expectFocus(page, 'Your email is confirmed')
    await page.getByRole('main').getByText(email).waitFor()
    await expectTabOrder(page, ['Go to Dashboard'])
    await expectToFit(page)
    await expectAccessible(page, 'a confirmed address')
    await takeScreenshots(page, 'verify-confirmed')
    await page.reload()
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    expect(calls()).toBe(1)
    await page.getByRole('link', { name: 'Go to Dashboard' }).press('Enter')
    await page.waitForURL('**/dashboard')
  })

  browserTest('confirms for visitors, and explains expired links', async ({ page, newPage }) => {
    await register(page, product.origin)
    const link = await confirmLink(page)
    const other = await newPage()
    await other.page.goto(link)
    await other.page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    await expect
      .poll(async () => other.page.getByRole('main').getByRole('link', { name: 'Sign In' }).getAttribute('href'))
      .toBe('/login')

    other.problems.allow(/400/)
    await other.page.goto(link)
    await other.page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    await expectTabOrder(other.page, ['Sign In for a New Link'])
    await expectAccessible(other.page, 'a link that has ended')
    await expectToFit(other.page)
    await takeScreenshots(other.page, 'verify-ended')
    await other.page.keyboard.press('Enter')
    await other.page.waitForURL('**/login?returnTo=%2Faccount')

    const late = await newPage({ storageState: await page.context().storageState() })
    late.problems.allow(/400/)
    await late.page.goto(link)
    await late.page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    await expect
      .poll(async () => late.page.getByRole('link', { name: 'Get a New Link' }).getAttribute('href'))
      .toBe('/account')
  })

  browserTest('explains that the email was taken meanwhile', async ({ page, problems }) => {
    await register(page, product.origin)
    const link = await changeLink(page, 'wanted-by-two@example.com')
    await product.register('wanted-by-two@example.com')
    problems.allow(/409/)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Your email hasn’t changed' }).waitFor()
    await page.getByText('Another account now uses this address, so yours wasn’t changed.').waitFor()
  })

  browserTest('explains that a link is incomplete', async ({ page }) => {
    for (const address of ['/verify-email', '/verify-email?token=']) {
      await page.goto(product.origin + address)
      await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor()
      await page.getByRole('link', { name: 'Sign In for a New Link' }).waitFor()
    }
    await expectAccessible(page, 'a link without a token')
  })

  browserTest('can be retried without a response', async ({ page, problems }) => {
    problems.allow(/429|ERR_FAILED/)
    await register(page, product.origin)
    const link = await confirmLink(page)
    await page.route(`**${verify}`, (route) => route.abort())
    await page.goto(link)
    const alert = page.getByRole('main').getByRole('alert')
    const again = page.getByRole('button', { name: 'Try Again' })
    await alert.filter({ hasText: 'We couldn’t reach the server.' }).waitFor()
    await expectAccessible(page, 'an address that could not be confirmed')
    await expectToFit(page)
    await takeScreenshots(page, 'verify-failed')
    await page.unroute(`**${verify}`)
    await refuse(
      page,
      verify,
      429,
      { code: 'rate_limited', message: 'Too many links. Please wait.' },
      { 'retry-after': '90' },
    )
    await again.click()
    await alert.filter({ hasText: 'Too many links. Please wait. You can try again in 2 minutes' }).waitFor()
    await page.unroute(`**${verify}`)
    await page.reload()
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
  })
})
