import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { cancellationRequests } from '../../src/server/db/schema/index.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { expectToFit, refuse } from './auth-steps.ts'
import { CANCEL, dialogOf, openDialog, reason, submit } from './cancel-steps.ts'
import { expectToast } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

describe('cancellation requests', () => {
  const world = startWorld()
  const requestsOf = async (userId: string) =>
    world.product.database.db.select().from(cancellationRequests).where(eq(cancellationRequests.userId, userId))

  browserTest('shows a request with the end of the plan, and a rejection with the answer', async ({ page }) => {
    const { userId, set } = await subscribe(page, world.product, pro)
    const { db } = world.product.database
    await db.insert(cancellationRequests).values({ userId, reason: 'Too little time.' })
    const aside = page.getByRole('complementary')
    await page.goto(`${world.product.origin}/dashboard`)
    await aside.getByRole('button', { name: 'Cancellation Requested' }).waitFor()
    await aside.getByText('You’ll keep Pro until March 4, 2091.').waitFor()
    await takeScreenshots(page, 'dashboard-cancel-requested')

    const answer = 'You are on a yearly contract until June. We will end it then.'
    await db
      .update(cancellationRequests)
      .set({ status: 'rejected', answer, processedAt: new Date() })
      .where(eq(cancellationRequests.userId, userId))
    await page.reload()
    await aside.getByRole('button', { name: 'Cancel Subscription' }).waitFor()
    await aside.getByText('We couldn’t cancel your subscription.').waitFor()
    await takeScreenshots(page, 'dashboard-cancel-rejected')
    await expectAccessible(page, 'the dashboard with a rejected request to cancel')
    await aside.getByRole('link', { name: 'See our answer' }).press('Enter')
    await page.waitForURL('**/manage-subscription')
    await page.getByText('We couldn’t cancel your subscription.').waitFor()
    await page.getByText(answer).waitFor()
    await page.getByText('You can ask again anytime.').waitFor()
    await takeScreenshots(page, 'manage-cancel-rejected')
    await expectAccessible(page, 'the page of a plan with a rejected request to cancel')
    await expectToFit(page)

    await set({ subscriptionPlan: null, subscriptionStatus: 'unpaid' })
    await page.reload()
    await page.getByText(answer).waitFor()
  })

  browserTest('withdraws a request for an operator’s plan by choosing the plan again', async ({ page }) => {
    const { userId } = await subscribe(page, world.product, { subscriptionPlan: 'elite', planSource: 'operator' })
    await world.product.database.db.insert(cancellationRequests).values({ userId, reason: 'Too little time.' })
    await page.goto(`${world.product.origin}/manage-subscription`)
    await page.getByText('You’ll keep Elite until we end it.').waitFor()
    await page.getByRole('link', { name: 'Keep Elite' }).press('Enter')
    await page.getByText('You’ve asked to cancel Elite.').waitFor()
    await page.getByRole('button', { name: 'Keep Elite' }).press('Enter')
    await expectToast(
      page,
      'Subscription Active',
      'Your cancellation request is withdrawn. Your Elite subscription continues.',
    )
    await page.waitForURL('**/dashboard')
    await page.getByRole('complementary').getByRole('button', { name: 'Cancel Subscription' }).waitFor()
    expect(await requestsOf(userId)).toMatchObject([{ status: 'rejected' }])
  })

  browserTest('shows a request that was made elsewhere, without asking again', async ({ page, problems }) => {
    problems.allow(/409/)
    const { userId } = await subscribe(page, world.product, pro)
    await page.goto(`${world.product.origin}/manage-subscription`)
    await openDialog(page)
    await world.product.database.db.insert(cancellationRequests).values({ userId, reason: 'In another tab' })
    await reason(page).fill('In this one')
    await submit(page).press('Enter')
    await expectToast(page, 'No Request Needed', 'You’ve already asked for this.')
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cancellation Requested' }).waitFor()
    expect(await requestsOf(userId)).toHaveLength(1)
  })

  browserTest(
    'on the dashboard: is offered for the specified plans, in the specified words',
    async ({ page, problems }) => {
      problems.allow(/500/)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const { set } = await subscribe(page, world.product)
      const open = async (plan: string): Promise<void> => {
        asked.length = 0
        await page.goto(`${world.product.origin}/dashboard`)
        await page.getByRole('complementary').getByRole('heading', { name: plan }).waitFor()
        await page.getByText('No summaries yet').waitFor()
      }
      const button = page.getByRole('button', { name: /Cancel/ })
      await open('Starter')
      await expect
        .poll(async () => [await button.count(), asked.filter((path) => path.includes('subscription'))])
        .toEqual([0, []])
      await set({ ...pro, subscriptionPlan: 'lite' })
      await open('Lite')
      await expect
        .poll(async () => [await button.count(), asked.filter((path) => path.endsWith('/subscription/details'))])
        .toEqual([0, []])

      await set({ subscriptionPlan: 'pro', subscriptionStatus: 'past_due' })
      await open('Pro')
      const aside = page.getByRole('complementary')
      await aside.getByText('Your last payment didn’t go through.').waitFor()
      await expect
        .poll(async () => aside.getByRole('link', { name: 'What to do' }).getAttribute('href'))
        .toBe('/manage-subscription')
      await takeScreenshots(page, 'dashboard-past-due')
      await expectAccessible(page, 'the dashboard of a payment that failed')

      await openDialog(page)
      await expect.poll(async () => dialogOf(page).innerText()).toContain('Pro ends as soon as we process your request')
      await page.keyboard.press('Control+Enter')
      await expectToast(page, 'Reason Required', 'Please provide a reason for canceling your subscription.')
      await reason(page).fill('Too little time.')
      await refuse(page, CANCEL, 500, { code: 'internal', message: 'Something went wrong.' })
      await submit(page).press('Enter')
      await expectToast(page, 'Submission Failed', 'Failed to submit cancellation request')
      await dialogOf(page).getByRole('button', { name: 'Keep Subscription' }).press('Enter')
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.unroute(`**${CANCEL}`)
      await openDialog(page)
      await expect.poll(async () => reason(page).inputValue()).toBe('')
      await reason(page).fill('Too little time.')
      await submit(page).press('Enter')
      await expectToast(page, 'Cancellation Request Submitted', 'You will be contacted within 1-2 business days.')
      await expect
        .poll(async () => page.getByRole('button', { name: 'Cancellation Requested' }).isDisabled())
        .toBe(true)
    },
  )
})
