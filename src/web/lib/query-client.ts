import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { isUnauthorized } from './api/api-error.ts'
import { getJson } from './api/client.ts'

const LIST_RETRIES = 3

/** Default query: a GET to the key's segments joined by "/". The answer is raw; hooks parse it in `select`. */
function getByKey({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  return getJson(queryKey.join('/'), signal)
}

/** Retry rule of summary lists: three times, except after sign-out. */
export function retryListQuery(failures: number, error: Error): boolean {
  return !isUnauthorized(error) && failures < LIST_RETRIES
}

/** Creates the app's cache. Data stays fresh until something invalidates it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: getByKey,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      // Without a connection a call fails immediately, with a message, instead of waiting silently.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
