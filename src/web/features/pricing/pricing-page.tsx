import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { User } from '../../../shared/account/accounts.ts'
import type { SubscriptionDetails } from '../../../shared/account/billing.ts'
import { isOwing, isRunning } from '../../../shared/account/subscription-status.ts'
import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { canUpgrade, type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { QueryState, Skeleton, SkeletonGroup, SkeletonText } from '../../components/states.tsx'
import { toast } from '../../components/toast.tsx'
import { typesetTitle } from '../../components/unbroken-text.tsx'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { longDate } from '../../lib/dates.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { askedParameter, forPlan } from '../../lib/plans/own-plan.ts'
import { changeParameter, usePlanRefresh } from '../../lib/plans/subscription.ts'
import { detailsQuery, statusQuery, usePlans } from '../../lib/queries.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { PlanCards, planColumn, planGrid, type Standing } from './plan-cards.tsx'
import { type PlanChooser, useChoosePlan, useLeaveLater } from './use-choose-plan.ts'

/** The user's subscription, as far as it is loaded. Visitors have none; only paid plans have details. */
function useSubscription(user: User | null, catalogue: PlanCatalogue | undefined) {
  const isPaid = user !== null && catalogue !== undefined && planState(catalogue, user.subscriptionPlan) === 'paid'
  const status = useQuery({ ...statusQuery, enabled: user !== null, refetchOnMount: 'always' })
  const details = useQuery({ ...detailsQuery, enabled: isPaid, refetchOnMount: 'always' })
  const isEnding = isPaid && details.data?.cancelAtPeriodEnd === true
  const standing: Standing = isOwing(status.data?.status ?? null) ? 'owing' : isEnding ? 'ending' : null
  return {
    isPaid,
    isActive: status.data?.hasSubscription === true && isRunning(status.data.status),
    standing,
    details: details.data,
    isCurrent: !status.isFetching && !details.isFetching,
    isKnown: status.isSuccess && !status.isFetching,
  }
}

/**
 * Redirects users who have nothing to do here: their plan was paid meanwhile, or is the top one and they did not ask to
 * change it. The return from a payment, and a choice made here (`isChoosing`), have their own messages.
 */
function useActiveNotice(
  user: User | null,
  catalogue: PlanCatalogue | undefined,
  { isPaid, isActive, standing, isCurrent }: ReturnType<typeof useSubscription>,
  isChoosing: boolean,
): void {
  const query = new URLSearchParams(useSearch())
  const refreshPlan = usePlanRefresh()
  const leaveLater = useLeaveLater()

  const plan = user?.subscriptionPlan ?? null
  const isUnpaid = user !== null && catalogue !== undefined && !isPaid
  const [cameToPay, setCameToPay] = useState(false)
  if (isUnpaid && !cameToPay) setCameToPay(true)
  const isOutdated = isUnpaid && isActive
  useEffect(() => {
    if (isOutdated) void refreshPlan()
  }, [isOutdated, refreshPlan])

  const isChanging = query.has(changeParameter) || query.has('success')
  const isAtTop = catalogue !== undefined && !canUpgrade(catalogue, plan)
  const isSettled = isActive && isPaid && standing === null && (cameToPay || isAtTop)
  const isDone = isSettled && isCurrent && !isChoosing && !isChanging
  const leave = useEffectEvent(() => {
    if (catalogue === undefined) return
    toast({
      title: 'Subscription Active',
      description: `Your ${planOf(catalogue, plan).name} subscription is already active.`,
    })
    leaveLater()
  })
  useEffect(() => {
    if (isDone) leave()
  }, [isDone])
}

/**
 * Goes on to the checkout of the plan that a visitor chose, once they are signed in. The plan leaves the URL before, so
 * that neither going back nor a reload leads there again. Users with a subscription see the plans: for them a choice may
 * change it, or withdraw their cancellation.
 */
function useAskedCheckout(
  user: User | null,
  catalogue: PlanCatalogue | undefined,
  { isPaid, isActive, isKnown, standing }: ReturnType<typeof useSubscription>,
  choose: PlanChooser['choose'],
): void {
  const search = useSearch()
  const [, navigate] = useLocation()
  const asked = user === null || !isKnown ? null : new URLSearchParams(search).get(askedParameter)
  const goOn = useEffectEvent((id: string) => {
    const query = new URLSearchParams(location.search)
    query.delete(askedParameter)
    const path = query.size === 0 ? pagePaths.subscribe : `${pagePaths.subscribe}?${query.toString()}`
    navigate(path, { replace: true, state: forPlan(id) })
    const plan = catalogue?.plans.find((each) => each.id === id)
    const isForSale = plan !== undefined && plan.price.amount > 0
    if (isForSale && !isPaid && !isActive && standing === null) void choose('pay', plan.id)
  })
  const isReady = asked !== null && catalogue !== undefined
  useEffect(() => {
    if (isReady) goOn(asked)
  }, [isReady, asked])
}

/** A usual number of plans; how many the operator sells isn't known yet. */
const USUAL_PLANS = 4

function PlanSkeletons() {
  return (
    <SkeletonGroup label="Loading plans" className={planGrid}>
      {Array.from({ length: USUAL_PLANS }, (_, plan) => (
        <div key={`plan-${plan}`} className={planColumn}>
          <Skeleton className="h-6 w-20" />
          <Skeleton className="mt-3 w-40 max-w-full" />
          <Skeleton className="mt-6 h-10 w-24" />
          <Skeleton className="mt-6 h-10 rounded-control sm:max-md:max-w-64" />
          <SkeletonText lines={4} className="mt-6 max-w-56" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

/** Explains what the buttons do before a user clicks one that may cost something. */
function noteOf(
  catalogue: PlanCatalogue,
  plan: string | null,
  standing: Standing,
  details?: SubscriptionDetails,
): string {
  if (standing === 'owing')
    return 'Your last payment didn’t go through. Whichever plan you choose, you’ll pay it first, on Stripe’s secure page.'
  if (planState(catalogue, plan) !== 'paid')
    return 'You’ll check out securely with Stripe. You’ll see the total before you pay.'
  const { name } = planOf(catalogue, plan)
  if (standing === 'ending') {
    const keep = `Choose Keep ${name} to stay on it: nothing is charged today, and you can switch plans afterward.`
    if (details?.cancellation?.status === 'pending')
      return `You’ve asked to cancel ${name}. ${keep} This withdraws your request.`
    const end = details?.currentPeriodEnd
    return `Your ${name} plan ends ${end ? `on ${longDate(end)}` : 'soon'}. ${keep}`
  }
  return `You’ll confirm a change on Stripe’s secure page, which shows what you’ll pay or get back. To return to ${planOf(catalogue, null).name}, cancel: you’ll keep ${name} until your paid month ends.`
}

export default function PricingPage() {
  useDocumentTitle(pageTitles.subscribe)
  const { user } = useAuth()
  const plans = usePlans()
  const subscription = useSubscription(user, plans.data)
  const { standing, details } = subscription
  const chooser = useChoosePlan()
  useActiveNotice(user, plans.data, subscription, chooser.chosen !== null)
  useAskedCheckout(user, plans.data, subscription, chooser.choose)
  const plan = user === null ? undefined : user.subscriptionPlan
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <h1 className="text-[2.25rem] leading-[1.08] md:text-[3.25rem]">{content.pricing.title}</h1>
      <p className="mt-4 mb-10 max-w-[38em] text-lg text-balance text-ink-soft md:mb-14">
        {typesetTitle(content.pricing.lead)}
      </p>
      <QueryState query={plans} failed="The plans didn’t load" placeholder={<PlanSkeletons />}>
        {(catalogue) => (
          <>
            <PlanCards catalogue={catalogue} plan={plan} standing={standing} chooser={chooser} />
            <p className="mt-5 max-w-[46em] text-sm text-pretty text-ink-soft empty:hidden">
              {plan === undefined ? null : noteOf(catalogue, plan, standing, details)}
            </p>
            <h2 id="comparison" className="mt-16 text-[1.75rem] leading-tight md:mt-20">
              Compare plans
            </h2>
            <ComparisonTable catalogue={catalogue} />
          </>
        )}
      </QueryState>
    </div>
  )
}
