import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { fallbackPrice, isOwing, type SubscriptionDetails } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan, PlanId } from '../../../shared/plans/catalogue.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { SupportLink } from '../../components/links.tsx'
import { cn } from '../../lib/cn.ts'
import { longDate } from '../../lib/dates.ts'
import { showSum } from '../../lib/money.ts'
import { changePlanPath, createSubscription, usePlanRefresh } from '../../lib/subscription.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { PlanSummary, planColumns, RejectedRequest } from './plan-summary.tsx'
import {
  endLabel,
  isGift,
  keptUntil,
  lateEnd,
  manageWords,
  statusWords,
  UnbrokenAnswerTime,
} from './subscription-words.tsx'

/**
 * POST /api/create-subscription for the plan that somebody has and has not paid for: leads to the hosted page of what is
 * open. Where it has been paid meanwhile, that is loaded.
 */
function usePayInvoice() {
  const refreshPlan = usePlanRefresh()
  return useMutation({
    mutationFn: async (plan: PlanId) => createSubscription(plan),
    onSuccess: async (answer) => {
      if ('url' in answer) window.location.assign(answer.url)
      else await refreshPlan()
    },
  })
}

interface PastDueProps {
  plan: Plan
  /** Until when the plan is kept without a payment, in words; null where that is not known. */
  until: string | null
}

/** Says that a payment failed, what comes of it, and leads to where it can be made. */
function PastDue({ plan, until }: PastDueProps) {
  const { mutate, isPending, error } = usePayInvoice()
  return (
    <section aria-labelledby="past-due" className="mb-8 rounded-card border border-line bg-raised p-5 sm:p-6">
      <h2 id="past-due" className="text-[1.3125rem] leading-snug text-bad">
        Your last payment didn’t go through
      </h2>
      <p className="mt-1.5 max-w-[36em]">
        We’ll try your card again over the next few days. You’ll keep {plan.name}
        {until === null ? ' for now' : ` until ${until}`}; pay before then, with this card or another, and nothing
        changes.
      </p>
      <Button className="mt-4" pending={isPending} onClick={() => mutate(plan.id)}>
        Pay Now
      </Button>
      <FailureLine
        error={error}
        fallback="We couldn’t open the payment page. Please try again in a moment."
        className="mt-4"
      />
    </section>
  )
}

interface PaidPlanProps {
  plan: Plan
  /** Whether there is a plan above. */
  canUpgrade: boolean
  /** Whether there is one below that is paid for, too. */
  canDowngrade: boolean
  details: SubscriptionDetails
}

const linkStyle = 'text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent'

/** How users keep a plan after all: on the plans page, or by email where a payment is late. */
function WayBack({ plan: { name }, isLate }: { plan: Plan; isLate: boolean }) {
  if (!isLate) {
    return (
      <>
        Choose{' '}
        <Link href={pagePaths.subscribe} className={linkStyle}>
          Keep {name}
        </Link>{' '}
        on the plans page.
      </>
    )
  }
  return (
    <>
      Email <SupportLink subject={`Keep my ${name} plan`} className={linkStyle} />.
    </>
  )
}

interface CancelingProps {
  plan: Plan
  details: SubscriptionDetails
  until: string | null
}

/** Text before users ask to cancel. */
function BeforeCanceling({ plan: { name }, details, until }: CancelingProps) {
  const isGiven = isGift(details)
  const anytime = details.cancellation?.status === 'rejected' ? 'You can ask again anytime.' : 'Cancel anytime.'
  const lead = isGiven ? `This plan was given to you, so there’s nothing to pay. ${anytime}` : anytime
  const confirm = `We’ll confirm within ${content.legal.cancellationAnswer}`
  if (isOwing(details.status)) return <UnbrokenAnswerTime text={`${lead} ${confirm}. ${lateEnd(name)}.`} />
  const kept = keptUntil({ isGift: isGiven, until: isGiven ? until : null })
  return <UnbrokenAnswerTime text={`${lead} ${confirm}, and you’ll keep ${name} ${kept}.`} />
}

/** Text after users have asked to cancel, with how to change their mind. */
function AfterCanceling({ plan, details, until }: CancelingProps) {
  const isLate = isOwing(details.status)
  const asked =
    details.cancellation?.status === 'pending'
      ? `We have your request and will confirm within ${content.legal.cancellationAnswer}.`
      : 'Your subscription is canceled.'
  const kept = isLate
    ? `${lateEnd(plan.name)}.`
    : `You’ll keep ${plan.name} ${keptUntil({ isGift: isGift(details), until })}.`
  return (
    <>
      <UnbrokenAnswerTime text={asked} /> {kept} Your summaries stay. Changed your mind?{' '}
      <WayBack plan={plan} isLate={isLate} />
    </>
  )
}

/** Explains canceling, before and after users ask for it, and the answer to a request that was rejected. */
function Canceling(props: CancelingProps) {
  const { plan, details } = props
  return (
    <section aria-labelledby="canceling" className={cn(planColumns, 'gap-y-3 pt-9')}>
      <h2 id="canceling" className="text-[1.3125rem] leading-snug">
        Canceling
      </h2>
      <div>
        <RejectedRequest details={details} className="mb-5" />
        <p className="max-w-[36em] text-ink-soft">
          {details.cancelAtPeriodEnd ? <AfterCanceling {...props} /> : <BeforeCanceling {...props} />}
        </p>
        <CancelSubscription plan={plan.name} details={details} words={manageWords} className="mt-5" />
      </div>
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
