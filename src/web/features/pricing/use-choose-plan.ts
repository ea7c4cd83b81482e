import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { billingCalls } from '../../../shared/api/billing-calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { PlanId } from '../../../shared/plans/catalogue.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized, reasonOf, requiresUpgrade } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { rememberPlanBefore } from '../../lib/plan-before.ts'
import { createSubscription, usePlanRefresh } from '../../lib/subscription.ts'
import { useWindowEvent } from '../../lib/use-window-event.ts'

const LEAVE_DELAY_MS = 1500

/** A function that leads to the dashboard in a moment, unless the person leaves the screen before. */
export function useLeaveLater(): () => void {
  const [, navigate] = useLocation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => navigate(pagePaths.dashboard), LEAVE_DELAY_MS)
  }, [navigate])
}

/** What to say of a failure: of one that has no words for people, and of an answer that leads nowhere. */
interface FailureWords {
  failed: string
  unclear: string
}

/** The server's sentence where it is about this request; what it says of a fault of its own helps nobody. */
function reasonFor(error: unknown, { failed, unclear }: FailureWords): string {
  if (error instanceof AppError && error.code === 'internal') return unclear
  const isFault = error instanceof ApiError && (error.code === null || error.code === 'internal')
  return isFault ? failed : reasonOf(error, failed)
}

const starterWords = {
  failed: 'Failed to sign up for starter plan',
  unclear: 'Failed to sign up for starter plan',
}
const paymentWords = {
  failed: 'Failed to start subscription process',
  unclear: 'Failed to create checkout session',
}

export interface PlanChooser {
  /** The plan whose button was pressed, until there is an answer, and then until the screen is left. */
  chosen: PlanId | null
  /** Why the last choice came to nothing. */
  failure: { plan: PlanId; reason: string } | null
  takeStarter: (plan: PlanId) => Promise<void>
  pay: (plan: PlanId) => Promise<void>
}

/** Takes the free plan, or leads to the hosted page where another is paid or the change to it confirmed. */
export function useChoosePlan(): PlanChooser {
  const [chosen, setChosen] = useState<PlanId | null>(null)
  const { user } = useAuth()
  const [failure, setFailure] = useState<PlanChooser['failure']>(null)
  const refreshPlan = usePlanRefresh()
  const leaveLater = useLeaveLater()

  // Back from the hosted page, the browser shows this page as it was left: waiting for that page.
  useWindowEvent('pageshow', ({ persisted }) => {
    if (persisted) setChosen(null)
  })

  const attempt = async (plan: PlanId, words: FailureWords, work: () => Promise<void>): Promise<void> => {
    setChosen(plan)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setChosen(null)
      if (isUnauthorized(error)) return
      const reason = reasonFor(error, words)
      setFailure({ plan, reason })
      toast({
        title: requiresUpgrade(error) ? 'Upgrade Required' : 'Subscription Error',
        description: reason,
        variant: 'destructive',
      })
    }
  }

  return {
    chosen,
    failure,
    takeStarter: (plan) =>
      attempt(plan, starterWords, async () => {
        const { success, message } = await callApi(billingCalls.signUpStarter)
        if (!success) throw new AppError('internal', message)
        await refreshPlan()
        toast({ title: message })
        leaveLater()
      }),
    pay: (plan) =>
      attempt(plan, paymentWords, async () => {
        const answer = await createSubscription(plan)
        if ('url' in answer) {
          if (user !== null) rememberPlanBefore(user.subscriptionPlan)
          window.location.assign(answer.url)
        } else {
          await refreshPlan()
          toast({ title: 'Subscription Active', description: answer.message })
          leaveLater()
        }
      }),
  }
}
