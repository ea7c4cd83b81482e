import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { SourceBlock } from '../../../../shared/document.ts'
import type { Citation } from '../../../../shared/summary/citation.ts'
import { findPattern, rangesOf } from '../../../../shared/summary/find-text.ts'
import { citationsOfPage, type PartialPage } from '../../../../shared/summary/partial-page.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import type { SummaryPage } from '../../../../shared/summary/summary-page.ts'
import { noise } from '../../../../shared/text/speakers.ts'
import { Button } from '../../../components/button.tsx'
import type { ShownCitation } from '../../../components/reading-context.ts'
import { SkeletonText } from '../../../components/states.tsx'
import { useNear } from '../../../lib/page/use-near.ts'
import { PAGE_BLOCKS, type SourceRef, sourcePageQuery } from '../api/source.ts'
import { languagesOf } from '../describe.ts'
import type { MarkedRange } from './marked-text.tsx'
import { type CitedBy, marginLabel, SourceBlockRow } from './source-block.tsx'

/** Blocks that a summary cites, by id. */
export type CitedBlocks = ReadonlyMap<string, CitedBy>

const openCited = (ids: readonly string[]) =>
  new Map(ids.map((id) => [id, { takeaways: new Set<number>(), details: new Set<number>() }]))

/** The blocks that a page that is being written cites so far. */
export function citedSoFar({ cited = [], takeaways }: PartialPage): CitedBlocks {
  const blocks = openCited(cited)
  takeaways.forEach((takeaway, index) => {
    for (const id of takeaway.blocks ?? []) blocks.get(id)?.takeaways.add(index + 1)
  })
  return blocks
}

/** The blocks of the source that the lines of a page, and answers below it, cite. */
export function citedBlocks(page: SummaryPage | null, answers: readonly Citation[]): CitedBlocks {
  const pages = page === null ? [] : citationsOfPage(page)
  const blocks = openCited([...pages, ...answers].map(({ blockId }) => blockId))
  page?.takeaways.forEach(({ citations }, index) => {
    for (const { blockId } of citations) blocks.get(blockId)?.takeaways.add(index + 1)
  })
  page?.parts.forEach(({ under, lines }) => {
    // Details of a takeaway that isn't there are a part of their own.
    if (under === undefined || page.takeaways[under] === undefined) return
    for (const { blockId } of lines.flatMap(({ citations }) => citations)) blocks.get(blockId)?.details.add(under + 1)
  })
  return blocks
}

/** A block to scroll to. Another object scrolls there again. */
export interface Goal {
  index: number
  takesFocus: boolean
  /** Whether to glide there, if motion is wanted. */
  glides?: boolean
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
  /** Names before the turns of a transcript. */
  speakers: ReadonlySet<string>
  /** Id of the block that a model has read or cited last; null for a finished summary. */
  lit: string | null
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

/** A word in letters, or in a script that has no spaces. */
const word = /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Blocks without a word that follow each other before they count as a figure, since one can be a number or a formula. */
const FIGURE_BLOCKS = 3

/** Whether blocks are what a PDF has of a figure: labels of its axes, or a formula in another encoding. */
const isFigure = (blocks: readonly SourceBlock[]): boolean =>
  blocks.length >= FIGURE_BLOCKS || blocks.some(({ text }) => !/[\p{L}\p{N}]/u.test(text))

type Grouping = 'list' | 'figure' | null

/** Neighboring list items together, and the unreadable blocks of a figure in a PDF; other blocks alone. */
function groups(
  blocks: readonly SourceBlock[],
  cited: CitedBlocks,
): { first: number; blocks: SourceBlock[]; kind: Grouping }[] {
  const kindOf = ({ id, type, text, location }: SourceBlock): Grouping => {
    const isText = type === 'paragraph' || type === 'list-item' || type === 'caption'
    if (location.kind === 'page' && isText && !cited.has(id) && !word.test(text)) return 'figure'
    return type === 'list-item' ? 'list' : null
  }
  const result: { first: number; blocks: SourceBlock[]; kind: Grouping }[] = []
  blocks.forEach((block, index) => {
    const last = result.at(-1)
    const kind = kindOf(block)
    if (kind !== null && last?.kind === kind) last.blocks.push(block)
    else result.push({ first: index, blocks: [block], kind })
  })
  return result.flatMap((group) =>
    group.kind !== 'figure' || isFigure(group.blocks)
      ? [group]
      : group.blocks.map((block, at) => ({ first: group.first + at, blocks: [block], kind: null })),
  )
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
        speakers={text.speakers}
        isShown={text.shown?.references.some(({ blockId }) => blockId === block.id) === true}
        isLit={text.lit === block.id}
        ranges={rangesIn(block, index, text)}
      />
    )
  }
  return groups(blocks, text.cited).map(({ first, blocks: grouped, kind }) => {
    const rows = grouped.map((block, at) => row(block, first + at))
    const key = grouped[0]?.id
    if (kind === 'list') return <ul key={key}>{rows}</ul>
    if (kind !== 'figure') return rows
    const isFound = grouped.some((block, at) => rangesIn(block, from + first + at, text).length > 0)
    return (
      <details key={key} open={isFound} data-index={from + first}>
        <summary lang="en" className="w-fit ps-19 py-[0.45em] font-sans text-[0.8125rem]/5 text-ink-soft">
          Figure, not readable as text
        </summary>
        {grouped[0]?.type === 'list-item' ? <ul>{rows}</ul> : rows}
      </details>
    )
  })
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <p lang="en" className="font-sans text-sm text-ink-soft">
      This part of the source didn’t load.
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
      <div
        ref={section}
        data-page={page}
        className="[content-visibility:auto]"
        style={{ containIntrinsicSize: `auto ${height}px` }}
      >
        <Blocks blocks={data.blocks} from={data.from} {...text} />
      </div>
    )
  }
  return (
    <div ref={section} data-page={page} lang="en" style={{ height }} className="ps-19 pe-4 pt-3">
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

/** Share of the remaining way that each frame takes of a glide: nearly all of it within 200 ms. */
const GLIDE_SHARE = 0.3

/** Height of the line with the speaker above a turn. */
const HEAD_PX = 48

function scrollTo(scroller: HTMLElement, goal: HTMLElement, glides: boolean): void {
  // A sheet is too low for context above the passage.
  const offset = scroller.clientHeight < 400 ? 0 : 56
  const block = goal.getBoundingClientRect()
  const mark = (goal.querySelector('[data-current]') ?? goal.querySelector('mark'))?.getBoundingClientRect()
  // A mark far down in a long block comes into view rather than the beginning of the block, which names the speaker.
  const isFar =
    mark !== undefined && mark.top - block.top > HEAD_PX && mark.bottom - block.top > scroller.clientHeight - offset
  const delta = (isFar ? mark : block).top - scroller.getBoundingClientRect().top - offset
  const isGliding = glides && !matchMedia('(prefers-reduced-motion: reduce)').matches
  if (Math.abs(delta) > 1) scroller.scrollTop += isGliding ? delta * GLIDE_SHARE : delta
}

/** The numbers of the first and last block in view. */
export interface View {
  first: number
  last: number
}

/** The blocks in the visible part of a scroller; where those are not loaded yet, an estimate. Null without any. */
function viewOf(scroller: HTMLElement): View | null {
  const { top, bottom } = scroller.getBoundingClientRect()
  const isVisible = (box: DOMRect): boolean => box.bottom > top + 1 && box.top < bottom - 1
  const sections = [...scroller.querySelectorAll<HTMLElement>('[data-page]')].filter((section) =>
    isVisible(section.getBoundingClientRect()),
  )
  const indexes = sections.flatMap((section) => {
    const rows = [...section.querySelectorAll<HTMLElement>('[data-index]')].filter((row) =>
      isVisible(row.getBoundingClientRect()),
    )
    if (rows.length > 0) return rows.map(({ dataset }) => Number(dataset.index))
    const box = section.getBoundingClientRect()
    const at = (y: number): number => Math.min(1, Math.max(0, (y - box.top) / box.height)) * (PAGE_BLOCKS - 1)
    const first = Number(section.dataset.page) * PAGE_BLOCKS
    return [Math.floor(first + at(top)), Math.floor(first + at(bottom))]
  })
  return indexes.length === 0 ? null : { first: Math.min(...indexes), last: Math.max(...indexes) }
}

/** Reports the blocks in view, at most once a frame. */
function useView(
  scroller: RefObject<HTMLElement | null>,
  isLoaded: boolean,
  onView: (view: View | null) => void,
): void {
  useEffect(() => {
    const { current } = scroller
    if (current === null || !isLoaded) return undefined
    let frame = 0
    const look = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => onView(viewOf(current)))
    }
    look()
    current.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [scroller, isLoaded, onView])
}

interface SourceTextProps extends TextProps {
  onView: (view: View | null) => void
  /** Called when the user moves on from the goal. */
  onUserScroll: () => void
  /** Null for the beginning, and while it is being located. */
  goal: Goal | null
}

/** The text of a source. Only pages near the visible part are loaded. */
export function SourceText({ goal, onView, onUserScroll, ...text }: SourceTextProps) {
  const scrolledByUser = useEffectEvent(onUserScroll)
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
  const [isTranscribed, setTranscribed] = useState(false)
  const isTranscript = text.speakers.size > 0 && data?.blocks.some((block) => block.text.search(noise) !== -1) === true
  useView(scroller, isLoaded, onView)
  // Before the first paint, so that pages at the beginning aren't loaded on the way.
  useLayoutEffect(() => {
    const { current } = scroller
    if (goal === null || !isLoaded || current === null) return undefined
    let frames = 0
    let frame = 0
    let isFocused = false
    const align = (): void => {
      const block = current.querySelector<HTMLElement>(`[data-index="${goal.index}"]`)
      if (block !== null) scrollTo(current, block, goal.glides === true)
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
    const leave = (): void => {
      stop()
      scrolledByUser()
    }
    for (const type of userScrolls) current.addEventListener(type, leave, { once: true, passive: true })
    return () => {
      stop()
      for (const type of userScrolls) current.removeEventListener(type, leave)
    }
  }, [goal, isLoaded])
  return (
    <section
      ref={scroller}
      {...languagesOf(summary).source}
      aria-label="Text of the source"
      data-transcribed={isTranscribed || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto pt-2 pr-2 pb-16 font-serif text-[1.03125rem]/[1.62] focus-visible:-outline-offset-2 wide:pr-4 wide:[mask-image:linear-gradient(to_bottom,black_calc(100%-2rem),transparent)]"
    >
      {isTranscript ? (
        <Button
          look="text"
          lang="en"
          onClick={() => setTranscribed(!isTranscribed)}
          className="ms-15 min-h-8 font-sans text-xs underline decoration-line-strong underline-offset-3"
        >
          {isTranscribed ? 'Hide sounds and pauses' : 'Show sounds and pauses'}
        </Button>
      ) : null}
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
