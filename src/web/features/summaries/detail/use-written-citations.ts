import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { SourceBlock } from '../../../../shared/document.ts'
import type { Citation } from '../../../../shared/summary/citation.ts'
import { locationLabel } from '../../../../shared/summary/location-label.ts'
import type { PartialPage } from '../../../../shared/summary/partial-page.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { truncate } from '../../../../shared/text/format.ts'
import { PAGE_BLOCKS, sourcePageQuery, useSourceMap } from '../api/source.ts'

const EXCERPT_CHARACTERS = 480

/** Citations of whole blocks. A block has one, by which its chip is known. */
const citations = new WeakMap<SourceBlock, Citation>()

function citationOf(block: SourceBlock): Citation {
  const known = citations.get(block)
  if (known !== undefined) return known
  const { id, location, text } = block
  const excerpt = truncate(text, EXCERPT_CHARACTERS)
  const citation = { blockId: id, location, label: locationLabel(location), excerpt }
  citations.set(block, citation)
  return citation
}

const blocksOf = (pages: UseQueryResult<{ blocks: SourceBlock[] }>[]) =>
  new Map(pages.flatMap(({ data }) => data?.blocks ?? []).map((block) => [block.id, block]))

/** The citations of each takeaway of a page that is being written; none until the blocks that it cites are loaded. */
export function useWrittenCitations({ id, hasSource }: Summary, { takeaways }: PartialPage): Citation[][] {
  const source = { summaryId: id }
  const cited = takeaways.map(({ blocks = [] }) => [...new Set(blocks)])
  const { data: map } = useSourceMap(source, hasSource && cited.some((ids) => ids.length > 0))
  const positions = cited.flat().map((blockId) => map?.ids.indexOf(blockId) ?? -1)
  const pages = new Set(positions.filter((at) => at >= 0).map((at) => Math.floor(at / PAGE_BLOCKS)))
  const blocks = useQueries({ queries: [...pages].map((page) => sourcePageQuery(source, page)), combine: blocksOf })
  return cited.map((ids) =>
    ids.flatMap((blockId) => {
      const block = blocks.get(blockId)
      return block === undefined ? [] : [citationOf(block)]
    }),
  )
}
