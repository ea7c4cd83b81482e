import { useMutation } from '@tanstack/react-query'
import type { PlanId } from '../../../../shared/plans/catalogue.ts'
import { createSubscription } from '../../../lib/create-subscription.ts'
import { usePlanRefresh } from '../../../lib/plan-refresh.ts'

/**
 * POST /api/create-subscription for the plan that somebody has and has not paid for: leads to the hosted page of what is
 * open. Where it has been paid meanwhile, that is loaded.
 */
export function usePayInvoice() {
  const refreshPlan = usePlanRefresh()
  return useMutation({
    mutationFn: async (plan: PlanId) => createSubscription(plan),
    onSuccess: async (answer) => {
      if ('url' in answer) window.location.assign(answer.url)
      else await refreshPlan()
    },
  })
}
