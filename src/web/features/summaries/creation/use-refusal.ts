import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { pagePaths } from '../../../../shared/paths.ts'
import { type PlanCatalogue, unlimitedPlanAbove } from '../../../../shared/plans/catalogue.ts'
import { toast } from '../../../components/toast.tsx'
import { isUnauthorized, reasonOf, requiresUpgrade } from '../../../lib/api/client.ts'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { usePlans } from '../../../lib/queries.ts'

const UPGRADE_DELAY_MS = 2000
const FAILED = 'Failed to create summary. Please try again.'

/** Names the plan without the limit; returns the server's message if no higher plan lifts it. */
export function upgradeWords(catalogue: PlanCatalogue | undefined, plan: string | null, message: string): string {
  const unlimited = catalogue === undefined ? null : unlimitedPlanAbove(catalogue, plan)
  if (unlimited === null) return message
  return `You've reached your limit. Upgrade to ${unlimited.name} for unlimited summaries.`
}

/** Why a request to create a summary was refused. */
export const refusalReason = (error: unknown): string =>
  isUnauthorized(error) ? 'You are logged out.' : reasonOf(error, FAILED)

/** Functions that show why no summary was created, and lead to the pricing page where a higher plan would help. */
export function useRefusal() {
  const [, navigate] = useLocation()
  const { user } = useAuth()
  const { data: catalogue } = usePlans()
  const plan = user?.subscriptionPlan ?? null
  return useMemo(() => {
    const show = (message: string, needsUpgrade: boolean): void => {
      const title = needsUpgrade ? 'Upgrade Required' : 'Error'
      // The form, the dialog or the list has the whole message.
      toast({ title, description: message || FAILED, variant: 'destructive', isBrief: !needsUpgrade })
      if (needsUpgrade) setTimeout(() => navigate(pagePaths.subscribe), UPGRADE_DELAY_MS)
    }
    const tellFailure = (message: string, needsUpgrade: boolean): void =>
      show(needsUpgrade ? upgradeWords(catalogue, plan, message) : message, needsUpgrade)
    return {
      /** Shows why a summary failed. */
      tellFailure,
      /** Shows why a request was refused. */
      refuse: (error: unknown): void => {
        if (!isUnauthorized(error)) tellFailure(reasonOf(error, FAILED), requiresUpgrade(error))
      },
      /** Shows the server's reason for refusing a retry, which a plan with unlimited summaries may not allow either. */
      refuseRetry: (error: unknown): void => {
        if (!isUnauthorized(error)) show(reasonOf(error, FAILED), requiresUpgrade(error))
      },
    }
  }, [navigate, catalogue, plan])
}
