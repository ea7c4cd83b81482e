import { ChevronDown, ChevronUp, ExternalLink } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Citation } from '../../../../shared/summary/citation.ts'
import { citationLink } from '../../../../shared/summary/location-label.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import { FailureLine } from '../../../components/alert.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import type { ShownCitation } from '../../../components/reading-context.ts'
import { cn } from '../../../lib/cn.ts'
import { useRootMark } from '../../../lib/page/root-mark.ts'
import { type SourceRef, useBlockIndex, useSourceMap, useSourceMatches } from '../api/source.ts'
import { type MapTarget, SourceMapStrip } from './source-map.tsx'
import { type CitedBlocks, citedBlocks, type Goal, SourceText, type View } from './source-text.tsx'
import type { SourceShown } from './use-source.ts'

const TYPING_PAUSE_MS = 200

/** A text once the user has stopped typing for a moment. */
function useTyped(text: string): string {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return typed
}

function useFind(source: SourceRef, onUse: () => void) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const sought = useTyped(text)
  const { data } = useSourceMatches(source, sought)
  const matches = sought === '' ? [] : (data?.matches ?? [])
  const index = matches[at]
  return {
    text,
    setText: (next: string) => {
      onUse()
      setText(next)
      setAt(0)
    },
    sought,
    /** Number of occurrences; null while searching. */
    total: sought === '' ? null : (data?.total ?? null),
    at,
    matches,
    match: index === undefined ? null : { index, nth: at - matches.indexOf(index) },
    step: (by: 1 | -1) => {
      onUse()
      setAt(matches.length === 0 ? 0 : (at + by + matches.length) % matches.length)
    },
  }
}

function FindField({ find, children }: { find: ReturnType<typeof useFind>; children: ReactNode }) {
  const { text, setText, total, at, step } = find
  const count = total === null ? '' : total === 0 ? 'No matches' : `${at + 1} of ${total}`
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  return (
    <search className="edge-bar flex items-center gap-1 ps-4 pe-2 pb-3 wide:h-14 wide:pb-0">
      <div className="flex h-9 min-w-0 flex-1 items-center rounded-control border border-line bg-raised text-[0.8125rem] has-focus-visible:border-ink has-focus-visible:outline-1 has-focus-visible:outline-ink pointer-coarse:h-11.5">
        <input
          aria-label="Find in source"
          placeholder="Find in source"
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 rounded-control bg-transparent px-3 outline-none placeholder:text-ink-soft pointer-coarse:text-base"
        />
        <output className="shrink-0 px-3 text-ink-soft tabular-nums empty:hidden">{count}</output>
      </div>
      <IconButton label="Previous match" disabled={!total} onClick={() => step(-1)} className="disabled:opacity-40">
        <ChevronUp />
      </IconButton>
      <IconButton label="Next match" disabled={!total} onClick={() => step(1)} className="disabled:opacity-40">
        <ChevronDown />
      </IconButton>
      {children}
    </search>
  )
}

function OriginalLink({ href }: { href: string | null }) {
  if (href === null) return null
  return (
    <Button asChild look="text" className="text-[0.8125rem]">
      <a href={href} target="_blank" rel="noopener noreferrer">
        <ExternalLink /> <span className="max-[22rem]:sr-only">Open original</span>
      </a>
    </Button>
  )
}

/** Not a cross, which would look like another button that closes the page. */
const SheetClose = ({ onClose }: { onClose: () => void }) => (
  <IconButton label="Close the source" onClick={onClose} className="ms-auto">
    <ChevronDown />
  </IconButton>
)

interface SheetFootProps {
  original: string | null
  onReadOn: () => void
  onClose: () => void
}

/** The foot of the sheet while it shows a passage only. */
const SheetFoot = ({ original, onReadOn, onClose }: SheetFootProps) => (
  <div className="flex items-center gap-2 border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] wide:hidden">
    <Button look="plain" onClick={onReadOn}>
      Read on in the source
    </Button>
    <OriginalLink href={original} />
    <SheetClose onClose={onClose} />
  </div>
)

/** Progress of the model that writes the summary: how far it has read, and what it has cited. */
export interface Reading {
  cited: CitedBlocks
  /** Id of the block that it read or cited last; null at the beginning. */
  at: string | null
}

/** The block that the model is at; once the summary is there, the beginning. Null for one that was there before. */
function useGuide(reading: Reading | null, index: number | undefined): Goal | null {
  const [wasWritten] = useState(reading !== null)
  const isAt = reading !== null && reading.at !== null
  const isDone = wasWritten && reading === null
  return useMemo(() => {
    if (isDone) return { index: 0, takesFocus: false, glides: true }
    return isAt && index !== undefined ? { index, takesFocus: false, glides: true } : null
  }, [isDone, isAt, index])
}

/** Lets the whole source, as a sheet over a dialog, begin below the bar of that, which is lower before it has scrolled. */
function useSheetTop(pane: RefObject<HTMLElement | null>, isExpanded: boolean): void {
  useLayoutEffect(() => {
    const bar = isExpanded ? pane.current?.closest('[role=dialog]')?.querySelector('.edge-bar') : null
    if (bar) pane.current?.style.setProperty('--sheet-top', `${bar.getBoundingClientRect().bottom}px`)
  }, [pane, isExpanded])
}

/** The column in which a source stays in the window: as high as the summary, so that nothing shows below its end. */
export const sourceColumn =
  'min-w-0 max-wide:contents wide:rounded-ee-card wide:border-s wide:border-line wide:bg-paper print:hidden'

const none: readonly Citation[] = []

interface SourcePaneProps {
  summary: SummaryContent
  /** Null for a finished summary. */
  reading?: Reading | null
  /** Citations of the answers below the page. */
  answers?: readonly Citation[]
  source: SourceRef
  control: SourceShown
  className: string
}

/** The source: a column beside the summary, or a sheet over its foot, which shows passages until the user reads on. */
export function SourcePane({ summary, reading = null, answers = none, source, control, className }: SourcePaneProps) {
  const { shown, show, isView, setView: setOpen, close: onClose } = control
  const citedByPage = useMemo(() => citedBlocks(summary.page, answers), [summary.page, answers])
  const cited = reading?.cited ?? citedByPage
  // Until the user moves on their own.
  const [isFollowing, setFollowing] = useState(true)
  const leave = () => setFollowing(false)
  // A citation that is chosen ends a search, and a search that is continued leaves the citation.
  const [foundAfter, setFoundAfter] = useState<ShownCitation | null>(null)
  const [jump, setJump] = useState<{ goal: Goal; after: ShownCitation | null } | null>(null)
  const find = useFind(source, () => {
    setFoundAfter(shown)
    setJump(null)
  })
  const { data: map } = useSourceMap(source)
  const speakers = useMemo(() => new Set(map?.speakers), [map])
  const [view, setView] = useState<View | null>(null)
  const { sought, match } = find
  const lit = shown === null ? (reading?.at ?? null) : null
  const { data: citedIndex, error } = useBlockIndex(source, shown?.references[0].blockId ?? lit)
  const isFinding = sought !== '' && (shown === null || foundAfter === shown)
  const matchIndex = match?.index
  const guide = useGuide(reading, citedIndex)
  const goal = useMemo((): Goal | null => {
    if (isFinding) return matchIndex === undefined ? null : { index: matchIndex, takesFocus: false }
    if (shown === null) return isFollowing ? guide : null
    return citedIndex === undefined ? null : { index: citedIndex, takesFocus: shown.takesFocus }
    // oxlint-disable-next-line react/exhaustive-deps -- each match scrolls, also one in the same block
  }, [isFinding, matchIndex, find.at, sought, shown, citedIndex, guide, isFollowing])
  const go = ({ index, citations }: MapTarget) => {
    leave()
    if (citations === null) setJump({ goal: { index, takesFocus: false }, after: shown })
    else show({ references: citations, takesFocus: false })
  }
  useRootMark('source')
  const isExpanded = shown === null || isView
  const pane = useRef<HTMLElement>(null)
  useSheetTop(pane, isExpanded)
  const original = shown === null ? summary.originalUrl : citationLink(shown.references[0], summary.originalUrl)
  return (
    <aside
      id="source"
      data-source
      ref={pane}
      aria-label="Source"
      className={cn(
        'flex animate-fade flex-col overflow-hidden bg-paper text-ink print:hidden',
        'max-wide:fixed max-wide:inset-x-0 max-wide:rounded-t-[16px] max-wide:border-t max-wide:border-line max-wide:bg-raised max-wide:shadow-[0_-24px_60px_-24px_rgb(40_25_10/0.35)]',
        'max-wide:bottom-0 wide:sticky',
        isExpanded ? 'max-wide:top-(--sheet-top,3.5rem)' : 'max-wide:h-[min(22rem,50dvh)]',
        className,
      )}
    >
      <h3 className="sr-only max-wide:hidden">Source</h3>
      <span
        aria-hidden="true"
        className={cn('mx-auto mt-2.5 h-1 w-9.5 shrink-0 rounded-full bg-line wide:hidden', !isExpanded && 'mb-2.5')}
      />
      <div
        className={cn('flex h-12 shrink-0 items-center gap-3 ps-4 pe-2 wide:hidden', !isExpanded && 'max-wide:hidden')}
      >
        <h3 className="font-sans text-sm font-medium tracking-normal">Source</h3>
        <OriginalLink href={original} />
        <SheetClose onClose={onClose} />
      </div>
      <div className={cn('border-line wide:border-b', !isExpanded && 'max-wide:hidden', isExpanded && 'border-b')}>
        <FindField find={find}>
          <span className="contents max-wide:hidden">
            <OriginalLink href={original} />
          </span>
        </FindField>
      </div>
      {reading === null || isFollowing ? null : (
        <Button
          look="text"
          className="self-start text-[0.8125rem]"
          onClick={() => {
            setJump(null)
            setFollowing(true)
          }}
        >
          Follow along
        </Button>
      )}
      {error === null ? null : <FailureLine error={error} />}
      <div className={cn('flex min-h-0 flex-1', !isExpanded && 'max-wide:pr-2 max-wide:pl-4')}>
        <div className={cn('w-7 shrink-0 py-3 ps-1.5', !isExpanded && 'max-wide:hidden')}>
          {map === undefined ? null : (
            <SourceMapStrip
              summary={summary}
              map={map}
              cited={cited}
              answers={answers}
              lit={shown === null ? (lit === null ? [] : [lit]) : shown.references.map(({ blockId }) => blockId)}
              view={view}
              matches={find.matches}
              onGo={go}
            />
          )}
        </div>
        <SourceText
          summary={summary}
          source={source}
          cited={cited}
          lit={lit}
          shown={shown}
          sought={sought}
          match={match}
          goal={jump !== null && jump.after === shown ? jump.goal : goal}
          speakers={speakers}
          onView={setView}
          onUserScroll={leave}
        />
      </div>
      {isExpanded ? null : <SheetFoot original={original} onReadOn={() => setOpen(true)} onClose={onClose} />}
    </aside>
  )
}
