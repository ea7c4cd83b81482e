import { queryOptions, useQuery } from '@tanstack/react-query'
import { calls } from '../../shared/api/calls.ts'
import { apiQuery } from './api/client.ts'

/** Key of the signed-in user, which AuthProvider loads. */
export const userKey = [calls.currentUser.path]

export const plansQuery = apiQuery(calls.plans)
export const signInOptionsQuery = apiQuery(calls.signInOptions)
export const statsQuery = apiQuery(calls.stats)
export const statusQuery = apiQuery(calls.subscriptionStatus)
export const detailsQuery = apiQuery(calls.subscriptionDetails)

// Loaded again each time the Account page opens.
export const accountQuery = queryOptions({ ...apiQuery(calls.account), staleTime: 0 })
export const sessionsQuery = queryOptions({ ...apiQuery(calls.listSessions), staleTime: 0 })
export const tokensQuery = queryOptions({ ...apiQuery(calls.listTokens), staleTime: 0 })

/** Keys of summaries; the first segment is the path. */
export const summaryKeys = {
  recent: [calls.listSummaries.path, 'recent'],
  newest: [calls.listSummaries.path, 'newest'],
  lists: [calls.listSummaries.path, 'list'],
  one: (id: string) => [calls.listSummaries.path, id],
} as const

/** The plans that this installation sells. */
export const usePlans = () => useQuery(plansQuery)
