import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { standinConnection } from '../../src/server/platform/config/config.ts'
import { browserTest } from '../support/browser.ts'
import { openStartFolder, type StartFolder, until } from '../support/start-script.ts'
import { expectToast, registerByHand } from './steps.ts'

let doorstep: StartFolder
beforeAll(async () => {
  doorstep = await openStartFolder()
})
afterAll(async () => doorstep.leave())

/** The plan in the header, once the product has synced it. */
async function expectPlan(page: Page, address: string, plan: 'Pro Plan' | 'Elite Plan' | null): Promise<void> {
  const badge = page.getByRole('banner').getByText(/ Plan$/u)
  await until(async () => {
    await page.goto(`${address}/dashboard`)
    await page.getByRole('tab', { name: 'From URL' }).waitFor()
    const [shown = null] = await badge.allInnerTexts()
    return shown === plan
  })
}

/** Response of the subscription route. */
const details = async (page: Page) =>
  page.evaluate<{ status: string; planType: string; price: number; currentPeriodEnd: string }>(
    "fetch('/api/subscription/details').then((answer) => answer.json())",
  )

browserTest(
  'a fresh installation sells, renews, changes and ends a plan without configuration',
  { timeout: 240_000 },
  async ({ page, newPage, problems }) => {
    // Scripts that load while the browser is idle may find the server stopped.
    problems.allow(/ERR_CONNECTION_REFUSED.*\/assets\//)
    const first = await doorstep.start()
    const origin = `http://localhost:${first.port}`
    const { page: stripe } = await newPage()
    const startPage = standinConnection(doorstep.dataDir)!.apiUrl
    expect(first.said()).toContain(`Stripe is simulated on ${startPage}: no money moves.`)
    await stripe.goto(startPage)
    await stripe.getByText('Nobody yet. Choose a plan in Precis, and pay here.').waitFor()

    const email = await registerByHand(page, origin)
    await page.goto(`${origin}/subscribe`)
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
    await page.getByRole('heading', { name: /^Subscribe to .*Pro$/u }).waitFor()
    expect(new URL(page.url()).origin).toBe(startPage)
    await page.getByText('$29 a month').waitFor()
    await page.getByText(email).waitFor()
    await page.getByLabel('4000 0000 0000 0002 is declined').check()
    await page.getByRole('button', { name: 'Pay and subscribe' }).click()
    await page.getByRole('alert').getByText('Your card was declined.').waitFor()
    await page.getByRole('link', { name: 'Back to Precis' }).click()
    await expectToast(page, 'Payment Canceled')
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
    await page.getByRole('button', { name: 'Pay and subscribe' }).click()
    await expectToast(page, 'Payment Successful!', 'Your Pro subscription has been activated.')
    await page.getByRole('banner').getByText('Pro Plan').waitFor()

    // The next renewal fails; the product receives a signed event.
    await stripe.reload()
    const row = stripe.getByRole('listitem').filter({ hasText: email })
    await row.filter({ hasText: 'active, renews' }).waitFor()
    await row.getByRole('button', { name: /^Let charges fail/u }).click()
    await stripe.getByRole('button', { name: 'Until the next renewal' }).click()
    await row.getByText(/^past_due, renews /u).waitFor()
    await expect.poll(async () => (await details(page)).status).toBe('past_due')
    await expectPlan(page, origin, 'Pro Plan')
    expect(await first.stop()).toBe(0)

    // After a restart, product and stand-in know each other and the subscriber; the invoice can be paid on its page.
    const second = await doorstep.start({ PORT: String(first.port) })
    await stripe.goto(standinConnection(doorstep.dataDir)!.apiUrl)
    await row.getByText(/^past_due, renews /u).waitFor()
    await row.getByRole('button', { name: /^Let charges work/u }).click()
    await stripe.getByRole('button', { name: 'A week' }).click()
    await row.getByText(/^active, renews /u).waitFor()
    await expect.poll(async () => (await details(page)).status).toBe('active')

    await page.goto(`${origin}/subscribe`)
    await page.getByRole('button', { name: 'Upgrade to Elite' }).click()
    await page.getByRole('heading', { name: /^From .*Pro to .*Elite$/u }).waitFor()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(`${origin}/manage-subscription**`)
    await expectPlan(page, origin, 'Elite Plan')
    expect(await details(page)).toMatchObject({ planType: 'elite', price: 5900 })

    // Without payment, the plan ends after a week of retries, at Stripe and in the product.
    await stripe.reload()
    await row.getByRole('button', { name: /^Let charges fail/u }).click()
    for (const name of ['Until the next renewal', 'A week']) await stripe.getByRole('button', { name }).click()
    await row.getByText(/^canceled, ended /u).waitFor()
    await expectPlan(page, origin, null)
    await second.stop()
  },
)
