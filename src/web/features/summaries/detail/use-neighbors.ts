import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pagePaths } from '../../../../shared/paths.ts'
import type { ListedSummary, Summary } from '../../../../shared/summary/summary.ts'
import { toast } from '../../../components/toast.tsx'
import { reasonOf } from '../../../lib/api/client.ts'
import { hasNotFailed, summaryQuery, useRecentSummaries, useRecentType, useSummaryPages } from '../api/summaries.ts'
import { parseListView } from '../list/list-address.ts'
import { openIdNow, useOpenSummary } from '../open-summary.ts'

/** Ids before and after one in a list, without failed attempts. */
function idsAround(list: readonly Summary[] = [], openId: string | null) {
  const ids = list.filter(hasNotFailed).map(({ id }) => id)
  const index = ids.findIndex((id) => id === openId)
  return { isListed: index !== -1, before: ids[index - 1], after: index === -1 ? undefined : ids[index + 1] }
}

/** The summaries before and after the open one, as the list below it is filtered. Null where there is no list. */
export function useNeighbors() {
  const queryClient = useQueryClient()
  const [path] = useLocation()
  const view = parseListView(new URLSearchParams(useSearch()))
  const { openId, goOn } = useOpenSummary()
  const isOverList = openId !== null && path.startsWith(pagePaths.summaries)
  const isOverRecent = openId !== null && path === pagePaths.dashboard
  const { data: listed, hasNextPage, fetchNextPage, isFetchingNextPage } = useSummaryPages(view, isOverList)
  const { data: recent } = useRecentSummaries(useRecentType(), isOverRecent)
  const list: readonly ListedSummary[] | undefined = isOverRecent ? recent : listed
  const { isListed, before, after } = idsAround(list, openId)
  const [isWaiting, setIsWaiting] = useState(false)

  // Loads the next one ahead of time.
  useEffect(() => {
    if ((isOverList || isOverRecent) && after !== undefined) void queryClient.prefetchQuery(summaryQuery(after))
  }, [isOverList, isOverRecent, after, queryClient])

  const load = async () => {
    setIsWaiting(true)
    const { data, error } = await fetchNextPage()
    setIsWaiting(false)
    // The user may have left meanwhile.
    if (openIdNow() !== openId) return
    if (error !== null) {
      toast({ title: 'The next summaries didn’t load', description: reasonOf(error), variant: 'destructive' })
      return
    }
    const { after: next } = idsAround(data, openId)
    if (next !== undefined) goOn(next)
  }

  if (!(isOverList || isOverRecent) || !isListed) return null
  const row = list?.find(({ id }) => id === openId)
  return {
    previous: before === undefined ? null : () => goOn(before),
    /** Goes to the next summary, which may have to be loaded first; null without one. */
    next: after !== undefined ? () => goOn(after) : isOverList && hasNextPage ? () => void load() : null,
    isLoading: isWaiting && isFetchingNextPage,
    /** The passage of the source in which a search found the open summary. */
    found: row?.match?.citation ?? null,
    /** Whether the list knows that there is no source to be read beside the open summary. */
    lacksSource: row?.status === 'ready' && !row.hasSource,
  }
}

export type Neighbors = NonNullable<ReturnType<typeof useNeighbors>>
