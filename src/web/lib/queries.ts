import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { routes } from '../../shared/api/routes.ts'
import { apiQuery, isUnauthorized } from './api/client.ts'

/** Key of the signed-in user, which AuthProvider loads. */
export const userKey = [routes.currentUser.path]

export const plansQuery = apiQuery('plans')
export const signInOptionsQuery = apiQuery('signInOptions')
export const statsQuery = apiQuery('stats')
export const statusQuery = apiQuery('subscriptionStatus')
export const detailsQuery = apiQuery('subscriptionDetails')

// Loaded again each time the Account page opens.
export const accountQuery = queryOptions({ ...apiQuery('account'), staleTime: 0 })
export const sessionsQuery = queryOptions({ ...apiQuery('listSessions'), staleTime: 0 })
export const tokensQuery = queryOptions({ ...apiQuery('listTokens'), staleTime: 0 })

/** Keys of summaries; the first segment is the path. */
export const summaryKeys = {
  recent: [routes.listSummaries.path, 'recent'],
  lists: [routes.listSummaries.path, 'list'],
  one: (id: string) => [routes.listSummaries.path, id],
} as const

export const usePlans = () => useQuery(plansQuery)

const LIST_RETRIES = 3

/** Retry rule of summary lists: three times, except after sign-out. */
export const retryListQuery = (failures: number, error: Error): boolean =>
  !isUnauthorized(error) && failures < LIST_RETRIES

/** Creates the app's cache. Data stays fresh until something invalidates it. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, refetchOnWindowFocus: false, refetchInterval: false, retry: false },
      // Offline, a call fails immediately with a message, rather than waiting.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
