import { graceDays } from '../../../../shared/billing.ts'
import { content } from '../../../../shared/content.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import type { LegalSection } from '../legal-page.tsx'
import { Mail, PageLink } from '../parts.tsx'

const { legal } = content

/** What is paid for, and how that ends. */
export const paying: readonly LegalSection[] = [
  {
    id: 'plans',
    title: 'Plans and prices',
    body: (
      <>
        <p>
          There is a free plan, and there are paid ones. What each costs and holds stands on the{' '}
          <PageLink to={pagePaths.subscribe}>pricing page</PageLink>; what stood there when you subscribed is what we
          agreed on. Taxes are added where the law says so, and shown before you pay.
        </p>
        <p>
          Payment is taken by our payment provider, in advance for each month. We may change prices and plans: for a
          subscription that is running we tell you by mail at least {legal.noticeDays} days before, and you can cancel
          until then.
        </p>
      </>
    ),
  },
  {
    id: 'renewal',
    title: 'Renewal',
    body: (
      <p>
        A paid plan runs for a month and renews by itself for another, at the price that then holds, until it is
        canceled. There is no longer term. If a payment fails, you keep your plan for {graceDays} days while another
        means is tried; if none works, your account goes back to the free plan and your summaries stay.
      </p>
    ),
  },
  {
    id: 'cancellation',
    title: 'Canceling',
    body: (
      <>
        <p>
          You can cancel at any time: ask for it on the{' '}
          <PageLink to={pagePaths.manageSubscription}>Manage Subscription</PageLink> page, or write to <Mail />. People
          look at each request, and answer within {legal.cancellationAnswer}. The day you asked is the one that counts.
        </p>
        <p>
          You keep the plan until the end of the month you have paid for, and are not charged again. Deleting your
          account cancels too, but ends access at once.
        </p>
      </>
    ),
  },
  {
    id: 'money-back',
    title: 'Money back',
    body: (
      <p>
        Ask within {legal.moneyBackDays} days of your first payment for a plan, and you get it back in full, without a
        reason. Write to <Mail />. Rights of withdrawal that the law gives you as a consumer stand beside this.
      </p>
    ),
  },
]
