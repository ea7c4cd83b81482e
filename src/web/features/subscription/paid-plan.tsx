import { Link } from 'wouter'
import { fallbackPrice, isOwing, type SubscriptionDetails } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { longDate } from '../../lib/dates.ts'
import { showSum } from '../../lib/money.ts'
import { changePlanPath } from '../../lib/subscription.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { manageWords } from './cancel-words.ts'
import { PastDue } from './past-due.tsx'
import { PlanSummary } from './plan-summary.tsx'
import { endLabel, isGift, keptUntil, lateEnd, statusWords } from './subscription-words.ts'

interface PaidPlanProps {
  plan: Plan
  /** Whether there is a plan above. */
  canUpgrade: boolean
  /** Whether there is one below that is paid for, too. */
  canDowngrade: boolean
  details: SubscriptionDetails
}

const linkStyle = 'text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent'

/** How a cancellation is taken back: among the plans, or where those offer no way to keep this one, by people. */
function WayBack({ plan: { name }, canKeep }: { plan: Plan; canKeep: boolean }) {
  if (canKeep) {
    return (
      <>
        choose{' '}
        <Link href={pagePaths.subscribe} className={linkStyle}>
          Keep {name}
        </Link>{' '}
        among the plans
      </>
    )
  }
  const subject = encodeURIComponent(`Keep my ${name} plan`)
  return (
    <>
      write to{' '}
      <a href={`mailto:${content.supportEmail}?subject=${subject}`} className={linkStyle}>
        {content.supportEmail}
      </a>
    </>
  )
}

interface CancelingProps {
  plan: Plan
  details: SubscriptionDetails
  until: string | null
}

/** What canceling means, before it is asked for and after. */
function Canceling({ plan, details, until }: CancelingProps) {
  const isGiven = isGift(details)
  const isLate = isOwing(details.status)
  return (
    <section aria-labelledby="canceling" className="pt-9">
      <h2 id="canceling" className="text-[1.3125rem] leading-snug">
        Canceling
      </h2>
      <p className="mt-2 max-w-[36em] text-ink-soft">
        {details.cancelAtPeriodEnd ? (
          <>
            {isLate ? lateEnd(plan.name) : `You keep ${plan.name} ${keptUntil({ isGift: isGiven, until })}`}; your
            summaries stay. Should you change your mind, <WayBack plan={plan} canKeep={!isGiven && !isLate} />.
          </>
        ) : (
          <>
            {isGiven
              ? 'This plan was given to you, so there is nothing to pay. You can cancel it at any time.'
              : 'You can cancel at any time.'}{' '}
            You are contacted within {content.legal.cancellationAnswer}
            {isLate
              ? `. ${lateEnd(plan.name)}.`
              : `, and keep ${plan.name} ${keptUntil({ isGift: isGiven, until: isGiven ? until : null })}.`}
          </>
        )}
      </p>
      <CancelSubscription plan={plan.name} details={details} words={manageWords} className="mt-5" />
    </section>
  )
}

/** What people with a paid plan see: the plan, how it is billed and how it stands, and the ways on and out. */
export function PaidPlan({ plan, canUpgrade, canDowngrade, details }: PaidPlanProps) {
  const { status, price, currency, currentPeriodEnd } = details
  const until = currentPeriodEnd === null ? null : longDate(currentPeriodEnd)
  const facts = [
    { label: 'Billing cycle', value: 'Monthly' },
    ...(until === null ? [] : [{ label: endLabel(details), value: until }]),
  ]
  const { label, tone } = statusWords(status)
  return (
    <>
      {status === 'past_due' ? <PastDue plan={plan} until={until} /> : null}
      <PlanSummary
        label="Current plan"
        plan={plan}
        price={
          price === null
            ? showSum(fallbackPrice.amount, fallbackPrice.currency)
            : showSum(price, currency ?? fallbackPrice.currency)
        }
        status={<Badge tone={tone}>{label}</Badge>}
        facts={facts}
      >
        {canUpgrade ? (
          <Button asChild look="plain">
            <Link href={pagePaths.subscribe}>Upgrade Plan</Link>
          </Button>
        ) : canDowngrade ? (
          <Button asChild look="plain">
            <Link href={changePlanPath}>Change Plan</Link>
          </Button>
        ) : null}
      </PlanSummary>
      <Canceling plan={plan} details={details} until={until} />
    </>
  )
}
