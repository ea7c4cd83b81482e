import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { cancellationRequests } from '../../src/server/db/schema/index.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { expectFocus, expectTabOrder, expectToFit, hold, refuse } from './auth-steps.ts'
import { CANCEL, dialogOf, openDialog, reason, submit } from './cancel-steps.ts'
import { expectToast } from './steps.ts'
import { pro, subscribe } from './subscriber.ts'
import { startWorld } from './world.ts'

describe('cancellation requests', () => {
  const world = startWorld()
  const requestsOf = async (userId: string) =>
    world.product.database.db.select().from(cancellationRequests).where(eq(cancellationRequests.userId, userId))

  browserTest(
    'on the subscription page: asks for a reason, and explains the consequences',
    async ({ page, problems }) => {
      problems.allow(/50[03]|429/)
      const { userId } = await subscribe(page, world.product, { ...pro, subscriptionPlan: 'lite' })
      await page.goto(`${world.product.origin}/manage-subscription`)
      await openDialog(page)
      await expect
        .poll(async () => (await dialogOf(page).innerText()).replaceAll('\u00a0', ' '))
        .toMatch(/within 1-2 business days\. You’ll keep Lite until March 4, 2091/)
      await expectFocus(page, 'Reason for cancellation')
      await expect.poll(async () => submit(page).isDisabled()).toBe(true)
      await page.keyboard.type('  \n ')
      await expect.poll(async () => submit(page).isDisabled()).toBe(true)
      await page.keyboard.press('Control+Enter')
      await expectToast(page, 'Reason Required', 'Please provide a reason for cancellation.')
      await dialogOf(page).getByRole('alert').getByText('Please provide a reason for cancellation.').waitFor()
      await page.keyboard.type('Too little time.')
      await expect.poll(async () => dialogOf(page).getByRole('alert').count()).toBe(0)
      await takeScreenshots(page, 'cancel-dialog')
      await expectAccessible(page, 'the dialog that cancels')
      await expectToFit(page)
      await expectTabOrder(page, ['Keep Subscription', 'Submit Request', 'Close'])

      // The dialog discards its input.
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await expectFocus(page, 'Cancel Subscription')
      await openDialog(page)
      await expect.poll(async () => reason(page).inputValue()).toBe('')

      await reason(page).fill('x'.repeat(2001))
      await submit(page).press('Enter')
      await dialogOf(page).getByRole('alert').getByText('Please use at most 2,000 characters.').waitFor()
      await reason(page).fill('  Too little time.  ')
      await refuse(page, CANCEL, 503, { code: 'unavailable', message: 'The service is restarting.' })
      await submit(page).press('Enter')
      await expectToast(page, 'Request Failed', 'Failed to submit cancellation request. Please try again.')
      await dialogOf(page).getByRole('alert').getByText('The service is restarting.').waitFor()
      await expectFocus(page, 'Submit Request')
      await expect.poll(async () => reason(page).inputValue()).toBe('  Too little time.  ')
      await page.unroute(`**${CANCEL}`)

      const answer = await hold(page, CANCEL)
      await submit(page).press('Enter')
      await expect
        .poll(async () => dialogOf(page).getByRole('button', { name: 'Submitting...' }).isDisabled())
        .toBe(true)
      await page.keyboard.press('Escape')
      const details = await hold(page, '/api/subscription/details')
      answer()
      await expectToast(page, 'Cancellation Request Submitted', 'You will be contacted within 1-2 business days.')
      await dialogOf(page).waitFor({ state: 'detached' })
      details()
      const button = page.getByRole('button', { name: 'Cancellation Requested' })
      await expect.poll(async () => button.isDisabled()).toBe(true)
      await page.getByText('You’ll keep Lite until March 4, 2091').waitFor()
      await expect
        .poll(async () => page.getByRole('link', { name: 'Keep Lite' }).getAttribute('href'))
        .toBe('/subscribe')
      expect(await requestsOf(userId)).toMatchObject([{ reason: 'Too little time.', status: 'pending' }])
      await page.reload()
      await button.waitFor()
      await takeScreenshots(page, 'cancel-requested')
    },
  )
})
