import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { routes } from '../../../../shared/api/routes.ts'
import type { ExampleName } from '../../../../shared/examples.ts'
import { sourceMapOf } from '../../../../shared/source-map.ts'
import { matchesIn, sourcePageOf } from '../../../../shared/source-pages.ts'
import { callApi } from '../../../lib/api/client.ts'

export const PAGE_BLOCKS = 100

/** The source of a summary, of a shared one by the token of its public link, or of an example. */
export type SourceRef = { summaryId: string } | { token: string } | { example: ExampleName }

const keyOf = (source: SourceRef, ...rest: (string | number | null)[]) => [routes.getSource.path, source, ...rest]

/** Examples are checked with schemas that nothing else on this page needs. */
async function loadExampleSource(name: ExampleName) {
  const examples = await import('../examples/load-example.ts')
  return examples.loadExampleSource(name)
}

async function loadPage(source: SourceRef, query: { from?: number; at?: string }, signal: AbortSignal) {
  const limit = PAGE_BLOCKS
  if ('example' in source) return sourcePageOf(await loadExampleSource(source.example), { from: 0, limit, ...query })
  return 'token' in source
    ? callApi('getSharedSource', { params: source, query: { limit, ...query }, signal })
    : callApi('getSource', { params: { id: source.summaryId }, query: { limit, ...query }, signal })
}

export const sourcePageQuery = (source: SourceRef, page: number) =>
  queryOptions({
    queryKey: keyOf(source, page),
    queryFn: async ({ signal }) => loadPage(source, { from: page * PAGE_BLOCKS }, signal),
  })

/** The number of blocks before a block of a source, which is loaded with the page around it. */
export function useBlockIndex(source: SourceRef, blockId: string | null) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: keyOf(source, 'block', blockId),
    queryFn: async ({ signal }): Promise<number> => {
      const page = await loadPage(source, { at: blockId ?? '' }, signal)
      queryClient.setQueryData(keyOf(source, page.from / PAGE_BLOCKS), page)
      const at = page.blocks.findIndex((block) => block.id === blockId)
      return page.from + Math.max(0, at)
    },
    enabled: blockId !== null,
  })
}

/** The outline of a source; undefined until it is loaded. */
export function useSourceMap(source: SourceRef, enabled = true) {
  return useQuery({
    queryKey: keyOf(source, 'map'),
    queryFn: async ({ signal }) => {
      if ('example' in source) return sourceMapOf(await loadExampleSource(source.example))
      return 'token' in source
        ? callApi('mapSharedSource', { params: source, signal })
        : callApi('mapSource', { params: { id: source.summaryId }, signal })
    },
    staleTime: Infinity,
    enabled,
  })
}

/** Occurrences of a text in a source; undefined while it is empty or being searched for the first time. */
export function useSourceMatches(source: SourceRef, text: string) {
  return useQuery({
    queryKey: keyOf(source, 'find', text),
    queryFn: async ({ signal }) => {
      if ('example' in source) return matchesIn(await loadExampleSource(source.example), text)
      return 'token' in source
        ? callApi('findInSharedSource', { params: source, query: { q: text }, signal })
        : callApi('findInSource', { params: { id: source.summaryId }, query: { q: text }, signal })
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}
