import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { SubscriptionDetails } from '../../../shared/account/billing.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { showsCancel } from '../../../shared/plans/catalogue.ts'
import { Skeleton } from '../../components/states.tsx'
import { useOwnPlan } from '../../lib/plans/own-plan.ts'
import { detailsQuery, statusQuery } from '../../lib/queries.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { dashboardWords, keptWords, leavingOf } from './subscription-words.tsx'

export function PaymentAlert() {
  const isPaid = useOwnPlan().state === 'paid'
  const { data: state } = useQuery({ ...statusQuery, enabled: isPaid })
  if (!isPaid || state?.status !== 'past_due') return null
  return (
    <p className="mt-4 rounded-card border border-line bg-raised px-4 py-3.5 text-sm text-wrap max-lg:-mb-2">
      Your last payment didn’t go through.{' '}
      <Link
        href={pagePaths.manageSubscription}
        className="font-medium whitespace-nowrap underline decoration-current/40 underline-offset-3 hover:decoration-current"
      >
        What to do
      </Link>
    </p>
  )
}

function CancellationNote({ plan, details }: { plan: string; details: SubscriptionDetails }) {
  if (details.cancelAtPeriodEnd) return `${keptWords(leavingOf(plan, details))}.`
  if (details.cancellation?.status !== 'rejected') return null
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
        <CancelSubscription
          plan={plan}
          details={data ?? null}
          words={dashboardWords}
          look="text"
          className="-ml-2 text-[0.8125rem] font-normal"
        />
      )}
      {data === undefined ? null : (
        <p className="mt-1 text-[0.84375rem] text-ink-soft empty:hidden">
          <CancellationNote plan={plan} details={data} />
        </p>
      )}
    </div>
  )
}

export function DashboardCancel() {
  const { plan } = useOwnPlan()
  return plan !== undefined && showsCancel(plan) ? <CancelButton plan={plan.name} /> : null
}
