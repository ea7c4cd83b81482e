import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { canUpgrade, type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../components/skeleton.tsx'
import { QueryState } from '../../components/states.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { cn } from '../../lib/cn.ts'
import { forgetPlanBefore, planBefore } from '../../lib/plan-before.ts'
import { detailsQuery, usePlans } from '../../lib/queries.ts'
import { usePlanRefresh } from '../../lib/subscription.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { FreePlan } from './free-plan.tsx'
import { PaidPlan } from './paid-plan.tsx'
import { planColumns } from './plan-summary.tsx'

/** The page that shows what a change costs leads back with this in the address. */
const PARAMETER = 'changed'

/** How long after the return it is looked again: the provider's word may take a moment. */
const LOOKS_MS = [2000, 5000, 10_000]

interface PlanReturn {
  catalogue: PlanCatalogue | undefined
  /** The plan value as the server has it; undefined until it is loaded. */
  plan: string | undefined
  /** Loads it anew. */
  look: () => void
}

/**
 * What the page does when somebody comes back from the hosted page on which a change of plan is confirmed: takes the word
 * of it out of the address, looks a few times, and says what the plan is now, if it is another one. Who has gone there
 * and back without confirming is told nothing.
 */
function usePlanReturn({ catalogue, plan, look }: PlanReturn): void {
  const { subscriptionPlan } = useUser()
  const [, navigate] = useLocation()
  const search = useSearch()
  const isMarked = new URLSearchParams(search).get(PARAMETER) === 'true'
  // Hosted pages lead here by loading the app: whoever is back is so from the start.
  const [back] = useState(() => (isMarked ? { before: planBefore(subscriptionPlan) } : null))
  const isTold = useRef(false)

  useEffect(() => {
    if (!isMarked) return
    forgetPlanBefore()
    navigate(pagePaths.manageSubscription, { replace: true })
  }, [isMarked, navigate])

  const lookAgain = useEffectEvent(() => {
    if (!isTold.current) look()
  })
  useEffect(() => {
    if (back === null) return
    const timers = LOOKS_MS.map((ms) => setTimeout(() => lookAgain(), ms))
    return () => timers.forEach(clearTimeout)
  }, [back])

  const isKnown = back !== null && catalogue !== undefined && plan !== undefined
  const news =
    isKnown && planOf(catalogue, plan) !== planOf(catalogue, back.before) ? planOf(catalogue, plan).name : null
  useEffect(() => {
    if (news === null || isTold.current) return
    isTold.current = true
    toast({ title: 'Plan Changed', description: `You’re now on ${news}.` })
  }, [news])
}

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

/** The plan as the server has it, which may have changed since the person was loaded: then they are loaded anew. */
function useOwnPlan(catalogue: PlanCatalogue | undefined) {
  const { subscriptionPlan } = useUser()
  const details = useQuery({ ...detailsQuery, refetchOnMount: 'always' })
  const refreshPlan = usePlanRefresh()
  const plan = details.data?.planType ?? subscriptionPlan
  const isNews = catalogue !== undefined && planOf(catalogue, plan) !== planOf(catalogue, subscriptionPlan)
  useEffect(() => {
    if (isNews) void refreshPlan()
  }, [isNews, refreshPlan])
  usePlanReturn({ catalogue, plan: details.data?.planType, look: () => void details.refetch() })
  return { plan, details }
}

function OwnPlan({ catalogue, plan, details }: { catalogue: PlanCatalogue } & ReturnType<typeof useOwnPlan>) {
  const own = planOf(catalogue, plan)
  const canDowngrade = catalogue.plans.some(({ price: { amount } }) => amount > 0 && amount < own.price.amount)
  return (
    // Whatever the plan: without an answer, no one can be told that there is nothing to pay.
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

/** The user's plan, its price and features, and how to change or cancel it. */
export default function ManagePage() {
  useDocumentTitle(pageTitles.manageSubscription)
  const plans = usePlans()
  const own = useOwnPlan(plans.data)
  return (
    <div className="wrap pt-12 pb-24 md:pt-18">
      <h1 className="text-[2.25rem] leading-[1.08] md:text-[2.75rem]">Manage Subscription</h1>
      <p className="mt-3 mb-9 text-lg text-ink-soft">Your plan, what it costs, and how to change it.</p>
      <QueryState query={plans} failed="Your plan didn’t load" placeholder={<PlanSkeleton />}>
        {(catalogue) => <OwnPlan catalogue={catalogue} {...own} />}
      </QueryState>
    </div>
  )
}
