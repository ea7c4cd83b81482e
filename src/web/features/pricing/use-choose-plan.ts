import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { PlanId } from '../../../shared/plans/catalogue.ts'
import { toast } from '../../components/toast.tsx'
import { ApiError, callApi, isUnauthorized, reasonOf, requiresUpgrade } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { useWindowEvent } from '../../lib/page/input.ts'
import { rememberPlanBefore } from '../../lib/plans/plan-before.ts'
import { createSubscription, usePlanRefresh } from '../../lib/plans/subscription.ts'

const LEAVE_DELAY_MS = 1500

/** A function that navigates to the dashboard in a moment, unless the user leaves the screen before. */
export function useLeaveLater(): () => void {
  const [, navigate] = useLocation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => navigate(pagePaths.dashboard), LEAVE_DELAY_MS)
  }
}

/** The server's message if it is about this request; `failed` for the server's own errors, `unclear` for invalid responses. */
function reasonFor(error: unknown, failed: string, unclear: string): string {
  if (error instanceof AppError && error.code === 'internal') return unclear
  const isFault = error instanceof ApiError && (error.code === null || error.code === 'internal')
  return isFault ? failed : reasonOf(error, failed)
}

/** Takes the free plan, or opens the hosted page that sells another or confirms the change to it. */
export function useChoosePlan() {
  /** Plan of the button that was clicked: until a failure, or until the user leaves the screen. */
  const [chosen, setChosen] = useState<PlanId | null>(null)
  const { user } = useAuth()
  const [failure, setFailure] = useState<{ plan: PlanId; reason: string } | null>(null)
  const refreshPlan = usePlanRefresh()
  const leaveLater = useLeaveLater()

  // Going back from the hosted page restores this page as it was, with a pending button.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) setChosen(null)
  })

  const takeStarter = async (): Promise<void> => {
    const { success, message } = await callApi('signUpStarter')
    if (!success) throw new AppError('internal', message)
    await refreshPlan()
    toast({ title: message })
    leaveLater()
  }
  const pay = async (plan: PlanId): Promise<void> => {
    const answer = await createSubscription(plan)
    if ('url' in answer) {
      if (user !== null) rememberPlanBefore(user.subscriptionPlan, plan)
      window.location.assign(answer.url)
      return
    }
    await refreshPlan()
    toast({ title: 'Subscription Active', description: answer.message })
    leaveLater()
  }
  const choose = async (kind: 'starter' | 'pay', plan: PlanId): Promise<void> => {
    setChosen(plan)
    setFailure(null)
    try {
      await (kind === 'starter' ? takeStarter() : pay(plan))
    } catch (error) {
      setChosen(null)
      if (isUnauthorized(error)) return
      const reason =
        kind === 'starter'
          ? reasonFor(error, 'Failed to sign up for starter plan', 'Failed to sign up for starter plan')
          : reasonFor(error, 'Failed to start subscription process', 'Failed to create checkout session')
      setFailure({ plan, reason })
      const title = requiresUpgrade(error) ? 'Upgrade Required' : 'Subscription Error'
      toast({ title, description: reason, variant: 'destructive', isBrief: true })
    }
  }
  return { chosen, failure, choose }
}

export type PlanChooser = ReturnType<typeof useChoosePlan>
