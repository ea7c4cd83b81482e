import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { articles } from '../support/article-site.ts'
import { browserTest } from '../support/browser.ts'
import { openAccount, section, settled } from './account-steps.ts'
import { expectFocus, refuse } from './auth-steps.ts'
import { expectRead, expectToast, givePlan, summarizeUrl, user } from './steps.ts'
import { startWorld } from './world.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' })

async function openDialog(page: Page) {
  await section(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click()
  const dialog = dialogOf(page)
  await dialog.waitFor()
  return dialog
}

describe('account deletion', () => {
  const world = startWorld()

  browserTest('lists what is deleted, can be canceled, and asks for the password', async ({ page, problems }) => {
    problems.allow(/403|503/)
    const email = await openAccount(page, world.product.origin)
    await givePlan(page, world.product.database, email, 'pro')
    await settled(page)
    const dialog = await openDialog(page)
    await dialog.getByText('Your Pro subscription: canceled right away, and access ends immediately').waitFor()
    await dialog.getByText('This can’t be undone').waitFor()
    expect(new URL(page.url()).search).toBe('?open=delete')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await expectFocus(page, 'Delete my account')

    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await dialog.getByLabel('Your password').focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('Please enter your password.').waitFor()
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not your password.').waitFor()
    await expectFocus(page, 'Your password')

    const refused = 'We couldn’t cancel your subscription, so nothing was deleted. Please try again in a few minutes.'
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/account/delete', async (route) => {
      await held
      await route.fulfill({ status: 503, json: { code: 'unavailable', message: refused } })
    })
    await dialog.getByLabel('Your password').fill(user.password)
    await page.keyboard.press('Enter')
    await expect.poll(async () => dialog.getByRole('button', { name: 'Deleting...' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    answer()
    await dialog.getByRole('alert').getByText(refused).waitFor()
    await expect.poll(async () => dialog.getByLabel('Your password').inputValue()).toBe(user.password)
    await dialog.getByRole('button', { name: 'Keep my account' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await expect.poll(async () => dialog.getByText(refused).count()).toBe(0)
    await expect.poll(async () => dialog.getByLabel('Your password').inputValue()).toBe('')
  })

  browserTest('leaves no data of the user in the browser', async ({ page, problems }) => {
    problems.allow(/401/)
    const email = await openAccount(page, world.product.origin)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await summarizeUrl(page, world.site.articleUrl(articles[1]!))
    await expectRead(page)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'From Text' }).click()
    await page.getByLabel('Text to summarize').fill('What I was about to have summarized.')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await settled(page)
    await section(page, 'Profile').getByRole('button', { name: 'Change name' }).click()
    await section(page, 'Profile').getByLabel('First name').fill('Augusta')

    const dialog = await openDialog(page)
    await dialog.getByText('Your one summary').waitFor()
    await dialog.getByLabel('Your password').fill(user.password)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL(`${world.product.origin}/`)
    await expectToast(page, 'Account deleted')
    await page.getByRole('link', { name: 'Get Started' }).first().waitFor()
    await expect.poll(async () => page.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual([])
    const stored = async (): Promise<string[]> => page.evaluate<string[]>('Object.keys(localStorage)')
    await expect
      .poll(async () => (await stored()).filter((key) => key !== 'cookie-consent' && key !== 'theme-preference'))
      .toEqual([])
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toEqual([])

    await page.getByRole('link', { name: 'Log In' }).first().click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expectToast(page, 'Login failed', 'Invalid email or password.')
  })

  browserTest('offers the data download first', async ({ page, problems }) => {
    problems.allow(/429|ERR_FAILED/)
    await openAccount(page, world.product.origin)
    const data = section(page, 'Your data')
    const link = data.getByRole('link', { name: 'Download my data' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^precis-data-\d{4}-\d{2}-\d{2}\.zip$/)
    expect(await download.failure()).toBeNull()
    await expectToast(page, 'Data downloaded', download.suggestedFilename())

    await refuse(page, '/api/account/export', 429, {
      code: 'rate_limited',
      message: 'You can download your data a few times an hour.',
    })
    await link.press('Enter')
    await data.getByRole('alert').getByText('You can download your data a few times an hour.').waitFor()
    await page.unroute('**/api/account/export')
    await page.route('**/api/account/export', (route) => route.abort())
    const dialog = await openDialog(page)
    await dialog.getByRole('link', { name: 'Download my data first' }).click()
    await dialog.getByRole('alert').getByText('We couldn’t reach the server.').waitFor()
    await page.keyboard.press('Escape')
    await data.getByRole('link', { name: 'privacy policy' }).click()
    await page.getByRole('heading', { name: 'Privacy policy', level: 1 }).waitFor()
  })
})
