import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../lib/keys.ts'

/** Loads again what changes when a summary comes, goes or fails: the lists, the counters and the person's usage. */
export async function refreshAfterChange(queryClient: QueryClient): Promise<void> {
  const [path] = queryKeys.summaries
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) => first === path && (second === 'list' || second === 'recent'),
    }),
    queryClient.invalidateQueries({ queryKey: queryKeys.stats }),
    queryClient.invalidateQueries({ queryKey: queryKeys.user }),
  ])
}
