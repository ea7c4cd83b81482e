import { type RefObject, useState } from 'react'
import type { Citation, CitedText } from '../../../../shared/summary/citation.ts'
import { groupByLocation } from '../../../../shared/summary/citation-groups.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import type { PagePart } from '../../../../shared/summary/summary-page.ts'
import { summarySections } from '../../../../shared/summary/summary-sections.ts'
import type { ShownCitation, SourceControl } from '../../../components/reading-context.ts'
import { isTyping } from '../../../lib/page/input.ts'
import { detailsView, sourceView } from '../../../lib/stores/page-views.ts'

type CitedLine = Pick<CitedText, 'citations'>

/** All citations shown on a page and in the answers below it in reading order, grouped as their chips are. */
function citationsOf(summary: SummaryContent, answers: readonly CitedLine[]): [Citation, ...Citation[]][] {
  const linesOf = (parts: readonly PagePart[]): readonly CitedLine[] => parts.flatMap((part) => part.lines)
  const isDetailed = detailsView.get() ?? false
  const lines = summarySections(summary).flatMap((section): readonly CitedLine[] => {
    if (section.kind === 'gist') return [section.gist]
    if (section.kind === 'takeaways')
      return section.takeaways.flatMap((takeaway) => [takeaway, ...(isDetailed ? linesOf(takeaway.details) : [])])
    return section.kind === 'quotes' ? section.quotes : linesOf(section.parts)
  })
  return [...lines, ...answers].flatMap(({ citations }) => groupByLocation(citations))
}

/** Whether the source is a column beside the summary rather than a sheet over it. */
const isWide = (): boolean => matchMedia('(min-width: 60rem)').matches

/** Whether summaries open with their source beside them: as the user chose, or where the window has room for both. */
export const opensSource = (): boolean => isWide() && (sourceView.get() ?? matchMedia('(min-width: 80rem)').matches)

interface SourceState {
  id: string | null
  isDialogOpen: boolean
  /** Why the source is open: as the view that the user reads in, or for a citation; null while it is closed. */
  opened: 'view' | 'citation' | null
  shown: ShownCitation | null
  focused: { citation: Citation } | null
  /** The passage of a search that the source was opened at. */
  found: Citation | null
}

export interface SourceShown extends SourceControl {
  /** Whether the user reads in the source, rather than a passage in a sheet over the summary. */
  isView: boolean
  /** Opens or closes the source as the view that the user reads in, which is remembered where it is a column. */
  setView: (isOpen: boolean) => void
  close: () => void
  /** Ends what a citation opened, as Escape does; null where there is nothing to end. */
  dismiss: (() => void) | null
  step: (by: 1 | -1) => void
}

interface SourceOptions {
  isDialogOpen?: boolean
  found?: Citation | null
  /** The lines of answers below the page. */
  answers?: readonly CitedLine[]
}

/**
 * The source beside a summary: whether it is open, and at which citation. A summary that a search found in its source
 * opens at the passage found. Null where the source wasn't kept.
 */
export function useSource(
  summary: SummaryContent | null,
  page: RefObject<HTMLElement | null>,
  { isDialogOpen = true, found = null, answers = [] }: SourceOptions = {},
): SourceShown | null {
  const viewOf = () => (opensSource() ? 'view' : null)
  const [state, setState] = useState<SourceState>(() => ({
    id: null,
    isDialogOpen,
    opened: null,
    shown: null,
    focused: null,
    found: null,
  }))
  /** Changes parts of the state; without a citation of its own, a change removes the one that is shown. */
  const change = (part: Partial<SourceState>): void => setState({ ...state, shown: null, focused: null, ...part })
  const id = summary?.id ?? state.id
  const isReopened = isDialogOpen && !state.isDialogOpen
  const isOther = id !== state.id || isReopened
  // The list with the passage may load after the summary.
  if (found !== null && summary?.hasSource === true && (isOther || found !== state.found)) {
    const opened = viewOf() ?? 'citation'
    change({ id, isDialogOpen, opened, shown: { references: [found], takesFocus: false }, found })
  } else if (isOther) change({ id, isDialogOpen, opened: viewOf(), found: null })
  else if (isDialogOpen !== state.isDialogOpen) setState({ ...state, isDialogOpen })
  if (summary === null || !summary.hasSource) return null
  const { opened, shown, focused } = state
  /** Whether focus is in the source, and the chip that it returns to. */
  const returning = () => {
    const isInside = document.activeElement?.closest('[data-source]') !== null
    return { isInside, focused: isInside && shown !== null ? { citation: shown.references[0] } : null }
  }
  const setView = (isOpen: boolean): void => {
    const { isInside, focused: chip } = returning()
    if (isWide()) sourceView.set(isOpen)
    // A passage in a sheet stays where the user reads on; the button for that disappears.
    if (isOpen) change({ opened: 'view', shown: shown && { ...shown, takesFocus: isInside } })
    else change({ opened: null, focused: chip })
    if (!isOpen && isInside && chip === null)
      page.current?.querySelector<HTMLElement>('[data-view]')?.focus({ preventScroll: true })
  }
  const close = (): void => {
    const { isInside, focused: chip } = returning()
    change({ opened: null, focused: chip })
    if (isInside && chip === null)
      page.current?.querySelector<HTMLElement>('[data-view]')?.focus({ preventScroll: true })
  }
  const isEndable = opened !== null && (opened === 'citation' || shown !== null || !isWide())
  return {
    isOpen: opened !== null,
    isView: opened === 'view' || (opened !== null && isWide()),
    shown,
    focused,
    show: (citation) => change({ opened: opened ?? 'citation', shown: citation }),
    setView,
    close,
    dismiss: !isEndable
      ? null
      : () => {
          if (opened === 'citation' || !isWide()) close()
          else change({ focused: returning().focused })
        },
    step: (by) => {
      const all = citationsOf(summary, answers)
      const at = all.findIndex(([first]) => first === shown?.references[0])
      const references = at === -1 ? all.at(by === 1 ? 0 : -1) : all[at + by]
      if (references === undefined) return
      const [citation] = references
      change({ opened: opened ?? 'citation', shown: { references, takesFocus: false }, focused: { citation } })
    },
  }
}

/** Popups and menus, where letters and arrows have another meaning. */
const ownKeys = '[role=menu], [role=listbox], [data-radix-popper-content-wrapper]'

/**
 * Handles the keys of a summary page: `[` and `]` step through its citations, others press the button whose
 * `aria-keyshortcuts` contains them. Leaves keys that have another meaning where they are pressed.
 */
export function handlePageKey(event: KeyboardEvent, page: Element, source: SourceShown | null): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
  if (altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return
  if (!(target instanceof Element) || isTyping(target) || target.closest(ownKeys) !== null) return
  const button = page.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`)
  const isStep = source !== null && (key === '[' || key === ']')
  if (!isStep && button === null) return
  event.preventDefault()
  if (isStep) source.step(key === ']' ? 1 : -1)
  else button?.click()
}
