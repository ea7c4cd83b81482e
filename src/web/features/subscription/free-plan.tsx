import { Link } from 'wouter'
import { isOwing, type SubscriptionDetails } from '../../../shared/billing.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { showMoney } from '../../lib/money.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { manageWords } from './cancel-words.ts'
import { PlanSummary } from './plan-summary.tsx'

interface FreePlanProps {
  plan: Plan
  /** Null where they could not be loaded. */
  details: SubscriptionDetails | null
}

/** What people without a paid plan see: the free one, and the way up. A paid one that has ended is spoken of. */
export function FreePlan({ plan, details }: FreePlanProps) {
  const owes = details !== null && isOwing(details.status)
  return (
    <>
      {owes ? (
        <Alert tone="bad" className="mb-6">
          Your last payment did not go through, so your paid plan has ended. Choose a plan to pay what is open and have
          it again, or cancel the subscription.
        </Alert>
      ) : null}
      <PlanSummary label="Free plan" plan={plan} price={showMoney(plan.price.amount, plan.price.currency)} facts={[]}>
        <Button asChild>
          <Link href={pagePaths.subscribe}>Upgrade</Link>
        </Button>
        {owes ? (
          <CancelSubscription plan={null} details={details} words={manageWords} />
        ) : (
          <p className="text-sm text-ink-soft">There is nothing to pay, and nothing to cancel.</p>
        )}
      </PlanSummary>
    </>
  )
}
