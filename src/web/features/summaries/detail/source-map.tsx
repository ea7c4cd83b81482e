import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { type SourceMap, startsOf, stripOf } from '../../../../shared/source-map.ts'
import type { Citation } from '../../../../shared/summary/citation.ts'
import { locationName } from '../../../../shared/summary/location-label.ts'
import { citationsOfPage } from '../../../../shared/summary/partial-page.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import { cn } from '../../../lib/cn.ts'
import { languagesOf } from '../describe.ts'
import { gapsPath, stripWords, ticksPath } from '../source-strip.tsx'
import { type CitedBy, citedNote } from './source-block.tsx'
import type { CitedBlocks } from './source-text.tsx'

/** A cited block on the map: its number, where it begins and ends as a share, and what cites it. */
interface Stop {
  index: number
  at: number
  end: number
  citedBy: CitedBy
  /** Null while the page is being written. */
  citations: [Citation, ...Citation[]] | null
}

/** The blocks that a page and answers cite, from top to bottom. */
function stopsOf(
  citations: readonly Citation[],
  cited: CitedBlocks,
  { ids }: SourceMap,
  starts: readonly number[],
): Stop[] {
  const byBlock = new Map<string, [Citation, ...Citation[]]>()
  for (const citation of citations) {
    const known = byBlock.get(citation.blockId)
    if (known === undefined) byBlock.set(citation.blockId, [citation])
    else if (!known.some(({ excerpt }) => excerpt === citation.excerpt)) known.push(citation)
  }
  return ids.flatMap((id, index) => {
    const citedBy = cited.get(id)
    if (citedBy === undefined) return []
    const citations = byBlock.get(id) ?? null
    return [{ index, at: starts[index] ?? 1, end: starts[index + 1] ?? 1, citedBy, citations }]
  })
}

/** Description of the lines that cite a passage. */
const stopNote = ({ citedBy }: Stop): string => citedNote(citedBy) ?? 'Cited by the page'

/** The last of some sorted starts that is not after a share. */
const lastBefore = (starts: readonly number[], share: number): number =>
  Math.max(
    0,
    starts.findLastIndex((start) => start <= share),
  )

export interface MapTarget {
  index: number
  /** The citations to light up; null for a part of the source without any, and while the page is being written. */
  citations: [Citation, ...Citation[]] | null
}

interface SourceMapProps {
  summary: SummaryContent
  map: SourceMap
  /** Blocks that the page and answers cite, also while the page is being written. */
  cited: CitedBlocks
  /** Citations of the answers below the page. */
  answers: readonly Citation[]
  /** The first and last block in view. */
  view: { first: number; last: number } | null
  /** Ids of the blocks that are lit in the text: those of the chosen citation, or the one that was just cited. */
  lit: readonly string[]
  /** Numbers of the blocks with occurrences of the text that is searched for. */
  matches: readonly number[]
  onGo: (target: MapTarget) => void
}

/** Distance at which the pointer is on a tick, in pixels. */
const NEAR_PX = 6
const LENGTH = 1000
/** Shortest tick, in thousandths: about two pixels. */
const LEAST = 4
const MIN_ACTIVE = 6
/** Length in thousandths from which a cited block is only a line along its side: its citations are a small part of it. */
const LONG = 400

interface TicksProps {
  stops: readonly Stop[]
  least: number
  className: string
}

/** Cited blocks: across the strip, or, if they are long, along its side. */
function Ticks({ stops, least, className }: TicksProps) {
  const ranges = stops.map(({ at, end }) => [at * LENGTH, end * LENGTH] as const)
  const { across = [], along = [] } = Object.groupBy(ranges, ([from, to]) => (to - from < LONG ? 'across' : 'along'))
  return (
    <>
      {across.length === 0 ? null : <path d={ticksPath(across, least)} className={className} />}
      {along.length === 0 ? null : <path d={ticksPath(along, least)} className={className} transform="scale(1 .35)" />}
    </>
  )
}

interface DrawingProps {
  stops: readonly Stop[]
  /** In thousandths. */
  gaps: readonly number[]
  found: readonly (readonly [number, number])[]
  /** The cited passages that are chosen, pointed at or just cited. */
  active: readonly Stop[]
}

/** The whole source as shapes: sections, cited passages, and matches of a search. */
const Drawing = ({ stops, gaps, found, active }: DrawingProps) => (
  <svg
    aria-hidden="true"
    viewBox={`0 0 1 ${LENGTH}`}
    preserveAspectRatio="none"
    className="absolute inset-y-0 start-1/2 h-full w-2 -translate-x-1/2 overflow-visible"
  >
    <rect width={1} height={LENGTH} className="fill-line/70" />
    {/* The paths of a strip run from left to right. */}
    <g transform="matrix(0 1 1 0 0 0)">
      <Ticks stops={stops} least={LEAST} className="fill-ink-soft/75" />
      <path d={gapsPath(gaps, 2)} className="fill-paper" />
      {found.length === 0 ? null : (
        <path d={ticksPath(found, LEAST)} className="fill-ink" transform="translate(0 .6) scale(1 .4)" />
      )}
      {active.length === 0 ? null : (
        // Wider than the others, so that color isn't the only difference.
        <g transform="translate(0 -.25) scale(1 1.5)">
          <Ticks stops={active} least={MIN_ACTIVE} className="fill-accent" />
        </g>
      )}
    </g>
  </svg>
)

interface Pointed {
  /** Position in the source, 0 to 1. */
  share: number
  stop: Stop | null
}

/** The passage, or the section, that the pointer is on. */
function Preview({
  summary,
  pointed: { share, stop },
  section,
}: {
  summary: SourceMapProps['summary']
  pointed: Pointed
  section: string | null
}) {
  const citation = stop?.citations?.[0]
  return (
    <span
      aria-hidden="true"
      style={{ top: `${share * 100}%` }}
      {...(citation === undefined ? {} : languagesOf(summary).source)}
      className={cn(
        'pointer-events-none absolute left-full z-10 ms-1.5 block max-w-72 rounded-card border border-line bg-raised px-3 py-2 shadow-float',
        share > 0.7 ? '-translate-y-full' : '-translate-y-4',
        citation === undefined ? 'w-max' : 'w-72',
      )}
    >
      {citation === undefined ? (
        <span className="line-clamp-2 block text-[0.8125rem]/5 text-ink-soft">
          {stop === null ? (section ?? 'Not cited') : stopNote(stop)}
        </span>
      ) : (
        <>
          <span className="line-clamp-4 block font-serif text-[0.9375rem]/[1.45]">{citation.excerpt}</span>
          <span className="mt-1.5 block text-xs text-ink-soft">
            <bdi>{locationName(citation.location)}</bdi>
          </span>
        </>
      )}
    </span>
  )
}

/**
 * The whole source as a strip beside its text: sections, cited passages, matches of a search, and the part in view. The
 * pointer previews a passage, a click goes there, and arrow keys go from passage to passage. It is a few shapes,
 * however long the source is.
 */
export function SourceMapStrip({ summary, map, cited, answers, lit, view, matches, onGo }: SourceMapProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  /** The block that the last key led to, which may be below the top of the view. */
  const [lastGone, setLastGone] = useState<number | null>(null)
  const starts = useMemo(() => startsOf(map), [map])
  const { page } = summary
  const stops = useMemo(
    () => stopsOf([...(page === null ? [] : citationsOfPage(page)), ...answers], cited, map, starts),
    [page, answers, cited, map, starts],
  )
  const drawn = useMemo(() => stripOf(map, new Set(cited.keys())), [map, cited])
  /** Starts of sections and cited passages: a gap there keeps neighboring passages apart. */
  const gaps = useMemo(() => {
    const begins = map.ids.flatMap((id, index) => (cited.has(id) ? [(starts[index] ?? 1) * LENGTH] : []))
    return [...drawn.sections, ...begins]
  }, [map, cited, starts, drawn])
  const found = useMemo(
    () => [...new Set(matches)].map((index) => [(starts[index] ?? 1) * LENGTH, (starts[index] ?? 1) * LENGTH] as const),
    [matches, starts],
  )
  const sections = useMemo(
    () => map.headings.map(({ index, text }) => ({ at: starts[index] ?? 1, index, text })),
    [map, starts],
  )
  const here = view === null ? 0 : (starts[view.first] ?? 0)
  const hereEnd = view === null ? 0 : (starts[view.last + 1] ?? 1)

  const sectionAt = (share: number): string | null => sections.findLast(({ at }) => at <= share)?.text ?? null
  /** The cited passage at a share of the source, or near it on the screen. */
  const stopAt = (share: number): Stop | null => {
    const near = NEAR_PX / (strip.current?.clientHeight || 1)
    const distance = ({ at, end }: Stop): number => (share < at ? at - share : share > end ? share - end : 0)
    const [closest] = stops
      .filter((stop) => distance(stop) <= near)
      .sort((one, other) => distance(one) - distance(other))
    return closest ?? null
  }
  const shareAt = ({ clientY }: { clientY: number }): number => {
    const box = strip.current?.getBoundingClientRect()
    return box === undefined ? 0 : Math.min(1, Math.max(0, (clientY - box.top) / box.height))
  }
  const pointAt = (share: number): void => setPointed({ share, stop: stopAt(share) })
  const go = (share: number): void => {
    const stop = stopAt(share)
    onGo(stop ?? { index: lastBefore(starts.slice(0, -1), share), citations: null })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = lastGone ?? view?.first ?? -1
    const isAfter = ({ index }: { index: number }) => index > from
    const isBefore = ({ index }: { index: number }) => index < from
    const targets: Record<string, () => { index: number; citations?: MapTarget['citations'] } | undefined> = {
      ArrowDown: () => stops.find(isAfter),
      ArrowUp: () => stops.findLast(isBefore),
      PageDown: () => sections.find(isAfter),
      PageUp: () => sections.findLast(isBefore),
      Home: () => ({ index: 0 }),
      End: () => ({ index: map.ids.length - 1 }),
    }
    const find = targets[event.key]
    if (find === undefined) return
    event.preventDefault()
    const target = find()
    if (target === undefined) return
    setLastGone(target.index)
    onGo({ index: target.index, citations: target.citations ?? null })
  }
  const active = stops.filter(
    (stop) => stop.index === pointed?.stop?.index || stop.index === lastGone || lit.includes(map.ids[stop.index] ?? ''),
  )
  const current = stops.find(({ index }) => view !== null && index >= view.first && index <= view.last)
  const percent = Math.round(here * 100)
  const section = sectionAt(here)
  const currentWords =
    current === undefined
      ? null
      : current.citations === null
        ? stopNote(current)
        : `Cited: ${current.citations[0].excerpt}`
  return (
    <div
      ref={strip}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has no drawing of its own
      role="slider"
      tabIndex={0}
      aria-label={`Map of the source: ${stripWords(drawn)}`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={[`${percent}%`, section, currentWords].filter((part) => part !== null).join('. ')}
      onKeyDown={onKeyDown}
      onBlur={() => setLastGone(null)}
      onPointerMove={(event: PointerEvent) =>
        event.pointerType === 'mouse' ? pointAt(shareAt(event)) : setPointed(null)
      }
      onPointerLeave={() => setPointed(null)}
      onClick={(event) => {
        setLastGone(null)
        go(shareAt(event))
      }}
      className="relative h-full w-full cursor-pointer touch-manipulation rounded-chip focus-visible:z-1 focus-visible:outline-offset-0"
    >
      <Drawing stops={stops} gaps={gaps} found={found} active={active} />
      {view === null ? null : (
        <span
          aria-hidden="true"
          style={{ top: `${here * 100}%`, height: `${(hereEnd - here) * 100}%` }}
          className="absolute inset-x-1 min-h-2 rounded-xs border border-ink/25 bg-ink/12"
        />
      )}
      {pointed === null ? null : <Preview summary={summary} pointed={pointed} section={sectionAt(pointed.share)} />}
    </div>
  )
}
