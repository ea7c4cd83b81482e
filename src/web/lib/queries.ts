import { hashKey, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { routes } from '../../shared/api/routes.ts'
import { apiQuery, callApi, isUnauthorized } from './api/client.ts'
import { isCopy, loadKept } from './kept.ts'

/** Like `apiQuery`, and the last response is shown without a connection. */
function keptQuery<const N extends 'plans' | 'stats'>(name: N) {
  const queryKey = [routes[name].path]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => loadKept(hashKey(queryKey), async () => callApi(name, { signal })),
    // Many components show the numbers, some only once these have failed; each would ask again.
    retryOnMount: false,
  })
}

/** Key of the signed-in user, which AuthProvider loads. */
export const userKey = [routes.currentUser.path]

export const plansQuery = keptQuery('plans')
export const signInOptionsQuery = apiQuery('signInOptions')
export const statsQuery = keptQuery('stats')
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

/** Creates the app's cache. Data stays fresh until something invalidates it; copies until the connection is back. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: ({ queryHash }) => (isCopy(queryHash) ? 0 : Infinity),
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        // Offline, there may be a copy.
        networkMode: 'offlineFirst',
      },
      // Offline, a call fails immediately with a message, rather than waiting.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
