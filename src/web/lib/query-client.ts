import { QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import { isUnauthorized } from './api/api-error.ts'
import { getJson } from './api/client.ts'

const LIST_RETRIES = 3

/** Default loading: a GET to the key's segments joined by "/". The answer is raw; hooks parse it in `select`. */
function getByKey({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  return getJson(queryKey.join('/'), signal)
}

/** Retry rule of summary lists: three times, except when nobody is signed in. */
export function retryListQuery(failures: number, error: Error): boolean {
  return !isUnauthorized(error) && failures < LIST_RETRIES
}

/** Answers of the API that are known before anything is asked, as they came, by the key of their query. */
export type Answers = readonly (readonly [QueryKey, unknown])[]

/** The app's cache: data stays fresh until something invalidates it, nothing is fetched twice unasked. */
export function createQueryClient(known: Answers = []): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: getByKey,
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      // Without a connection a call fails at once, and says so, instead of waiting for one without a word.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  for (const [key, answer] of known) queryClient.setQueryData(key, answer)
  return queryClient
}
