import { useEffect } from 'react'
import { Link } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { planOf, planState } from '../../../shared/plans/catalogue.ts'
import { showsCancel } from '../../../shared/plans/rights.ts'
import { Alert } from '../../components/alert.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { usePlans } from '../../lib/plans.ts'
import { useSubscriptionDetails, useSubscriptionStatus } from '../../lib/subscription.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { dashboardWords } from './cancel-words.ts'

/** What the dashboard says of a paid plan whose payment failed. */
export function PaymentWord() {
  const { subscriptionPlan } = useUser()
  const { data: catalogue } = usePlans()
  const isPaid = catalogue !== undefined && planState(catalogue, subscriptionPlan) === 'paid'
  const { data: state, error } = useSubscriptionStatus({ enabled: isPaid })
  const onSessionLoss = useSessionLoss()
  useEffect(() => {
    // Nothing else of it is worth a word here: the page of the plan says what could not be loaded.
    if (error !== null) onSessionLoss(error)
  }, [error, onSessionLoss])
  if (!isPaid || state?.status !== 'past_due') return null
  return (
    <Alert tone="bad" className="mt-4">
      Your last payment did not go through.{' '}
      <Link
        href={pagePaths.manageSubscription}
        className="font-medium whitespace-nowrap underline decoration-current/40 underline-offset-3 hover:decoration-current"
      >
        What to do
      </Link>
    </Alert>
  )
}

function CancelButton({ plan }: { plan: string }) {
  const { data, isPending } = useSubscriptionDetails()
  return (
    <div className="mt-3 -ml-2">
      {isPending ? (
        <Skeleton className="h-10 w-36 rounded-control" />
      ) : (
        <CancelSubscription plan={plan} details={data ?? null} words={dashboardWords} look="text" />
      )}
    </div>
  )
}

/** The way out of a plan, for the plans on which the dashboard offers it. */
export function DashboardCancel() {
  const { subscriptionPlan } = useUser()
  const { data: catalogue } = usePlans()
  const own = catalogue === undefined ? undefined : planOf(catalogue, subscriptionPlan)
  return own !== undefined && showsCancel(own) ? <CancelButton plan={own.name} /> : null
}
