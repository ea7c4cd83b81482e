import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ListedSummary, Summary } from '../../../../shared/summary/summary.ts'
import { statsQuery, summaryKeys, userKey } from '../../../lib/queries.ts'
import { listKey, listSummaries, listTypes, type SummaryPages, summaryQuery } from './summaries.ts'

/** Longer lists are not reloaded as a whole. */
const MAX_RELOADED_PAGES = 3

/** A list with the newest summaries: new ones come first, and known ones are updated. */
export function withNewest(list: SummaryPages, newest: readonly ListedSummary[]): SummaryPages {
  const known = new Set(list.pages.flatMap(({ summaries }) => summaries.map(({ id }) => id)))
  const current = new Map(newest.map((summary) => [summary.id, summary]))
  const added = newest.filter(({ id }) => !known.has(id))
  const pages = list.pages.map((page, index) => ({
    ...page,
    summaries: [...(index === 0 ? added : []), ...page.summaries.map((summary) => current.get(summary.id) ?? summary)],
  }))
  return { ...list, pages }
}

/**
 * Refreshes the lists. Reloading hundreds of pages would take a minute and lose the user's position, so of a long list on
 * the screen only the first page is reloaded, except for search results. Other long lists leave the cache.
 */
async function refreshLists(queryClient: QueryClient): Promise<void> {
  const lists = { queryKey: summaryKeys.lists }
  const long = queryClient
    .getQueryCache()
    .findAll(lists)
    .filter(
      ({ queryKey }) => (queryClient.getQueryData<SummaryPages>(queryKey)?.pages.length ?? 0) > MAX_RELOADED_PAGES,
    )
  queryClient.removeQueries({ ...lists, type: 'inactive', predicate: (query) => long.includes(query) })
  const shown = new Set(long.filter((query) => query.isActive()).map(({ queryHash }) => queryHash))
  const renewed = listTypes.map(async (type) => {
    const queryKey = listKey({ q: '', type })
    if (!shown.has(hashKey(queryKey))) return
    const { summaries } = await listSummaries({ q: '', type, cursor: null })
    queryClient.setQueryData<SummaryPages>(queryKey, (list) => list && withNewest(list, summaries))
  })
  await Promise.all([
    queryClient.invalidateQueries({ ...lists, predicate: (query) => !long.includes(query) }),
    // After a failure, the list stays as it is.
    ...renewed.map((renewal) => renewal.catch(() => {})),
  ])
}

/** The cached lists of the newest summaries. */
export type RecentLists = readonly [QueryKey, Summary[] | undefined][]

export const recentLists = (queryClient: QueryClient): RecentLists =>
  queryClient.getQueriesData<Summary[]>({ queryKey: summaryKeys.recent })

/** Puts summaries back into the lists that had them before they were deleted, and that have been reloaded since. */
export function restoreRecent(queryClient: QueryClient, before: RecentLists, ids: readonly string[]): void {
  for (const [queryKey, had = []] of before)
    queryClient.setQueryData<Summary[]>(queryKey, (now) => {
      const missing = had.filter(({ id }) => ids.includes(id) && now?.every((row) => row.id !== id))
      return now && [...now, ...missing].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    })
}

/** Reloads the user's counters and the newest summaries. */
export async function refreshCounts(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: summaryKeys.recent }),
    queryClient.invalidateQueries({ queryKey: statsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: userKey }),
  ])
}

/** Reloads what changes when a summary is created or fails: lists, counters and the user's usage. */
export async function refreshAfterChange(queryClient: QueryClient): Promise<void> {
  await Promise.all([refreshCounts(queryClient), refreshLists(queryClient)])
}

/** Changes a summary in every cached query. */
export function changeShown(queryClient: QueryClient, id: string, change: Partial<Summary>): void {
  const changed = <S extends Summary>(summary: S): S => (summary.id === id ? { ...summary, ...change } : summary)
  queryClient.setQueryData<Summary>(summaryKeys.one(id), (summary) => summary && changed(summary))
  queryClient.setQueriesData<Summary[]>({ queryKey: summaryKeys.recent }, (rows) => rows?.map(changed))
  queryClient.setQueriesData<SummaryPages>(
    { queryKey: summaryKeys.lists },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, summaries: page.summaries.map(changed) })) },
  )
}

/** Reloads a summary, and updates it in every cached query. */
export async function loadShown(queryClient: QueryClient, id: string): Promise<Summary> {
  const now = await queryClient.fetchQuery({ ...summaryQuery(id), staleTime: 0 })
  changeShown(queryClient, id, now)
  return now
}
