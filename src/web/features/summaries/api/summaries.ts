import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { RECENT_LOADED } from '../../../../shared/api/routes.ts'
import type { ListedSummary, Summary } from '../../../../shared/summary/summary.ts'
import { callApi, callApiWithHeaders, callDelete, hasStatus } from '../../../lib/api/client.ts'
import { forgetKept, isCopy, keepOpened, loadKept, openedKeys } from '../../../lib/kept.ts'
import { retryListQuery, summaryKeys } from '../../../lib/queries.ts'
import { createStore } from '../../../lib/stores/store.ts'
import { useStore } from '../../../lib/stores/use-store.ts'

/** GET /api/summaries/{id}, as a query. */
export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: summaryKeys.one(id),
    queryFn: ({ signal }) =>
      loadKept(keyOf(id), async () => callApi('getSummary', { params: { id }, signal }), { keeps: false }),
  })

const keyOf = (id: string): string => hashKey(summaryKeys.one(id))

/** Keeps a finished summary that was opened, to be read without a connection. */
export const keepSummary = (summary: Summary): Promise<void> => keepOpened(keyOf(summary.id), summary)

/** Whether there is no copy of a summary, so that it can't be opened without a connection. */
export function useIsOutOfReach(id: string): boolean {
  const { data } = useQuery({ queryKey: ['kept'], queryFn: openedKeys, networkMode: 'always', staleTime: 0 })
  return data?.includes(keyOf(id)) === false
}

export const useSummary = (id: string, enabled = true) => useQuery({ ...summaryQuery(id), enabled })

/** DELETE /api/summaries/{id}. With `ifFree`, throws an ApiError with status 409 unless that costs nothing. */
export async function deleteSummary(id: string, { ifFree = false }: { ifFree?: boolean } = {}): Promise<void> {
  await callDelete('deleteSummary', { params: { id }, query: ifFree ? { ifFree: 'true' } : {} })
}

/** Whether `ifFree` prevented a deletion, because the summary is being written or has ended. */
export const isNotFree = (error: unknown): boolean => hasStatus(error, 409)

const deleted = createStore<ReadonlySet<string>>(new Set())

/** Hides deleted summaries in every list. The cached lists keep them, so that a restored summary appears where it was. */
export function hideDeleted(ids: readonly string[]): void {
  deleted.set(new Set([...deleted.get(), ...ids]))
  void forgetKept([...ids.map(keyOf), hashKey(listKey({ q: '', type: 'all' }))])
}

export const showRestored = (ids: readonly string[]): void => deleted.set(deleted.get().difference(new Set(ids)))

export const isDeleted = (id: string): boolean => deleted.get().has(id)

const deleting = createStore<ReadonlySet<string>>(new Set())

/** Hides the rows of summaries whose deletion starts; their dialogs stay. */
export const startDeleting = (ids: readonly string[]): void => deleting.set(deleting.get().union(new Set(ids)))

/** Shows the rows that their deletion has left. */
export const endDeleting = (ids: readonly string[]): void => deleting.set(deleting.get().difference(new Set(ids)))

export const isDeleting = (id: string): boolean => deleting.get().has(id)

/** Whether a summary is being deleted. Only its own row renders again. */
export const useIsDeleting = (id: string): boolean => useSyncExternalStore(deleting.subscribe, () => isDeleting(id))

/** Ids of the summaries that were deleted in this tab and not restored. */
const useDeleted = (): ReadonlySet<string> => useStore(deleted)

export const listTypes = ['all', 'youtube', 'article', 'text', 'document', 'epub'] as const
export type ListType = (typeof listTypes)[number]

/** Type filters of the dashboard, where everything but YouTube is an article. */
export type RecentType = 'all' | 'youtube' | 'article'

const RECENT_LIMIT = 5
const PAGE_LIMIT = 24

const firstCursor: string | null = null

export interface SummaryPage {
  summaries: ListedSummary[]
  cursor: string | null
}

type ListScope = { q: string; type: ListType }

export const recentQuery = (type: RecentType) =>
  queryOptions({
    queryKey: [...summaryKeys.recent, type],
    queryFn: ({ signal, queryKey }) => {
      const query = { type: type === 'article' ? 'not-youtube' : type, limit: RECENT_LOADED }
      return loadKept(hashKey(queryKey), async () => callApi('listSummaries', { query, signal }))
    },
    retry: retryListQuery,
  })

/** The `cursor` parameter in the server's `Link` header; null on the last page. */
function nextCursor(header: string | null): string | null {
  const [, url] = /<([^<>]+)>; rel="next"/u.exec(header ?? '') ?? []
  // The base is needed to parse a relative URL.
  return url === undefined ? null : new URL(url, 'http://localhost').searchParams.get('cursor')
}

/** A list as the cache has it. */
export type SummaryPages = InfiniteData<SummaryPage, string | null>

/** GET /api/summaries, one page. The first page of the whole list is kept, and ends there without a connection. */
export async function listSummaries(
  scope: ListScope & { cursor: string | null },
  signal?: AbortSignal,
): Promise<SummaryPage> {
  const key = hashKey(listKey(scope))
  const keeps = scope.q === '' && scope.type === 'all' && scope.cursor === null
  if (!keeps) return loadPage(scope, signal)
  const page = await loadKept(key, async () => loadPage(scope, signal))
  return isCopy(key) ? { ...page, cursor: null } : page
}

async function loadPage(
  { q, type, cursor }: ListScope & { cursor: string | null },
  signal: AbortSignal | undefined,
): Promise<SummaryPage> {
  const query = {
    q: q || undefined,
    type: type === 'document' ? 'file' : type,
    limit: PAGE_LIMIT,
    cursor: cursor ?? undefined,
  }
  const { data, headers } = await callApiWithHeaders('listSummaries', { query, signal })
  return { summaries: data, cursor: nextCursor(headers.get('link')) }
}

export const hasFailed = ({ status }: Pick<Summary, 'status'>): boolean => status === 'failed'
export const hasNotFailed = (summary: Pick<Summary, 'status'>): boolean => !hasFailed(summary)

/** The five newest summaries, and the attempts that failed between them and the sixth. */
export function recentOf(newest: readonly Summary[]): Summary[] {
  const sixth = newest.filter(hasNotFailed)[RECENT_LIMIT]
  return newest.slice(0, sixth === undefined ? undefined : newest.indexOf(sixth))
}

/** Whether recent summaries are all of the user's, and none is ready. Five that haven't failed may follow older ones. */
export const isWithoutSources = (recent: readonly Summary[]): boolean =>
  recent.length < RECENT_LOADED &&
  recent.filter(hasNotFailed).length < RECENT_LIMIT &&
  recent.every(({ status }) => status !== 'ready')

export function useRecentSummaries(type: RecentType, enabled = true) {
  const deleted = useDeleted()
  return useQuery({
    ...recentQuery(type),
    enabled,
    select: (newest) => recentOf(newest.filter(({ id }) => !deleted.has(id))),
    placeholderData: keepPreviousData,
  })
}

export const listKey = ({ q, type }: ListScope) => [...summaryKeys.lists, { q, type }] as const

/** All summaries of the loaded pages that match a search and a type, in order. */
export function useSummaryPages(scope: ListScope, enabled = true) {
  const deleted = useDeleted()
  const select = useCallback(
    ({ pages }: SummaryPages): ListedSummary[] => {
      // A summary that moved while pages loaded is in two of them.
      const byId = new Map(pages.flatMap(({ summaries }) => summaries).map((summary) => [summary.id, summary]))
      for (const id of deleted) byId.delete(id)
      return [...byId.values()]
    },
    [deleted],
  )
  return useInfiniteQuery({
    enabled,
    queryKey: listKey(scope),
    queryFn: ({ pageParam, signal }) => listSummaries({ ...scope, cursor: pageParam }, signal),
    initialPageParam: firstCursor,
    getNextPageParam: (page: SummaryPage) => page.cursor,
    retry: retryListQuery,
    placeholderData: keepPreviousData,
    select,
  })
}

const recentType = createStore<RecentType>('all')

export const setRecentType = recentType.set

/** Type filter of the recent summaries, which also applies to the next and previous buttons of an open summary. */
export const useRecentType = (): RecentType => useStore(recentType)
