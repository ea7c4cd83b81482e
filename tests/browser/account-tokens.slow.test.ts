import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { openAccount, section } from './account-steps.ts'
import { expectFocus, expectToFit, refuse } from './auth-steps.ts'
import { expectToast, user } from './steps.ts'
import { startWorld } from './world.ts'

describe('API tokens section', () => {
  const world = startWorld()

  browserTest('creates a token by keyboard, which works until it is revoked', async ({ page, problems }) => {
    problems.allow(/403/)
    const { origin } = world.product
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAccount(page, origin)
    const tokens = section(page, 'API tokens')
    await tokens.getByRole('button', { name: 'Create a token' }).press('Enter')
    await expectFocus(page, 'Name')
    await page.keyboard.press('Enter')
    await tokens.getByText('Please enter a name.').waitFor()
    await tokens.getByText('Please enter your password.').waitFor()
    await tokens.getByLabel('Name').fill('Reading list')
    for (const name of ['Read summaries', 'Create summaries', 'Ask about sources'])
      await tokens.getByRole('checkbox', { name }).press('Space')
    await tokens.getByLabel('Current password').fill('a wrong guess')
    await page.keyboard.press('Enter')
    await tokens.getByText('Please choose what the token may do.').waitFor()
    await expectAccessible(page, 'the form with errors')
    await takeScreenshots(page, 'account-token-form')
    await tokens.getByRole('checkbox', { name: 'Read summaries' }).press('Space')
    await tokens.getByLabel('Current password').press('Enter')
    await tokens.getByText('This is not your password.').waitFor()
    await tokens.getByLabel('Current password').fill(user.password)
    await page.keyboard.press('Enter')

    await expectFocus(page, 'Copy token')
    await page.keyboard.press('Enter')
    const token = await tokens.getByLabel('New token').inputValue()
    await expect.poll(async () => page.evaluate('navigator.clipboard.readText()')).toBe(token)
    await expectAccessible(page, 'a new token')
    await expectToFit(page)
    await takeScreenshots(page, 'account-token')
    const send = async (path: string, method = 'GET') =>
      (await fetch(`${origin}${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status
    expect([await send('/api/summaries'), await send('/api/summaries', 'POST')]).toEqual([200, 403])

    await tokens.getByRole('button', { name: 'Done' }).press('Enter')
    await expectFocus(page, 'Create a token')
    await page.reload()
    const row = tokens.getByRole('listitem').filter({ hasText: 'Reading list' })
    await row.getByText(`Can read summaries. Ends in ${token.slice(-4)}.`).waitFor()
    await row.getByText('Created today. Last used just now.').waitFor()
    await takeScreenshots(page, 'account-tokens')

    await row.getByRole('button', { name: 'Revoke Reading list' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Revoke this token?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Revoke Reading list')
    await page.keyboard.press('Enter')
    await expectAccessible(page, 'the question')
    await question.getByRole('button', { name: 'Revoke token' }).press('Enter')
    await expectToast(page, 'Token revoked', 'Reading list')
    await row.waitFor({ state: 'detached' })
    expect(await send('/api/summaries')).toBe(401)
  })

  browserTest('warns that a new password revokes tokens, and shows errors', async ({ page, problems }) => {
    problems.allow(/503/)
    const { origin } = world.product
    await openAccount(page, origin)
    const tokens = section(page, 'API tokens')
    await refuse(page, '/api/account/tokens', 503, {
      code: 'unavailable',
      message: 'The database is away. Please try again soon.',
    })
    await page.reload()
    await tokens.getByRole('alert').getByText('Your API tokens didn’t load').waitFor()
    await page.unroute('**/api/account/tokens')
    await tokens.getByRole('button', { name: 'Try again' }).click()
    await tokens.getByRole('button', { name: 'Create a token' }).click()
    await tokens.getByLabel('Name').fill('Archive')
    await tokens.getByLabel('Current password').fill(user.password)
    await tokens.getByRole('button', { name: 'Create token' }).click()
    await tokens.getByText('Copy “Archive” now').waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This also revokes your API tokens.').waitFor()
    await page.getByLabel('Current password').fill(user.password)
    await page.getByLabel('New password', { exact: true }).fill('another horse battery')
    await page.getByLabel('Confirm new password').fill('another horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expectToast(page, 'Password changed', 'Every other browser was signed out.')
    await expect.poll(async () => tokens.getByRole('listitem').count()).toBe(0)
  })
})
