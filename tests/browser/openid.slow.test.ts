import { expect } from 'vitest'
import { pagePaths } from '../../src/shared/paths.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveGoogleWorld } from '../support/google.ts'
import { runOperator } from '../support/operator.ts'
import { answerGoogle } from './google-page.ts'
import { expectToast } from './steps.ts'
import { served } from './world.ts'

const world = served(() =>
  serveGoogleWorld({
    provider: 'oidc',
    env: { OIDC_NAME: 'Carrow ID', PLAN_CATALOGUE: 'home', REGISTRATION: 'closed' },
  }),
)

browserTest('a provider of the operator signs in users, and new ones with an invitation', async ({ page }) => {
  await page.goto(world.origin + pagePaths.login)
  const button = page.getByRole('link', { name: 'Continue with Carrow ID' })
  await button.waitFor()
  expect(await page.getByText('Continue with Google').count()).toBe(0)
  await takeScreenshots(page, 'openid-login')
  await expectAccessible(page, 'the sign-in with a provider of the operator')
  await button.click()
  await answerGoogle(page, 'ada@example.com')
  await page.waitForURL(`${world.origin}${pagePaths.login}**`)
  await expectToast(page, 'Login failed', 'This address has no account here')

  const { url } = (await runOperator(world, ['invitations', 'create', '--json'])).json() as { url: string }
  await page.goto(url)
  // The provider still knows the user.
  await button.click()
  await page.waitForURL(`**${pagePaths.dashboard}`)
  await page.goto(world.origin + pagePaths.account)
  await page.getByRole('heading', { name: 'Carrow ID' }).waitFor()
  await takeScreenshots(page, 'openid-account')
})
