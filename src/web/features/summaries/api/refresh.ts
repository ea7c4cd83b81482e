import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Summary } from '../../../../shared/summary.ts'
import { queryKeys } from '../../../lib/keys.ts'
import type { SummaryPage } from './list-summaries.ts'

/** Loads again what changes when a summary comes, goes or fails: the lists, the counters and the person's usage. */
export async function refreshAfterChange(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.recentSummaries }),
    queryClient.invalidateQueries({ queryKey: queryKeys.summaryLists }),
    queryClient.invalidateQueries({ queryKey: queryKeys.stats }),
    queryClient.invalidateQueries({ queryKey: queryKeys.user }),
  ])
}

/** Changes a summary wherever it is shown, so that nobody waits for what is known already to be loaded. */
export function changeShown(queryClient: QueryClient, id: string, change: Partial<Summary>): void {
  const changed = (summary: Summary): Summary => (summary.id === id ? { ...summary, ...change } : summary)
  queryClient.setQueryData<Summary>(queryKeys.summary(id), (summary) => summary && changed(summary))
  queryClient.setQueriesData<Summary[]>({ queryKey: queryKeys.recentSummaries }, (rows) => rows?.map(changed))
  queryClient.setQueriesData<InfiniteData<SummaryPage>>(
    { queryKey: queryKeys.summaryLists },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, summaries: page.summaries.map(changed) })),
      },
  )
}
