import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { calls } from '../../../../shared/api/calls.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { callApi, callApiWithHeaders } from '../../../lib/api/client.ts'
import { nextCursor } from '../../../lib/api/link-header.ts'
import { queryKeys } from '../../../lib/keys.ts'
import { retryListQuery } from '../../../lib/query-client.ts'

/** What both lists can be narrowed to. */
export const listTypes = ['all', 'youtube', 'article'] as const
export type ListType = (typeof listTypes)[number]

const RECENT_LIMIT = 5
/** As many as are asked for, so that the recent ones can do without most of those that failed. */
const RECENT_LOADED = 10
const PAGE_LIMIT = 24

export interface SummaryPage {
  summaries: Summary[]
  /** Where the next page starts; null on the last one. */
  cursor: string | null
}

interface ListInput {
  q: string
  type: ListType
  cursor: string | null
}

/** GET /api/summaries, one page of it. */
export async function listSummaries({ q, type, cursor }: ListInput, signal: AbortSignal): Promise<SummaryPage> {
  const { data, headers } = await callApiWithHeaders(calls.listSummaries, 200, {
    query: { q: q || undefined, type, limit: PAGE_LIMIT, cursor: cursor ?? undefined },
    signal,
  })
  return { summaries: data, cursor: nextCursor(headers.get('link')) }
}

/** The five newest of a list. Of those that failed only the last is news: more of them would push out what there is to read. */
export function recentOf(newest: readonly Summary[]): Summary[] {
  const lastFailed = newest.find(({ status }) => status === 'failed')
  return newest.filter((summary) => summary.status !== 'failed' || summary === lastFailed).slice(0, RECENT_LIMIT)
}

/** The newest summaries, for the dashboard. */
export function useRecentSummaries(type: ListType) {
  return useQuery({
    queryKey: [...queryKeys.recentSummaries, type],
    queryFn: ({ signal }) => callApi(calls.listSummaries, 200, { query: { type, limit: RECENT_LOADED }, signal }),
    select: recentOf,
    retry: retryListQuery,
    placeholderData: (previous) => previous,
  })
}

const firstCursor: string | null = null

/** All summaries that fit a search and a type, page after page. */
export function useSummaryPages(q: string, type: ListType) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.summaryLists, { q, type }],
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      listSummaries({ q, type, cursor: pageParam }, signal),
    initialPageParam: firstCursor,
    getNextPageParam: (page) => page.cursor,
    retry: retryListQuery,
    placeholderData: (previous) => previous,
  })
}
