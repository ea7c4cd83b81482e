import { type RefObject, useState } from 'react'
import type { Citation, CitedText } from '../../../../shared/summary/citation.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import { summarySections } from '../../../../shared/summary/summary-sections.ts'
import { groupByCitation } from '../../../components/citation-chip.tsx'
import type { ShownCitation, SourceControl } from '../../../components/reading-context.ts'
import { isTyping } from '../../../lib/page/input.ts'

/** All citations of a page in reading order, grouped as its chips are. */
function citationsOf(summary: SummaryContent): [Citation, ...Citation[]][] {
  const lines = summarySections(summary).flatMap((section): readonly Pick<CitedText, 'citations'>[] => {
    if (section.kind === 'gist') return [section.gist]
    if (section.kind === 'takeaways') return section.takeaways
    return section.kind === 'quotes' ? section.quotes : section.parts.flatMap((part) => part.lines)
  })
  return lines.flatMap(({ citations }) => groupByCitation(citations))
}

/** Whether the source is a column beside the summary rather than a sheet over it. */
const isWide = (): boolean => matchMedia('(min-width: 75rem)').matches

interface SourceState {
  id: string | null
  isDialogOpen: boolean
  isOpen: boolean
  shown: ShownCitation | null
  focused: { citation: Citation } | null
  /** The passage of a search that the source was opened at. */
  found: Citation | null
}

export interface SourceShown extends SourceControl {
  toggle: () => void
  close: () => void
  step: (by: 1 | -1) => void
}

/**
 * The source beside a summary: whether it is open, and at which citation. As a column, it may begin open, and stays open
 * from one summary to the next. A summary that a search found in its source opens at the passage found. Null where the
 * source wasn't kept.
 */
export function useSource(
  summary: SummaryContent | null,
  page: RefObject<HTMLElement | null>,
  {
    isDialogOpen = true,
    beginsOpen = false,
    found = null,
  }: { isDialogOpen?: boolean; beginsOpen?: boolean; found?: Citation | null } = {},
): SourceShown | null {
  const [state, setState] = useState<SourceState>({
    id: null,
    isDialogOpen,
    isOpen: beginsOpen,
    shown: null,
    focused: null,
    found: null,
  })
  /** Changes parts of the state; without a citation of its own, a change removes the one that is shown. */
  const change = (part: Partial<SourceState>): void => setState({ ...state, shown: null, focused: null, ...part })
  const id = summary?.id ?? state.id
  const isReopened = isDialogOpen && !state.isDialogOpen
  const isOther = id !== state.id || isReopened
  // The list with the passage may load after the summary.
  if (found !== null && summary?.hasSource === true && (isOther || found !== state.found))
    change({ id, isDialogOpen, isOpen: true, shown: { references: [found], takesFocus: false }, found })
  else if (isOther) change({ id, isDialogOpen, isOpen: state.isOpen && isWide(), found: null })
  else if (isDialogOpen !== state.isDialogOpen) setState({ ...state, isDialogOpen })
  if (summary === null || !summary.hasSource) return null
  const { isOpen, shown, focused } = state
  const close = (): void => {
    const isInside = document.activeElement?.closest('[data-source]') !== null
    const returnsTo = isInside && shown !== null ? { citation: shown.references[0] } : null
    change({ isOpen: false, focused: returnsTo })
    if (isInside && shown === null)
      page.current?.querySelector<HTMLElement>('[aria-keyshortcuts=s]')?.focus({ preventScroll: true })
  }
  return {
    isOpen,
    shown,
    focused,
    show: (citation) => change({ isOpen: true, shown: citation }),
    toggle: () => (isOpen ? close() : change({ isOpen: true })),
    close,
    step: (by) => {
      const all = citationsOf(summary)
      const at = all.findIndex(([first]) => first === shown?.references[0])
      const references = at === -1 ? all.at(by === 1 ? 0 : -1) : all[at + by]
      if (references === undefined) return
      const [citation] = references
      change({ isOpen: true, shown: { references, takesFocus: false }, focused: { citation } })
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
