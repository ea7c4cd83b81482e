import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { pagePaths } from '../../../../shared/paths.ts'
import type { PlanCatalogue } from '../../../../shared/plans/catalogue.ts'
import { unlimitedPlanAbove } from '../../../../shared/plans/rights.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { reasonOf, requiresUpgrade } from '../../../lib/api/api-error.ts'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { usePlans } from '../../../lib/plans.ts'

const UPGRADE_DELAY_MS = 2000

/**
 * What is said where a plan stands in the way: which one does away with the limit, or, where none above does, what the
 * server says.
 *
 * @param plan the person's plan as stored
 */
export function upgradeWords(catalogue: PlanCatalogue | undefined, plan: string | null, message: string): string {
  const unlimited = catalogue === undefined ? null : unlimitedPlanAbove(catalogue, plan)
  if (unlimited === null) return message
  return `You've reached your limit. Upgrade to ${unlimited.name} for unlimited summaries.`
}

/** A function that says why a request was refused, and leads on where that helps. It returns the words. */
export function useRefusal(): (error: unknown) => string {
  const [, navigate] = useLocation()
  const onSessionLoss = useSessionLoss()
  const { user } = useAuth()
  const { data: catalogue } = usePlans()
  const plan = user?.subscriptionPlan ?? null
  return useCallback(
    (error: unknown): string => {
      const message = reasonOf(error, 'Failed to create summary. Please try again.')
      if (onSessionLoss(error)) return 'You are logged out.'
      if (requiresUpgrade(error)) {
        const description = upgradeWords(catalogue, plan, message)
        toast({ title: 'Upgrade Required', description, variant: 'destructive' })
        setTimeout(() => navigate(pagePaths.subscribe), UPGRADE_DELAY_MS)
      } else {
        toast({ title: 'Error', description: message, variant: 'destructive' })
      }
      return message
    },
    [navigate, onSessionLoss, catalogue, plan],
  )
}
