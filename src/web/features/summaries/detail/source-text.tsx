import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { SourceBlock } from '../../../../shared/document.ts'
import { findPattern, rangesOf } from '../../../../shared/summary/find-text.ts'
import { citationsOfPage } from '../../../../shared/summary/partial-page.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import type { SummaryPage } from '../../../../shared/summary/summary-page.ts'
import { Button } from '../../../components/button.tsx'
import type { ShownCitation } from '../../../components/reading-context.ts'
import { SkeletonText } from '../../../components/states.tsx'
import { useNear } from '../../../lib/page/use-near.ts'
import { PAGE_BLOCKS, type SourceRef, sourcePageQuery } from '../api/source.ts'
import { languagesOf } from '../describe.ts'
import type { MarkedRange } from './marked-text.tsx'
import { marginLabel, SourceBlockRow } from './source-block.tsx'

/** Blocks that a summary cites, by id, with the numbers of the takeaways that cite them. */
type CitedBlocks = ReadonlyMap<string, readonly number[]>

/** The blocks of the source that the lines of a page cite. */
export function citedBlocks(page: SummaryPage | null): CitedBlocks {
  const cited = new Map<string, number[]>()
  if (page === null) return cited
  for (const { blockId } of citationsOfPage(page)) cited.set(blockId, [])
  page.takeaways.forEach(({ citations }, index) => {
    for (const { blockId } of citations) {
      const numbers = cited.get(blockId)
      if (numbers?.includes(index + 1) === false) numbers.push(index + 1)
    }
  })
  return cited
}

/** A block to scroll to. Another object scrolls there again. */
export interface Goal {
  index: number
  takesFocus: boolean
}

/** Found occurrence that is shown: its block, and its number among those of the block. */
interface TextProps {
  summary: SummaryContent
  source: SourceRef
  cited: CitedBlocks
  shown: ShownCitation | null
  /** Text that is searched for; empty for none. */
  sought: string
  match: { index: number; nth: number } | null
}

function rangesIn(block: SourceBlock, index: number, { shown, sought, match }: TextProps): MarkedRange[] {
  const excerpts = (shown?.references ?? []).filter(({ blockId }) => blockId === block.id)
  const cited = excerpts.flatMap(({ excerpt }): MarkedRange[] =>
    rangesOf(block.text, findPattern(excerpt.replace(/…$/u, '')))
      .slice(0, 1)
      .map(({ start, end }) => ({ start, end, kind: 'cited' })),
  )
  const found = rangesOf(block.text, findPattern(sought)).map(({ start, end }, at): MarkedRange => {
    const isCurrent = match !== null && match.index === index && match.nth === at
    return { start, end, kind: isCurrent ? 'current' : 'found' }
  })
  return [...cited, ...found]
}

/** Neighboring list items together, other blocks alone. */
function groups(blocks: readonly SourceBlock[]): { first: number; blocks: SourceBlock[] }[] {
  const result: { first: number; blocks: SourceBlock[] }[] = []
  blocks.forEach((block, index) => {
    const last = result.at(-1)
    const isMore = block.type === 'list-item' && last?.blocks[0]?.type === 'list-item'
    if (isMore) last?.blocks.push(block)
    else result.push({ first: index, blocks: [block] })
  })
  return result
}

/** Kinds of location that begin with their heading. */
const paged: ReadonlySet<SourceBlock['location']['kind']> = new Set(['page', 'slide'])

function Blocks({ blocks, from, ...text }: TextProps & { blocks: readonly SourceBlock[]; from: number }) {
  const row = (block: SourceBlock, at: number) => {
    const index = from + at
    const above = blocks[at - 1]
    const label = marginLabel(block)
    const citedBy = text.cited.get(block.id)
    const isRepeated = above !== undefined && above.type !== 'heading' && marginLabel(above) === label
    const isHidden =
      citedBy === undefined && (isRepeated || (block.type === 'heading' && !paged.has(block.location.kind)))
    return (
      <SourceBlockRow
        key={block.id}
        block={block}
        index={index}
        label={isHidden ? '' : label}
        url={text.summary.originalUrl}
        citedBy={citedBy}
        isShown={text.shown?.references.some(({ blockId }) => blockId === block.id) === true}
        ranges={rangesIn(block, index, text)}
      />
    )
  }
  return groups(blocks).map(({ first, blocks: grouped }) => {
    const rows = grouped.map((block, at) => row(block, first + at))
    return grouped[0]?.type === 'list-item' ? <ul key={grouped[0].id}>{rows}</ul> : rows
  })
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <p lang="en" className="font-sans text-sm text-ink-soft">
      This part of the source did not load.
      <Button look="text" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}

interface SectionProps extends TextProps {
  page: number
  /** Estimated height before it is loaded, in pixels. */
  height: number
  scroller: RefObject<HTMLElement | null>
}

/** A page of the source, loaded once it is near. */
function Section({ page, height, scroller, ...text }: SectionProps) {
  const section = useRef<HTMLDivElement>(null)
  const isNear = useNear(section, 1500, scroller)
  const { data, isError, refetch } = useQuery({ ...sourcePageQuery(text.source, page), enabled: isNear })
  if (data !== undefined) {
    return (
      <div ref={section} className="[content-visibility:auto]" style={{ containIntrinsicSize: `auto ${height}px` }}>
        <Blocks blocks={data.blocks} from={data.from} {...text} />
      </div>
    )
  }
  return (
    <div ref={section} lang="en" style={{ height }} className="ps-18 pe-4 pt-3">
      {isError ? <NotLoaded onRetry={() => void refetch()} /> : <SkeletonText lines={5} />}
    </div>
  )
}

const CHARACTERS_PER_LINE = 52
const LINE_PX = 27
const GAP_PX = 15

const heightOf = (blocks: readonly SourceBlock[]): number =>
  blocks.reduce((sum, { text }) => sum + Math.ceil(text.length / CHARACTERS_PER_LINE) * LINE_PX + GAP_PX, 0)

/** Frames in which a block that was scrolled to is kept in place, while parts around it take their size. */
const SETTLING_FRAMES = 12

/** Events after which the user scrolls, and the block no longer has to stay in place. */
const userScrolls = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

function scrollTo(scroller: HTMLElement, goal: HTMLElement): void {
  // A sheet is too low for context above the passage.
  const offset = scroller.clientHeight < 400 ? 0 : 56
  const block = goal.getBoundingClientRect()
  const mark = (goal.querySelector('[data-current]') ?? goal.querySelector('mark'))?.getBoundingClientRect()
  // A mark far down in a long block comes into view rather than the beginning of the block.
  const isFar = mark !== undefined && mark.bottom - block.top > scroller.clientHeight - offset
  const delta = (isFar ? mark : block).top - scroller.getBoundingClientRect().top - offset
  if (Math.abs(delta) > 1) scroller.scrollTop += delta
}

interface SourceTextProps extends TextProps {
  /** Null for the beginning, and while it is being located. */
  goal: Goal | null
}

/** The text of a source. Only pages near the visible part are loaded. */
export function SourceText({ goal, ...text }: SourceTextProps) {
  const { summary } = text
  const scroller = useRef<HTMLElement>(null)
  const goalPage = goal === null ? 0 : Math.floor(goal.index / PAGE_BLOCKS)
  const { data, isError, refetch } = useQuery({
    ...sourcePageQuery(text.source, goalPage),
    enabled: goal !== null || text.shown === null,
  })
  const [size, setSize] = useState<{ total: number; blockHeight: number } | null>(null)
  if (data !== undefined && size === null) {
    setSize({ total: data.total, blockHeight: heightOf(data.blocks) / Math.max(1, data.blocks.length) })
  }
  const isLoaded = data !== undefined && size !== null
  // Before the first paint, so that pages at the beginning aren't loaded on the way.
  useLayoutEffect(() => {
    const { current } = scroller
    if (goal === null || !isLoaded || current === null) return undefined
    let frames = 0
    let frame = 0
    let isFocused = false
    const align = (): void => {
      const block = current.querySelector<HTMLElement>(`[data-index="${goal.index}"]`)
      if (block !== null) scrollTo(current, block)
      if (goal.takesFocus && !isFocused && block !== null) {
        isFocused = true
        block.focus({ preventScroll: true })
      }
      frames += 1
      if (frames < SETTLING_FRAMES) frame = requestAnimationFrame(align)
    }
    // A turned tablet or a wider window breaks lines elsewhere.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frames = 0
      align()
    })
    observer.observe(current)
    const stop = (): void => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
    for (const type of userScrolls) current.addEventListener(type, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const type of userScrolls) current.removeEventListener(type, stop)
    }
  }, [goal, isLoaded])
  return (
    <section
      ref={scroller}
      {...languagesOf(summary).source}
      aria-label="Text of the source"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-2 pt-2 pb-16 font-serif text-[1.03125rem]/[1.62] focus-visible:-outline-offset-2 wide:ps-3 wide:pe-5"
    >
      {size === null && isError ? (
        <NotLoaded onRetry={() => void refetch()} />
      ) : size === null ? (
        <SkeletonText lines={8} className="ps-18 pe-4 pt-3" />
      ) : (
        Array.from({ length: Math.ceil(size.total / PAGE_BLOCKS) }, (_, page) => (
          <Section
            // oxlint-disable-next-line react/no-array-index-key -- pages have fixed numbers
            key={page}
            page={page}
            height={Math.round(size.blockHeight * Math.min(PAGE_BLOCKS, size.total - page * PAGE_BLOCKS))}
            scroller={scroller}
            {...text}
          />
        ))
      )}
    </section>
  )
}
