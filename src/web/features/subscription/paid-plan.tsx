import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Button } from '../../components/button.tsx'
import { longDate } from '../../lib/dates.ts'
import { PlanSummary } from './plan-summary.tsx'

interface PaidPlanProps {
  plan: Plan
  /** Whether there is a plan above. */
  canUpgrade: boolean
  /** ISO 8601; null where the plan has no end set. */
  paidUntil: string | null
}

/** What people with a paid plan see: the plan, how it is billed, and who ends it. */
export function PaidPlan({ plan, canUpgrade, paidUntil }: PaidPlanProps) {
  const until = paidUntil === null ? null : longDate(paidUntil)
  const facts = [
    { label: 'Billing cycle', value: 'Monthly' },
    ...(until === null ? [] : [{ label: 'Paid until', value: until }]),
  ]
  const subject = encodeURIComponent(`Cancel my ${plan.name} plan`)
  return (
    <>
      <PlanSummary label="Current plan" plan={plan} facts={facts}>
        {canUpgrade ? (
          <Button asChild look="plain">
            <Link href={pagePaths.subscribe}>Upgrade Plan</Link>
          </Button>
        ) : null}
      </PlanSummary>
      <section aria-labelledby="cancelling" className="pt-9">
        <h2 id="cancelling" className="text-[1.3125rem] leading-snug">
          Canceling
        </h2>
        <p className="mt-2 max-w-[36em] text-ink-soft">
          Write to{' '}
          <a
            href={`mailto:${content.supportEmail}?subject=${subject}`}
            className="text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
          >
            {content.supportEmail}
          </a>{' '}
          from the address you sign in with. We answer within {content.legal.cancellationAnswer}, and you keep{' '}
          {plan.name} until the end of the month you have paid for.
        </p>
      </section>
    </>
  )
}
