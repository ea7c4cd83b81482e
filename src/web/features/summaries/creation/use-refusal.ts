import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { pagePaths } from '../../../../shared/paths.ts'
import type { PlanCatalogue } from '../../../../shared/plans/catalogue.ts'
import { unlimitedPlanAbove } from '../../../../shared/plans/entitlements.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { isUnauthorized, reasonOf, requiresUpgrade } from '../../../lib/api/api-error.ts'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { usePlans } from '../../../lib/queries.ts'

const UPGRADE_DELAY_MS = 2000
const FAILED = 'Failed to create summary. Please try again.'

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

/** Toast for a failed creation. */
export interface Refusal {
  /** Says why a request was refused, and leads on where that helps. Returns the words. */
  refuse: (error: unknown) => string
  /** Says why a summary failed; where that takes another plan, leads to the plans. */
  tellFailure: (message: string, needsUpgrade: boolean) => void
}

/** Functions that say why a summary is not created. */
export function useRefusal(): Refusal {
  const [, navigate] = useLocation()
  const { user } = useAuth()
  const { data: catalogue } = usePlans()
  const plan = user?.subscriptionPlan ?? null
  const tellFailure = useCallback(
    (message: string, needsUpgrade: boolean): void => {
      if (needsUpgrade) {
        const description = upgradeWords(catalogue, plan, message)
        toast({ title: 'Upgrade Required', description, variant: 'destructive' })
        setTimeout(() => navigate(pagePaths.subscribe), UPGRADE_DELAY_MS)
      } else {
        toast({ title: 'Error', description: message || FAILED, variant: 'destructive' })
      }
    },
    [navigate, catalogue, plan],
  )
  const refuse = useCallback(
    (error: unknown): string => {
      const message = reasonOf(error, FAILED)
      if (isUnauthorized(error)) return 'You are logged out.'
      tellFailure(message, requiresUpgrade(error))
      return message
    },
    [tellFailure],
  )
  return useMemo(() => ({ refuse, tellFailure }), [refuse, tellFailure])
}
