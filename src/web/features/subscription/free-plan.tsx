import { Link } from 'wouter'
import { type SubscriptionDetails } from '../../../shared/billing.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { fallbackPrice, isOwing, isRunning } from '../../../shared/subscription-status.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { showSum, useMoney } from '../../lib/money.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { PlanSummary, RejectedRequest } from './plan-summary.tsx'
import { manageWords } from './subscription-words.tsx'

/** Describes a running subscription to a plan that is no longer in the catalogue. */
function formerPlanWords({ price, currency }: SubscriptionDetails, plan: Plan): string {
  const what = 'a plan we no longer offer'
  const paid =
    price === null || price === 0
      ? `You have ${what}.`
      : `You pay ${showSum(price, currency ?? fallbackPrice.currency)} a month for ${what}.`
  return `${paid} It includes what ${plan.name} includes, and you can cancel anytime.`
}

/**
 * The free plan, with an upgrade button. A subscription that is still running, or has a payment due, is described and can
 * be canceled.
 */
export function FreePlan({ plan, details }: { plan: Plan; details: SubscriptionDetails }) {
  const owes = isOwing(details.status)
  const runs = isRunning(details.status)
  const price = useMoney(plan.price.amount, plan.price.currency)
  return (
    <>
      {owes ? (
        <Alert tone="bad" className="mb-6">
          Your last payment didn’t go through, so your paid plan has ended. Choose a plan to pay the open invoice and
          get it back, or cancel the subscription.
        </Alert>
      ) : null}
      {runs ? <p className="mb-6 max-w-[36em]">{formerPlanWords(details, plan)}</p> : null}
      <RejectedRequest details={details} className="mb-6" />
      <PlanSummary label="Free plan" plan={plan} price={price} facts={[]}>
        <Button asChild>
          <Link href={pagePaths.subscribe}>Upgrade</Link>
        </Button>
        {owes || runs ? (
          <CancelSubscription plan={null} details={details} words={manageWords} />
        ) : (
          <p className="text-sm text-ink-soft">You’re on the free plan. Nothing to pay.</p>
        )}
      </PlanSummary>
    </>
  )
}
