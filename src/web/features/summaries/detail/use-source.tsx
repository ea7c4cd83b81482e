import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import type { ShownCitation, SourceControl } from '../../../components/reading-context.ts'
import { isTyping } from '../../../lib/page/input.ts'

/** Attribute of a citation's chip: its id. Buttons that reveal further chips have it without a value. */
const chips = '[data-citation]'

export const chipById = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-citation="${CSS.escape(id)}"]`)

/** Whether the source is a column beside the summary rather than a sheet over it. */
const isWide = (): boolean => matchMedia('(min-width: 75rem)').matches

interface SourceState {
  id: string | null
  isDialogOpen: boolean
  isOpen: boolean
  shown: ShownCitation | null
}

export interface SourceShown extends SourceControl {
  toggle: () => void
  close: () => void
  step: (by: 1 | -1) => void
}

/**
 * The source beside a summary: whether it is open, and at which citation. As a column, it may begin open, and stays open
 * from one summary to the next. Null where the source wasn't kept.
 */
export function useSource(
  summary: SummaryContent | null,
  page: RefObject<HTMLElement | null>,
  { isDialogOpen = true, beginsOpen = false } = {},
): SourceShown | null {
  const [state, setState] = useState<SourceState>({ id: null, isDialogOpen, isOpen: beginsOpen, shown: null })
  const id = summary?.id ?? state.id
  const isReopened = isDialogOpen && !state.isDialogOpen
  if (id !== state.id || isReopened) setState({ id, isDialogOpen, isOpen: state.isOpen && isWide(), shown: null })
  else if (isDialogOpen !== state.isDialogOpen) setState({ ...state, isDialogOpen })
  if (summary === null || !summary.hasSource) return null
  const { isOpen, shown } = state
  const all = (): HTMLElement[] => Array.from(page.current?.querySelectorAll<HTMLElement>(chips) ?? [])
  const close = (): void => {
    const isInside = document.activeElement?.closest('[data-source]') !== null
    setState({ ...state, isOpen: false, shown: null })
    if (!isInside) return
    const chip = shown === null ? null : chipById(shown.chipId)
    const target = chip ?? page.current?.querySelector<HTMLElement>('[aria-keyshortcuts=s]')
    target?.focus({ preventScroll: true })
  }
  return {
    isOpen,
    shown,
    show: (citation) => setState({ ...state, isOpen: true, shown: citation }),
    toggle: () => (isOpen ? close() : setState({ ...state, isOpen: true, shown: null })),
    close,
    step: (by) => {
      const current = shown === null ? null : chipById(shown.chipId)
      const next = (): HTMLElement | undefined => {
        const list = all()
        return current === null ? list.at(by === 1 ? 0 : -1) : list[list.indexOf(current) + by]
      }
      // Chips of further passages are on the page once they are revealed.
      const target = next()
      if (target?.dataset.citation === '') flushSync(() => target.click())
      const chip = next()
      if (chip === undefined) return
      chip.focus()
      // A click with a count is one by pointer, after which focus stays on the chip.
      chip.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    },
  }
}

/** Popups and menus, where letters and arrows have another meaning. */
const ownKeys = '[role=menu], [role=listbox], [data-radix-popper-content-wrapper]'

/** Finds the button whose `aria-keyshortcuts` contains the pressed key; null where the key has another meaning. */
export function shortcutButton(event: KeyboardEvent, page: Element): HTMLElement | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
  if (altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return null
  if (!(target instanceof Element) || isTyping(target) || target.closest(ownKeys) !== null) return null
  return page.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`)
}

export function CitationKeys({ source }: { source: SourceShown }) {
  return (
    <div className="sr-only">
      <button type="button" tabIndex={-1} aria-keyshortcuts="[" onClick={() => source.step(-1)}>
        Previous citation
      </button>
      <button type="button" tabIndex={-1} aria-keyshortcuts="]" onClick={() => source.step(1)}>
        Next citation
      </button>
    </div>
  )
}
