import type { SubscriptionDetails } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../components/skeleton.tsx'
import { ErrorState } from '../../components/states.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { longDate } from '../../lib/dates.ts'
import { usePlans } from '../../lib/plans.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { PlanCards } from './plan-cards.tsx'
import type { Standing } from './plan-choice.ts'
import { useActiveNotice } from './use-active-notice.ts'
import { type PlanChooser, useChoosePlan } from './use-choose-plan.ts'
import { useStanding } from './use-standing.ts'

/** Placeholder for the first plan's card; how many follow beside it isn't known yet. */
function PlanSkeletons() {
  return (
    <SkeletonGroup label="Loading plans" className="border-y border-line py-7">
      <Skeleton className="h-6 w-24" />
      <Skeleton className="mt-3 h-4 w-48" />
      <Skeleton className="mt-10 h-10 w-20" />
      <SkeletonText lines={4} className="mt-7 max-w-56" />
      <Skeleton className="mt-7 h-10 w-44 rounded-control" />
    </SkeletonGroup>
  )
}

interface PaymentNoteProps {
  catalogue: PlanCatalogue
  /** Undefined for visitors; else the user's plan as stored. */
  plan: string | null | undefined
  standing: Standing
  details: SubscriptionDetails | undefined
}

/** Explains what the buttons do before a user clicks one that may cost something. */
function noteOf({ catalogue, plan, standing, details }: PaymentNoteProps): string | null {
  if (plan === undefined) return null
  if (standing === 'owing')
    return 'Your last payment didn’t go through. Whichever plan you choose, you’ll pay it first, on Stripe’s secure page.'
  if (planState(catalogue, plan) !== 'paid')
    return 'You’ll check out securely with Stripe. You see the total before you pay.'
  const { name } = planOf(catalogue, plan)
  if (standing === 'ending') {
    const keep = `Choose Keep ${name} to stay on it: nothing is charged today, and you can switch plans afterward.`
    if (details?.cancellation?.status === 'pending')
      return `You’ve asked to cancel ${name}. ${keep} This withdraws your request.`
    const end = details?.currentPeriodEnd
    return `Your ${name} plan ends ${end ? `on ${longDate(end)}` : 'soon'}. ${keep}`
  }
  return `You confirm a change on Stripe’s secure page, where you see what you pay or get back. To go back to ${planOf(catalogue, null).name}, cancel: you’ll keep ${name} until your paid month ends.`
}

/** The plans, and what choosing one means. */
function Offer({ chooser, details, ...props }: PaymentNoteProps & { chooser: PlanChooser }) {
  const note = noteOf({ ...props, details })
  return (
    <>
      <PlanCards {...props} chooser={chooser} />
      {note === null ? null : <p className="mt-5 max-w-[46em] text-sm text-pretty text-ink-soft">{note}</p>}
    </>
  )
}

/** What the plans cost and hold, and the way to each. */
export default function PricingPage() {
  useDocumentTitle(pageTitles.subscribe)
  const { user } = useAuth()
  const { data: catalogue, error, refetch, isFetching } = usePlans()
  const known = useStanding(user, catalogue)
  const chooser = useChoosePlan()
  const { status, standing, isKnown } = known
  useActiveNotice({ user, catalogue, isChoosing: chooser.chosen !== null, status, standing, isKnown })
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <h1 className="text-[2.25rem] leading-[1.08] md:text-[3.25rem]">{content.pricing.title}</h1>
      <p className="mt-4 mb-10 max-w-[38em] text-lg text-ink-soft md:mb-14">{content.pricing.lead}</p>
      {catalogue ? (
        <>
          <Offer
            catalogue={catalogue}
            plan={user === null ? undefined : user.subscriptionPlan}
            standing={known.standing}
            details={known.details}
            chooser={chooser}
          />
          <h2 id="comparison" className="mt-16 text-[1.75rem] leading-tight md:mt-20">
            Compare plans
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
