import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { type PlanCatalogue, planOf } from '../../../shared/plans/catalogue.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { forgetPlanBefore, planBefore } from '../../lib/plan-before.ts'

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
export function usePlanReturn({ catalogue, plan, look }: PlanReturn): void {
  const { id, subscriptionPlan } = useUser()
  const [, navigate] = useLocation()
  const search = useSearch()
  const isMarked = new URLSearchParams(search).get(PARAMETER) === 'true'
  // Hosted pages lead here by loading the app: whoever is back is so from the start.
  const [back] = useState(() => (isMarked ? { before: planBefore(id, subscriptionPlan) } : null))
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
