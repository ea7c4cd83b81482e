import { isTyping } from '../../../lib/input.ts'
import type { SourceShown } from './use-source.ts'

/** Popups and menus, where letters and arrows have another meaning. */
const ownKeys = '[role=menu], [role=listbox], [data-radix-popper-content-wrapper]'

/** Finds the button whose `aria-keyshortcuts` contains the pressed key; null where the key has another meaning. */
export function shortcutButton(event: KeyboardEvent, page: Element): HTMLElement | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
  if (altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return null
  if (!(target instanceof Element) || isTyping(target) || target.closest(ownKeys) !== null) return null
  return page.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`)
}

/** Buttons for the keys that move between citations. */
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
