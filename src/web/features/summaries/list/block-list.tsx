import { memo, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListedSummary } from '../../../../shared/summary.ts'
import { onReveal } from '../reveal.ts'
import { type RowChoice, SummaryRow } from '../summary-row.tsx'
import { BLOCK_ROWS, blocksOf, heightOf, isLong } from './blocks.ts'
import type { Layout } from './list-address.ts'
import { useNearBlocks } from './use-near-blocks.ts'

const gridStyle = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'
/** As many characters of a summary as its row shows of it, or a few more. */
const FOUND_CHARACTERS = 160

type OnChoose = RowChoice['onChoose']

interface RowProps {
  summary: ListedSummary
  layout: Layout
  isChosen: boolean
  onChoose: OnChoose
  /** Place in the list, from 1. */
  place: number
  /** How many there are; -1 while that is not known. */
  total: number
}

const Row = memo(function Row({ summary, layout, isChosen, onChoose, place, total }: RowProps) {
  const choice = useMemo(() => ({ isChosen, onChoose }), [isChosen, onChoose])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands in a block, not in the list itself
    <div role="listitem" aria-posinset={place} aria-setsize={total} className="min-w-0">
      <SummaryRow summary={summary} layout={layout === 'grid' ? 'card' : 'row'} place="list" choice={choice} />
    </div>
  )
})

interface BlockProps {
  index: number
  watch: (element: Element | null) => (() => void) | undefined
}

interface BuiltBlockProps extends BlockProps {
  className: string | undefined
  children: ReactNode
}

/** Some rows, on the screen or close to it. */
function BuiltBlock({ index, watch, className, children }: BuiltBlockProps) {
  return (
    <div role="presentation" ref={watch} data-block={index} data-built="" className={className}>
      {children}
    </div>
  )
}

interface DistantBlockProps extends BlockProps {
  summaries: readonly ListedSummary[]
  heightPx: number
  keep: (index: number, heightPx: number) => void
  onFound: (index: number) => void
}

/**
 * Some rows far from the screen: one element as high as they are. What they say stands in it for the browser to find, and
 * for nobody to see or hear: a search in the page stops here and has the rows built.
 */
const DistantBlock = memo(function DistantBlock({
  index,
  summaries,
  watch,
  heightPx,
  keep,
  onFound,
}: DistantBlockProps) {
  const text = summaries
    .map(({ title, basicSummary }) => `${title} ${basicSummary.slice(0, FOUND_CHARACTERS)}`)
    .join('\n')
  return (
    <div
      role="presentation"
      data-block={index}
      style={{ height: heightPx }}
      className="block overflow-hidden text-transparent select-none"
      ref={(element) => {
        if (element === null) return undefined
        keep(index, heightPx)
        // React knows the attribute as one that is there or not.
        element.setAttribute('hidden', 'until-found')
        const find = () => onFound(index)
        element.addEventListener('beforematch', find)
        const stop = watch(element)
        return () => {
          stop?.()
          element.removeEventListener('beforematch', find)
        }
      }}
    >
      {text}
    </div>
  )
})

interface BlockListProps {
  summaries: readonly ListedSummary[]
  layout: Layout
  /** What the list is of: another one begins at its top. */
  name: string
  /** Whether there are more than those that are loaded. */
  hasMore: boolean
  chosen: ReadonlySet<string>
  onChoose: OnChoose
}

/**
 * Summaries as a list or a grid. Of a long one only what is on the screen or close to it is built, in blocks that keep
 * their place in the flow of the page: the order of Tab, the browser's own search and its keeping of the place work as in
 * a short one.
 */
export function BlockList({ summaries, layout, name, hasMore, chosen, onChoose }: BlockListProps) {
  const [cut, setCut] = useState(() => ({ summaries, blocks: blocksOf(summaries) }))
  if (cut.summaries !== summaries) setCut({ summaries, blocks: blocksOf(summaries, cut.blocks) })
  const { blocks } = cut
  const { near, heights, watch, keep, add } = useNearBlocks(`${name} ${layout}`)

  useEffect(
    () =>
      onReveal((id) => {
        const index = summaries.findIndex((summary) => summary.id === id)
        if (index !== -1) flushSync(() => add(Math.floor(index / BLOCK_ROWS)))
        return index !== -1
      }),
    [summaries, add],
  )

  const find = useCallback(
    (index: number) => {
      flushSync(() => add(index))
      document.querySelector(`[data-block="${index}"]`)?.scrollIntoView({ block: 'center' })
    },
    [add],
  )

  const total = hasMore ? -1 : summaries.length
  const isGrid = layout === 'grid'
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- between a list and its items there are the blocks
    <div role="list" aria-label="Summaries" className={isGrid ? 'space-y-4 pt-6' : undefined}>
      {blocks.map((block, index) =>
        near.has(index) || !isLong(blocks) ? (
          // oxlint-disable-next-line react/no-array-index-key -- a block is the rows at a place, whichever those are
          <BuiltBlock key={index} index={index} watch={watch} className={isGrid ? gridStyle : undefined}>
            {block.map((summary, place) => (
              <Row
                key={summary.id}
                summary={summary}
                layout={layout}
                isChosen={chosen.has(summary.id)}
                onChoose={onChoose}
                place={index * BLOCK_ROWS + place + 1}
                total={total}
              />
            ))}
          </BuiltBlock>
        ) : (
          <DistantBlock
            // oxlint-disable-next-line react/no-array-index-key -- as above
            key={index}
            index={index}
            summaries={block}
            watch={watch}
            heightPx={heightOf(index, heights)}
            keep={keep}
            onFound={find}
          />
        ),
      )}
    </div>
  )
}
