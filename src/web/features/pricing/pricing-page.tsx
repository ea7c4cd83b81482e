import { content } from '../../../shared/content.ts'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../components/skeleton.tsx'
import { ErrorState } from '../../components/states.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { usePlans } from '../../lib/plans.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { PlanCards } from './plan-cards.tsx'

function PlanSkeletons() {
  return (
    <SkeletonGroup label="Loading plans" className="grid gap-7 border-y border-line py-7 lg:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place}>
          <Skeleton className="h-6 w-24" />
          <Skeleton className="mt-9 h-10 w-20" />
          <SkeletonText lines={3} className="mt-7" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

/** What the plans cost and hold. */
export default function PricingPage() {
  useDocumentTitle('Pricing')
  const { user } = useAuth()
  const { data: catalogue, error, refetch, isFetching } = usePlans()
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <h1 className="text-[2.25rem] leading-[1.08] md:text-[3.25rem]">{content.pricing.title}</h1>
      <p className="mt-4 mb-10 max-w-[38em] text-lg text-ink-soft md:mb-14">{content.pricing.lead}</p>
      {catalogue ? (
        <>
          <PlanCards catalogue={catalogue} plan={user === null ? undefined : user.subscriptionPlan} />
          <h2 id="comparison" className="mt-16 text-[1.75rem] leading-tight md:mt-20">
            Line by line
          </h2>
          <ComparisonTable catalogue={catalogue} />
        </>
      ) : error ? (
        <ErrorState title="The plans did not load" onRetry={() => void refetch()} retrying={isFetching}>
          {reasonOf(error, 'Please try again in a moment.')}
        </ErrorState>
      ) : (
        <PlanSkeletons />
      )}
    </div>
  )
}
