import { queryOptions, useQuery } from '@tanstack/react-query'
import { billingCalls } from '../../shared/api/billing-calls.ts'
import { pagePaths } from '../../shared/paths.ts'
import { callApi } from './api/client.ts'
import { queryKeys } from './keys.ts'

/** In the address of the plans where somebody with nothing above them comes to change to a plan below. */
export const changeParameter = 'change'

/** The plans, for somebody who wants another one. */
export const changePlanPath = `${pagePaths.subscribe}?${changeParameter}=true`

/** GET /api/subscription/status, as a query: whether there is paid access, and how it stands. */
export const statusQuery = queryOptions({
  queryKey: queryKeys.subscriptionStatus,
  queryFn: ({ signal }) => callApi(billingCalls.subscriptionStatus, 200, { signal }),
})

/** GET /api/subscription/details, as a query: the plan, its price, how it stands, and until when. */
export const detailsQuery = queryOptions({
  queryKey: queryKeys.subscriptionDetails,
  queryFn: ({ signal }) => callApi(billingCalls.subscriptionDetails, 200, { signal }),
})

interface Asking {
  /** Whether there is anything to ask about. */
  enabled?: boolean
  /** Asked anew each time the screen opens, rather than once as long as the page stays: people pay elsewhere, too. */
  fresh?: boolean
}

const whenOf = ({ enabled = true, fresh = false }: Asking) => ({
  enabled,
  refetchOnMount: fresh ? ('always' as const) : true,
})

/** GET /api/subscription/status. */
export function useSubscriptionStatus(asking: Asking = {}) {
  return useQuery({ ...statusQuery, ...whenOf(asking) })
}

/** GET /api/subscription/details. */
export function useSubscriptionDetails(asking: Asking = {}) {
  return useQuery({ ...detailsQuery, ...whenOf(asking) })
}
