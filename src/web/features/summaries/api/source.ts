import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { calls } from '../../../../shared/api/calls.ts'
import { sharingCalls } from '../../../../shared/api/sharing-calls.ts'
import { callApi } from '../../../lib/api/client.ts'

/** Number of blocks that are loaded in one call. */
export const PAGE_BLOCKS = 100

/** The source of a summary, or of a shared one by the token of its public link. */
export interface SourceRef {
  summaryId: string
  token: string | null
}

const keyOf = ({ summaryId, token }: SourceRef, ...rest: (string | number | null)[]) => [
  calls.getSource.path,
  summaryId,
  token,
  ...rest,
]

async function loadPage({ summaryId, token }: SourceRef, query: Record<string, string | number>, signal: AbortSignal) {
  return token === null
    ? callApi(calls.getSource, { params: { id: summaryId }, query, signal })
    : callApi(sharingCalls.getSharedSource, { params: { token }, query, signal })
}

/** A page of a summary's source. */
export const sourcePageQuery = (source: SourceRef, page: number) =>
  queryOptions({
    queryKey: keyOf(source, page),
    queryFn: async ({ signal }) => loadPage(source, { from: page * PAGE_BLOCKS, limit: PAGE_BLOCKS }, signal),
  })

/** The number of blocks before a block of a source, which is loaded with the page around it. */
export function useBlockIndex(source: SourceRef, blockId: string | null) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: keyOf(source, 'block', blockId),
    queryFn: async ({ signal }): Promise<number> => {
      const page = await loadPage(source, { limit: PAGE_BLOCKS, at: blockId ?? '' }, signal)
      queryClient.setQueryData(keyOf(source, page.from / PAGE_BLOCKS), page)
      return (
        page.from +
        Math.max(
          0,
          page.blocks.findIndex((block) => block.id === blockId),
        )
      )
    },
    enabled: blockId !== null,
  })
}

/** Occurrences of a text in a source; undefined while it is empty or being searched for the first time. */
export function useSourceMatches(source: SourceRef, text: string) {
  const { summaryId, token } = source
  return useQuery({
    queryKey: keyOf(source, 'find', text),
    queryFn: async ({ signal }) =>
      token === null
        ? callApi(calls.findInSource, { params: { id: summaryId }, query: { q: text }, signal })
        : callApi(sharingCalls.findInSharedSource, { params: { token }, query: { q: text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}
