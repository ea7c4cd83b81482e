import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { calls } from '../../../../shared/api/calls.ts'
import type { SourceMatches, SourcePage } from '../../../../shared/document.ts'
import { callApi } from '../../../lib/api/client.ts'

/** Number of blocks that are loaded in one call. */
export const PAGE_BLOCKS = 100

const pageKey = (id: string, page: number) => [calls.getSource.path, id, page]

/** A page of a summary's source. */
export const sourcePageQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: pageKey(id, page),
    queryFn: ({ signal }): Promise<SourcePage> =>
      callApi(calls.getSource, { params: { id }, query: { from: page * PAGE_BLOCKS, limit: PAGE_BLOCKS }, signal }),
  })

/** The number of blocks before a block of a source, which is loaded with the page around it. */
export function useBlockIndex(id: string, blockId: string | null) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: [calls.getSource.path, id, 'block', blockId],
    queryFn: async ({ signal }): Promise<number> => {
      const query = { limit: PAGE_BLOCKS, at: blockId ?? '' }
      const page = await callApi(calls.getSource, { params: { id }, query, signal })
      queryClient.setQueryData(pageKey(id, page.from / PAGE_BLOCKS), page)
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
export function useSourceMatches(id: string, text: string) {
  return useQuery({
    queryKey: [calls.findInSource.path, id, text],
    queryFn: ({ signal }): Promise<SourceMatches> =>
      callApi(calls.findInSource, { params: { id }, query: { q: text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}
