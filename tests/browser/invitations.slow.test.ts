import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { pagePaths } from '../../src/shared/paths.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { runOperator } from '../support/operator.ts'
import { freePort } from '../support/process.ts'
import { type ServedProduct, serveProduct } from '../support/served-product.ts'
import { user } from './steps.ts'

let product: ServedProduct
beforeAll(async () => {
  const port = await freePort()
  product = await serveProduct({
    port,
    env: { APP_URL: `http://127.0.0.1:${port}`, PLAN_CATALOGUE: 'home', REGISTRATION: 'closed' },
  })
})
afterAll(async () => product.close())

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill(user.firstName)
  await page.getByLabel('Last name').fill(user.lastName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

browserTest('where registration is closed, an account needs the link of an invitation', async ({ page, problems }) => {
  problems.allow(/403/)
  await page.goto(product.origin)
  expect(await page.getByRole('link', { name: 'Get Started' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await page.getByText('open the link of your invitation').waitFor()
  await takeScreenshots(page, 'closed-login')
  await page.goto(product.origin + pagePaths.register)
  await page.getByRole('heading', { name: 'By invitation only' }).waitFor()
  await takeScreenshots(page, 'closed-register')
  await expectAccessible(page, 'the registration without an invitation')

  const created = await runOperator(product, ['invitations', 'create', '--email', 'ada@example.com', '--json'])
  const { url } = created.json() as { url: string }
  await page.goto(url)
  // The token appears neither on the screen nor in the address.
  await page.waitForURL(product.origin + pagePaths.register)
  await fillIn(page, 'other@example.com')
  await page.getByText('This invitation is for another email address.').first().waitFor()
  await takeScreenshots(page, 'closed-other-address')
  await page.reload()
  await fillIn(page, 'ada@example.com')
  await page.waitForURL(`**${pagePaths.dashboard}`)
})
