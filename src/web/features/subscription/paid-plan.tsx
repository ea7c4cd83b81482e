import { useMutation } from '@tanstack/react-query'
import type { SubscriptionDetails } from '../../../shared/account/billing.ts'
import { fallbackPrice } from '../../../shared/account/subscription-status.ts'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { FailureLine } from '../../components/alert.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { SupportLink } from '../../components/links.tsx'
import { cn } from '../../lib/cn.ts'
import { showSum } from '../../lib/plans/money.ts'
import { changePlanPath, createSubscription, usePlanRefresh } from '../../lib/plans/subscription.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { PlanSummary, planColumns, RejectedRequest } from './plan-summary.tsx'
import {
  endLabel,
  keptWords,
  type Leaving,
  leavingOf,
  manageWords,
  statusWords,
  Unbroken,
} from './subscription-words.tsx'

/** Explains that a payment failed, and leads to its invoice. `until` is the day the plan ends without it, in words. */
function PastDue({ plan, until }: { plan: Plan; until: string | null }) {
  const refreshPlan = usePlanRefresh()
  const { mutate, isPending, error } = useMutation({
    mutationFn: createSubscription,
    onSuccess: async (answer) => {
      if ('url' in answer) window.location.assign(answer.url)
      // The invoice was paid by now.
      else await refreshPlan()
    },
  })
  return (
    <section aria-labelledby="past-due" className="mb-8 rounded-card border border-line bg-raised p-5 sm:p-6">
      <h2 id="past-due" className="text-[1.3125rem] leading-snug">
        Your last payment didn’t go through
      </h2>
      <p className="mt-1.5 max-w-[36em]">
        We’ll try your card again over the next few days. You’ll keep {plan.name}
        {until === null ? ' for now' : ` until ${until.replaceAll(' ', '\u00a0')}`}; pay before then, with this card or
        another, and nothing changes.
      </p>
      <Button className="mt-4" pending={isPending} needsConnection onClick={() => mutate(plan.id)}>
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

interface CancelingProps {
  details: SubscriptionDetails
  leaving: Leaving
}

function BeforeCanceling({ details, leaving }: CancelingProps) {
  const { isGift, isLate, until } = leaving
  const anytime = details.cancellation?.status === 'rejected' ? 'You can ask again anytime.' : 'Cancel anytime.'
  const lead = isGift ? `This plan was given to you, so there’s nothing to pay. ${anytime}` : anytime
  const kept = keptWords({ ...leaving, until: isGift ? until : null })
  const rest = isLate ? `. ${kept}` : `, and ${kept.replace('You', 'you')}`
  return <Unbroken text={`${lead} We’ll confirm within ${content.legal.cancellationAnswer}${rest}.`} />
}

function AfterCanceling({ details, leaving }: CancelingProps) {
  const asked =
    details.cancellation?.status === 'pending'
      ? `We have your request and will confirm within ${content.legal.cancellationAnswer}.`
      : 'Your subscription won’t renew.'
  return (
    <>
      <Unbroken text={asked} /> {keptWords(leaving)}. Your summaries stay. Changed your mind?
      {leaving.isLate ? (
        <>
          {' '}
          Email <SupportLink subject={`Keep my ${leaving.plan} plan`} />.
        </>
      ) : null}
    </>
  )
}

function Canceling(props: CancelingProps) {
  const { leaving, details } = props
  return (
    <section aria-labelledby="canceling" className={cn(planColumns, 'gap-y-3 pt-9')}>
      <h2 id="canceling" className="text-[1.3125rem] leading-snug">
        Canceling
      </h2>
      <div>
        <RejectedRequest details={details} className="mb-5" />
        {/* On phones as high after a request as before it, so that nothing below moves. */}
        <p className="max-w-[36em] text-ink-soft max-sm:min-h-[4lh]">
          {details.cancelAtPeriodEnd ? <AfterCanceling {...props} /> : <BeforeCanceling {...props} />}
        </p>
        <div className="mt-5 flex flex-wrap gap-x-4 gap-y-3">
          {details.cancelAtPeriodEnd && !leaving.isLate ? (
            <ButtonLink href={pagePaths.subscribe}>Keep {leaving.plan}</ButtonLink>
          ) : null}
          <CancelSubscription plan={leaving.plan} details={details} words={manageWords} />
        </div>
      </div>
    </section>
  )
}

interface PaidPlanProps {
  plan: Plan
  /** Whether there is a better plan. */
  canUpgrade: boolean
  /** Whether there is a cheaper plan that isn't free. */
  canDowngrade: boolean
  details: SubscriptionDetails
}

export function PaidPlan({ plan, canUpgrade, canDowngrade, details }: PaidPlanProps) {
  const { status, price, currency } = details
  const leaving = leavingOf(plan.name, details)
  const { until } = leaving
  const facts = [
    ...(leaving.isGift ? [] : [{ label: 'Billing cycle', value: 'Monthly' }]),
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
            : price === 0
              ? null
              : showSum(price, currency ?? fallbackPrice.currency)
        }
        status={<Badge tone={tone}>{label}</Badge>}
        facts={facts}
      >
        {canUpgrade ? (
          <ButtonLink look="plain" href={pagePaths.subscribe}>
            Upgrade Plan
          </ButtonLink>
        ) : canDowngrade ? (
          <ButtonLink look="plain" href={changePlanPath}>
            Change Plan
          </ButtonLink>
        ) : null}
      </PlanSummary>
      <Canceling details={details} leaving={leaving} />
    </>
  )
}
