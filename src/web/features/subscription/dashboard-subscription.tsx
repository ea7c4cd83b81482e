import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { isOwing, type SubscriptionDetails } from '../../../shared/billing.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { showsCancel } from '../../../shared/plans/entitlements.ts'
import { Alert } from '../../components/alert.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { longDate } from '../../lib/dates.ts'
import { useOwnPlan } from '../../lib/own-plan.ts'
import { detailsQuery, statusQuery } from '../../lib/queries.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { dashboardWords, isGift, keptUntil, lateEnd } from './subscription-words.tsx'

/** What the dashboard says of a paid plan whose payment failed. */
export function PaymentWord() {
  const isPaid = useOwnPlan().state === 'paid'
  const { data: state } = useQuery({ ...statusQuery, enabled: isPaid })
  if (!isPaid || state?.status !== 'past_due') return null
  return (
    <Alert tone="bad" className="mt-4">
      Your last payment didn’t go through.{' '}
      <Link
        href={pagePaths.manageSubscription}
        className="font-medium whitespace-nowrap underline decoration-current/40 underline-offset-3 hover:decoration-current"
      >
        What to do
      </Link>
    </Alert>
  )
}

/** Result of a request to cancel: until when the plan lasts, or that the request was rejected. */
function CancellationNote({ plan, details }: { plan: string; details: SubscriptionDetails }) {
  const { cancelAtPeriodEnd, cancellation, currentPeriodEnd, status } = details
  if (cancelAtPeriodEnd) {
    if (isOwing(status)) return `${lateEnd(plan)}.`
    const until = currentPeriodEnd === null ? null : longDate(currentPeriodEnd)
    return `You’ll keep ${plan} ${keptUntil({ isGift: isGift(details), until })}.`
  }
  if (cancellation?.status !== 'rejected') return null
  return (
    <>
      We couldn’t cancel your subscription.{' '}
      <Link
        href={pagePaths.manageSubscription}
        className="whitespace-nowrap underline decoration-line-strong underline-offset-3 hover:decoration-current"
      >
        See our answer
      </Link>
    </>
  )
}

function CancelButton({ plan }: { plan: string }) {
  const { data, isPending } = useQuery(detailsQuery)
  return (
    <div className="mt-3">
      {isPending ? (
        <Skeleton className="h-10 w-36 rounded-control" />
      ) : (
        <CancelSubscription plan={plan} details={data ?? null} words={dashboardWords} look="text" className="-ml-2" />
      )}
      {data === undefined ? null : (
        <p className="mt-1 text-[0.84375rem] text-ink-soft empty:hidden">
          <CancellationNote plan={plan} details={data} />
        </p>
      )}
    </div>
  )
}

/** The way out of a plan, for the plans on which the dashboard offers it. */
export function DashboardCancel() {
  const { plan } = useOwnPlan()
  return plan !== undefined && showsCancel(plan) ? <CancelButton plan={plan.name} /> : null
}
