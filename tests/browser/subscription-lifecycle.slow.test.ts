import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { addMonths } from '../../src/shared/plans/catalogue.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { precis } from '../support/command.ts'
import { freePort } from '../support/process.ts'
import { startTestProduct, type TestProduct } from '../support/product.ts'
import { startTestStripe, type TestStripe } from '../support/stripe.ts'
import { expectToast, registerByHand, user } from './steps.ts'

/** Texts that are summarized separately. */
const textOf = (number: number): string =>
  `Report ${number}. The harbor of Aldwick was rebuilt in ${1900 + number} after a storm had taken its wall. The town paid for it with a toll on every ship. After ${number + 3} years the harbor had paid for itself, and the toll was dropped. Fishers came back, and with them the market on the quay.`

/** Paid plans in order, with the expected content of the hosted page. */
const climb = [
  ['Lite', /Due today\s+\$9\.00/],
  ['Pro', /Due now\s+\$20\.00/],
  ['Elite', /Due now\s+\$30\.00/],
] as const

describe('lifecycle of a subscription', () => {
  let stripe: TestStripe
  let test: TestProduct & { url?: string | null }
  let origin: string
  let commandEnv: Record<string, string>
  beforeAll(async () => {
    stripe = await startTestStripe()
    const port = await freePort()
    origin = `http://localhost:${port}`
    const env = { ...stripe.env, APP_URL: origin }
    test = await startTestProduct({ env, clock: stripe.clock })
    stripe.deliverTo(`${origin}/api/webhooks/stripe`)
    commandEnv = { ...env, DATA_DIR: test.dataDir, DATABASE_URL: (test.database as { url?: string }).url ?? '' }
    await test.product.app.listen({ host: 'localhost', port })
  })
  afterAll(async () => {
    await test.close()
    await stripe.stop()
  })

  const summarize = async (page: Page, number: number): Promise<{ status: number; id: string }> =>
    page.evaluate(
      `fetch('/api/summaries', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content: ${JSON.stringify(textOf(number))} }),
      }).then(async (response) => ({ status: response.status, id: (await response.json()).id }))`,
    )
  const exportOf = async (page: Page, id: string): Promise<number> =>
    page.evaluate(`fetch('/api/summaries/${id}/export?format=markdown').then((response) => response.status)`)
  const planBadge = (page: Page, plan: string) => page.getByRole('banner').getByText(`${plan} Plan`)

  browserTest(
    'upgrades plan by plan, is used, canceled, and ends',
    { timeout: 240_000 },
    async ({ page, problems }) => {
      problems.allow(/403/)
      const email = await registerByHand(page, origin)

      // Starter reaches its limit, and leads to pricing.
      const made = []
      for (const number of [1, 2, 3]) made.push(await summarize(page, number))
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
      await page.reload()
      await page.getByRole('tab', { name: 'From Text' }).click()
      await page.getByLabel('Text to summarize').fill(textOf(99))
      await page.getByRole('button', { name: 'Summarize' }).click()
      const spent = page.getByRole('dialog', { name: 'No summaries left this month' })
      await spent.getByRole('link', { name: 'Upgrade Now' }).click()
      await page.waitForURL('**/subscribe')
      expect(await exportOf(page, made[0]!.id)).toBe(403)

      // Upgrades plan by plan: each total is shown before payment.
      for (const [step, [plan, shown]] of climb.entries()) {
        if (step > 0) await page.goto(`${origin}/subscribe`)
        await page
          .getByRole('list', { name: 'Plans' })
          .getByRole('button', { name: `Upgrade to ${plan}` })
          .click()
        await page.waitForURL(`${stripe.url}/**`)
        await expect.poll(async () => page.getByRole('main').innerText()).toMatch(shown)
        await takeScreenshots(page, `life-${plan}`)
        if (step === 0) {
          await page.getByRole('button', { name: 'Pay and subscribe' }).click()
          await page.waitForURL('**/dashboard')
          await expectToast(page, 'Payment Successful!', `Your ${plan} subscription has been activated.`)
        } else {
          await page.getByRole('button', { name: 'Confirm' }).click()
          await page.waitForURL('**/manage-subscription')
          await expectToast(page, 'Plan Changed', `You’re now on ${plan}.`)
        }
        await planBadge(page, plan).waitFor()
      }

      // The new plan starts with nothing used, and its features are available.
      const after = await summarize(page, 99)
      expect(after.status).toBe(201)
      expect(await exportOf(page, after.id)).toBe(200)
      const stats = await page.evaluate<{ summariesUsed: number }>(`fetch('/api/stats').then((r) => r.json())`)
      expect(stats.summariesUsed).toBe(1)

      // Requests a cancellation; the operator processes it at period end.
      await page.goto(`${origin}/manage-subscription`)
      await page.getByRole('button', { name: 'Cancel Subscription' }).click()
      await page.getByLabel('Reason for cancellation').fill('I have read everything.')
      await page.getByRole('button', { name: 'Submit Request' }).click()
      await expectToast(page, 'Cancellation Request Submitted', 'You will be contacted within 1-2 business days.')
      await expect
        .poll(async () => page.getByRole('button', { name: 'Cancellation Requested' }).isDisabled())
        .toBe(true)
      const listed = await precis(['cancellations', 'list', '--json'], commandEnv)
      const [request] = (listed.json() as { cancellations: { id: string; email: string; reason: string }[] })
        .cancellations
      expect(request).toMatchObject({ email, reason: 'I have read everything.' })
      expect((await precis(['cancellations', 'process', request!.id], commandEnv)).code).toBe(0)
      await page.reload()
      await page.getByText('Paid until', { exact: true }).waitFor()
      await takeScreenshots(page, 'life-ending')
      expect(await exportOf(page, after.id)).toBe(200)

      // The period ends: back to Starter, without exports, and with all summaries.
      await stripe.moveTo(new Date(addMonths(stripe.now(), 1).getTime() + 60_000))
      // The session ends meanwhile, too.
      await page.context().clearCookies()
      await page.goto(`${origin}/login`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(user.password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.waitForURL('**/dashboard')
      await expect.poll(async () => planBadge(page, 'Elite').count()).toBe(0)
      expect(await exportOf(page, after.id)).toBe(403)
      await page.goto(`${origin}/summaries/${after.id}`)
      await page.getByRole('button', { name: 'Upgrade to Export' }).waitFor()
      const [{ status } = { status: '' }] = stripe.subscriptionsOf(
        Object.values(stripe.engine.world.customers).find((customer) => customer.email === email)!.id,
      )
      expect(status).toBe('canceled')
    },
  )
})
