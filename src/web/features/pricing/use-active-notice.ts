import { useEffect, useEffectEvent, useState } from 'react'
import { useSearch } from 'wouter'
import type { User } from '../../../shared/accounts.ts'
import { isRunning, type SubscriptionState } from '../../../shared/billing.ts'
import { canUpgrade, type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { usePlanRefresh } from '../../lib/plan-refresh.ts'
import { changeParameter } from '../../lib/subscription.ts'
import type { Standing } from './plan-choice.ts'
import { useLeaveLater } from './use-choose-plan.ts'

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
export function useActiveNotice({ user, catalogue, status, standing, isKnown, isChoosing }: ActiveNotice): void {
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
