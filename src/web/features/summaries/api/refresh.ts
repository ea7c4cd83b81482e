import { hashKey, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { ListedSummary, Summary } from '../../../../shared/summary.ts'
import { statsQuery, summaryKeys, userKey } from '../../../lib/queries.ts'
import { summaryQuery } from './get-summary.ts'
import { firstPage, listKey, listTypes, type SummaryPage } from './list-summaries.ts'

/** A list of more pages than that is not loaded again as a whole. */
const FEW_PAGES = 3

type List = InfiniteData<SummaryPage, string | null>

/** A list with the newest of its summaries as they are now: new ones stand before those that were loaded before. */
export function withNewest(list: List, newest: readonly ListedSummary[]): List {
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
 * Brings the lists up to date. To load hundreds of pages again because of one summary would take a minute, and tear away
 * whoever reads one of them: of a long list on the screen only the beginning is loaded again, and one that is not on the
 * screen is forgotten. A long list in the order of a search stays as it is.
 */
async function refreshLists(queryClient: QueryClient): Promise<void> {
  const lists = { queryKey: summaryKeys.lists }
  const long = queryClient
    .getQueryCache()
    .findAll(lists)
    .filter(({ queryKey }) => (queryClient.getQueryData<List>(queryKey)?.pages.length ?? 0) > FEW_PAGES)
  queryClient.removeQueries({ ...lists, type: 'inactive', predicate: (query) => long.includes(query) })
  const shown = new Set(long.filter((query) => query.isActive()).map(({ queryHash }) => queryHash))
  const renewed = listTypes.map(async (type) => {
    const queryKey = listKey({ q: '', type })
    if (!shown.has(hashKey(queryKey))) return
    const { summaries } = await queryClient.fetchQuery({ ...firstPage(type), staleTime: 0 })
    queryClient.setQueryData<List>(queryKey, (list) => list && withNewest(list, summaries))
  })
  await Promise.all([
    queryClient.invalidateQueries({ ...lists, predicate: (query) => !long.includes(query) }),
    // What could not be loaded now stays as it was.
    ...renewed.map((renewal) => renewal.catch(() => {})),
  ])
}

/** Loads again what counts a person's summaries, and the newest of them. */
export async function refreshCounts(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: summaryKeys.recent }),
    queryClient.invalidateQueries({ queryKey: statsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: userKey }),
  ])
}

/** Loads again what changes when a summary comes or fails: the lists, the counters and the person's usage. */
export async function refreshAfterChange(queryClient: QueryClient): Promise<void> {
  await Promise.all([refreshCounts(queryClient), refreshLists(queryClient)])
}

/** Changes a summary wherever it is shown, so that nobody waits for what is known already to be loaded. */
export function changeShown(queryClient: QueryClient, id: string, change: Partial<Summary>): void {
  const changed = <S extends Summary>(summary: S): S => (summary.id === id ? { ...summary, ...change } : summary)
  queryClient.setQueryData<Summary>(summaryKeys.one(id), (summary) => summary && changed(summary))
  queryClient.setQueriesData<Summary[]>({ queryKey: summaryKeys.recent }, (rows) => rows?.map(changed))
  queryClient.setQueriesData<InfiniteData<SummaryPage>>(
    { queryKey: summaryKeys.lists },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, summaries: page.summaries.map(changed) })),
      },
  )
}

/** Loads a summary, and shows it everywhere as it is now. */
export async function loadShown(queryClient: QueryClient, id: string): Promise<Summary> {
  const now = await queryClient.fetchQuery({ ...summaryQuery(id), staleTime: 0 })
  changeShown(queryClient, id, now)
  return now
}
