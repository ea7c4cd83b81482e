import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearch } from 'wouter'
import type { User } from '../../../shared/accounts.ts'
import { isOwing, isRunning, type SubscriptionDetails, type SubscriptionState } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { canUpgrade, type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../components/skeleton.tsx'
import { QueryState } from '../../components/states.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { longDate } from '../../lib/dates.ts'
import { detailsQuery, statusQuery, usePlans } from '../../lib/queries.ts'
import { changeParameter, usePlanRefresh } from '../../lib/subscription.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { PlanCards } from './plan-cards.tsx'
import type { Standing } from './plan-choice.ts'
import { type PlanChooser, useChoosePlan, useLeaveLater } from './use-choose-plan.ts'

interface KnownStanding {
  status: SubscriptionState | undefined
  standing: Standing
  /** Details of a paid subscription, once they are loaded. */
  details: SubscriptionDetails | undefined
  /** Whether everything was asked that there is to ask. */
  isKnown: boolean
}

/** How a person's subscription stands, as far as it is known. Visitors have none; only those who pay have details. */
function useStanding(user: User | null, catalogue: PlanCatalogue | undefined): KnownStanding {
  const isPaid = user !== null && catalogue !== undefined && planState(catalogue, user.subscriptionPlan) === 'paid'
  const { data: status, isFetching } = useQuery({
    ...statusQuery,
    enabled: user !== null,
    refetchOnMount: 'always',
  })
  const { data: details, isFetching: isAsking } = useQuery({
    ...detailsQuery,
    enabled: isPaid,
    refetchOnMount: 'always',
  })
  const owes = user !== null && isOwing(status?.status ?? null)
  const isEnding = isPaid && details?.cancelAtPeriodEnd === true
  return {
    status,
    standing: owes ? 'owing' : isEnding ? 'ending' : null,
    details,
    isKnown: !isFetching && !isAsking,
  }
}

interface ActiveNotice {
  user: User | null
  catalogue: PlanCatalogue | undefined
  status: SubscriptionState | undefined
  standing: Standing
  /** Whether status and standing are what the server says now. */
  isKnown: boolean
  /** Whether a choice is under way, or was just made: then its answer is what is said. */
  isChoosing: boolean
}

/**
 * Tells those whose subscription is active that it is, and leads them to the dashboard, when there is nothing for them
 * to do among the plans: they came to pay for what turns out to be paid for (in another tab, on another device), or they
 * are on the top plan and did not ask to change it. Everyone else who pays can look at the plans and change, or keep
 * one that is to end: the ways that are called "Upgrade" would lead nowhere else. Who comes back from paying is told by
 * the payment itself.
 */
function useActiveNotice({ user, catalogue, status, standing, isKnown, isChoosing }: ActiveNotice): void {
  const search = useSearch()
  const refreshPlan = usePlanRefresh()
  const leaveLater = useLeaveLater()

  const plan = user?.subscriptionPlan ?? null
  const isPaid = catalogue !== undefined && planState(catalogue, plan) === 'paid'
  const isActive = status?.hasSubscription === true && isRunning(status.status)
  // Whether this screen has offered something to pay for to somebody who paid nothing.
  const [cameToPay, setCameToPay] = useState(false)
  const isUnpaid = user !== null && catalogue !== undefined && !isPaid
  if (isUnpaid && !cameToPay) setCameToPay(true)
  const isBehind = isUnpaid && isActive
  useEffect(() => {
    if (isBehind) void refreshPlan()
  }, [isBehind, refreshPlan])

  const query = new URLSearchParams(search)
  const isChanging = query.has(changeParameter) || query.has('success')
  const isAtTop = catalogue !== undefined && !canUpgrade(catalogue, plan)
  const isIdle = isKnown && !isChoosing && !isChanging
  const isDone = isIdle && isActive && isPaid && standing === null && (cameToPay || isAtTop)
  const lead = useEffectEvent(() => {
    if (catalogue === undefined) return
    toast({
      title: 'Subscription Active',
      description: `Your ${planOf(catalogue, plan).name} subscription is already active.`,
    })
    leaveLater()
  })
  useEffect(() => {
    if (isDone) lead()
  }, [isDone])
}

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
  const plans = usePlans()
  const { data: catalogue } = plans
  const known = useStanding(user, catalogue)
  const chooser = useChoosePlan()
  const { status, standing, isKnown } = known
  useActiveNotice({ user, catalogue, isChoosing: chooser.chosen !== null, status, standing, isKnown })
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <h1 className="text-[2.25rem] leading-[1.08] md:text-[3.25rem]">{content.pricing.title}</h1>
      <p className="mt-4 mb-10 max-w-[38em] text-lg text-ink-soft md:mb-14">{content.pricing.lead}</p>
      <QueryState query={plans} failed="The plans didn’t load" placeholder={<PlanSkeletons />}>
        {(loaded) => (
          <>
            <Offer
              catalogue={loaded}
              plan={user === null ? undefined : user.subscriptionPlan}
              standing={known.standing}
              details={known.details}
              chooser={chooser}
            />
            <h2 id="comparison" className="mt-16 text-[1.75rem] leading-tight md:mt-20">
              Compare plans
            </h2>
            <ComparisonTable catalogue={loaded} />
          </>
        )}
      </QueryState>
    </div>
  )
}
