import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { SubscriptionDetails } from '../../../shared/account/billing.ts'
import { fallbackPrice, isOwing, isRunning } from '../../../shared/account/subscription-status.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { canUpgrade, type Plan, type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { Alert } from '../../components/alert.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { QueryState, Skeleton, SkeletonGroup, SkeletonText } from '../../components/states.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { cn } from '../../lib/cn.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { showSum, useMoney } from '../../lib/plans/money.ts'
import { forgetPlanBefore, planBefore } from '../../lib/plans/plan-before.ts'
import { usePlanRefresh } from '../../lib/plans/subscription.ts'
import { detailsQuery, usePlans } from '../../lib/queries.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { PaidPlan } from './paid-plan.tsx'
import { PlanSummary, planColumns, RejectedRequest } from './plan-summary.tsx'
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

/** The free plan. A subscription that is still running, or has a payment due, can be canceled. */
function FreePlan({ plan, details }: { plan: Plan; details: SubscriptionDetails }) {
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
        <ButtonLink href={pagePaths.subscribe}>Upgrade</ButtonLink>
        {owes || runs ? (
          <CancelSubscription plan={null} details={details} words={manageWords} />
        ) : (
          <p className="text-sm text-ink-soft">You’re on the free plan. Nothing to pay.</p>
        )}
      </PlanSummary>
    </>
  )
}

/** How often the subscription is loaded after the return from Stripe, whose event may arrive later than the user. */
const POLL_MS = 2500
const MAX_POLLS = 5

function PlanSkeleton() {
  return (
    <SkeletonGroup label="Loading your plan" className="border-y border-line">
      <div className={cn(planColumns, 'gap-y-10 py-9')}>
        <div>
          <Skeleton className="h-3 w-24" />
          <Skeleton className="mt-4 h-7 w-28" />
          <Skeleton className="mt-6 h-10 w-36" />
          <SkeletonText lines={2} className="mt-8" />
          <Skeleton className="mt-7 h-10 w-32 rounded-control" />
        </div>
        <SkeletonText lines={7} className="md:pt-1" />
      </div>
    </SkeletonGroup>
  )
}

/** The user's plan as the server reports it. After a return from the hosted page, follows and announces a change. */
function useCurrentPlan(catalogue: PlanCatalogue | undefined) {
  const { subscriptionPlan } = useUser()
  const refreshPlan = usePlanRefresh()
  const [, navigate] = useLocation()
  const isReturn = new URLSearchParams(useSearch()).get('changed') === 'true'
  /** Plan before the change; undefined without a return. */
  const [before] = useState(() => (isReturn ? planBefore(subscriptionPlan) : undefined))
  const details = useQuery({
    ...detailsQuery,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      before !== undefined && state.dataUpdateCount + state.errorUpdateCount < MAX_POLLS ? POLL_MS : false,
  })
  useEffect(() => {
    if (!isReturn) return
    forgetPlanBefore()
    navigate(pagePaths.manageSubscription, { replace: true })
  }, [isReturn, navigate])

  const reported = details.data?.planType
  const plan = reported ?? subscriptionPlan
  const isOutdated = catalogue !== undefined && planOf(catalogue, plan) !== planOf(catalogue, subscriptionPlan)
  useEffect(() => {
    if (isOutdated) void refreshPlan()
  }, [isOutdated, refreshPlan])

  const current = catalogue && reported !== undefined ? planOf(catalogue, reported) : undefined
  const isChanged = catalogue && current && before !== undefined && current !== planOf(catalogue, before)
  const newPlan = isChanged ? current.name : null
  useEffect(() => {
    if (newPlan !== null) toast({ title: 'Plan Changed', description: `You’re now on ${newPlan}.` })
  }, [newPlan])
  return { plan, details }
}

function CurrentPlan({ catalogue, plan, details }: { catalogue: PlanCatalogue } & ReturnType<typeof useCurrentPlan>) {
  const own = planOf(catalogue, plan)
  const canDowngrade = catalogue.plans.some(({ price: { amount } }) => amount > 0 && amount < own.price.amount)
  return (
    // On the free plan too, which may have a payment due.
    <QueryState query={details} failed="Your subscription didn’t load" placeholder={<PlanSkeleton />}>
      {(data) =>
        planState(catalogue, plan) === 'paid' ? (
          <PaidPlan plan={own} canUpgrade={canUpgrade(catalogue, plan)} canDowngrade={canDowngrade} details={data} />
        ) : (
          <FreePlan plan={own} details={data} />
        )
      }
    </QueryState>
  )
}

export default function ManagePage() {
  useDocumentTitle(pageTitles.manageSubscription)
  const plans = usePlans()
  const current = useCurrentPlan(plans.data)
  return (
    <div className="wrap pt-9 pb-20 md:pt-12">
      <h1 className="text-[2rem] leading-tight md:text-[2.375rem]">Manage Subscription</h1>
      <p className="mt-2 mb-8 text-ink-soft">Your plan, what it costs, and how to change it.</p>
      <QueryState query={plans} failed="Your plan didn’t load" placeholder={<PlanSkeleton />}>
        {(catalogue) => <CurrentPlan catalogue={catalogue} {...current} />}
      </QueryState>
    </div>
  )
}
