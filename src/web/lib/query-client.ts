import { QueryClient } from '@tanstack/react-query'
import { isUnauthorized } from './api/api-error.ts'

const LIST_RETRIES = 3

/** Retry rule of summary lists: three times, except after sign-out. */
export function retryListQuery(failures: number, error: Error): boolean {
  return !isUnauthorized(error) && failures < LIST_RETRIES
}

/** Creates the app's cache. Data stays fresh until something invalidates it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, refetchOnWindowFocus: false, refetchInterval: false, retry: false },
      // Offline, a call fails immediately with a message, rather than waiting.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
