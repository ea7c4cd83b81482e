import { canUpgrade, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../components/skeleton.tsx'
import { ErrorState } from '../../components/states.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { usePlans } from '../../lib/plans.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { FreePlan } from './free-plan.tsx'
import { PaidPlan } from './paid-plan.tsx'

function PlanSkeleton() {
  return (
    <SkeletonGroup label="Loading your plan" className="border-y border-line py-8">
      <Skeleton className="h-8 w-32" />
      <Skeleton className="mt-6 h-11 w-28" />
      <SkeletonText lines={3} className="mt-8 max-w-sm" />
    </SkeletonGroup>
  )
}

/** The plan one has, what it costs and holds, and the ways out of it. */
export default function ManagePage() {
  useDocumentTitle('Manage Subscription')
  const { subscriptionPlan, subscriptionExpiresAt } = useUser()
  const { data: catalogue, error, refetch, isFetching } = usePlans()
  return (
    <div className="wrap pt-12 pb-24 md:pt-18">
      <div className="max-w-[44rem]">
        <h1 className="text-[2.25rem] leading-[1.08] md:text-[2.75rem]">Manage Subscription</h1>
        <p className="mt-3 mb-9 text-lg text-ink-soft">Your plan, what it costs, and how to change it.</p>
        {catalogue ? (
          planState(catalogue, subscriptionPlan) === 'paid' ? (
            <PaidPlan
              plan={planOf(catalogue, subscriptionPlan)}
              canUpgrade={canUpgrade(catalogue, subscriptionPlan)}
              paidUntil={subscriptionExpiresAt}
            />
          ) : (
            <FreePlan plan={planOf(catalogue, subscriptionPlan)} />
          )
        ) : error ? (
          <ErrorState title="Your plan did not load" onRetry={() => void refetch()} retrying={isFetching}>
            {reasonOf(error, 'Please try again in a moment.')}
          </ErrorState>
        ) : (
          <PlanSkeleton />
        )}
      </div>
    </div>
  )
}
