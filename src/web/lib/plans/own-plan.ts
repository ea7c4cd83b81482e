import { useQuery } from '@tanstack/react-query'
import { planOf, planState, remainingSummaries } from '../../../shared/plans/catalogue.ts'
import { useUser } from '../auth/auth-context.tsx'
import { statsQuery, usePlans } from '../queries.ts'
import { fieldsOf } from '../stores/store.ts'

/** The signed-in user's plan. All fields but `stored` are undefined until the catalogue has loaded. */
export function useOwnPlan() {
  const { subscriptionPlan: stored } = useUser()
  const { data: catalogue, isError } = usePlans()
  return {
    catalogue,
    isError,
    stored,
    plan: catalogue && planOf(catalogue, stored),
    state: catalogue && planState(catalogue, stored),
  }
}

/** The user's summaries of this month; `left` is null without a limit, and undefined until the plan is known. */
export function useQuota() {
  const { summariesUsed } = useUser()
  const { plan } = useOwnPlan()
  const { data: stats, isError } = useQuery(statsQuery)
  const used = stats?.summariesUsed ?? summariesUsed
  return { stats, isError, used, left: plan && remainingSummaries(plan, used) }
}

/** State of a history entry that leads to a plan's card. */
export const forPlan = (id: string) => ({ plan: id })

/** Query parameter of the pricing page: the plan that a visitor chose before they registered or signed in. */
export const askedParameter = 'plan'

/** Id of the plan that the user came for, or null. */
export function askedPlan(): string | null {
  const { plan } = fieldsOf(history.state)
  return typeof plan === 'string' ? plan : new URLSearchParams(location.search).get(askedParameter)
}
