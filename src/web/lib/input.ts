import type { KeyboardEvent, MouseEvent } from 'react'

/** Whether a click follows a link right here: not in another tab or window, nor to save it. */
export const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey

/** Control or Command with Enter sends the form around an element in which Enter alone does something else. */
export function sendOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.closest('form')?.requestSubmit()
}

/** Inputs that hold no text: keys do something else there. */
const textless = 'input:is([type=checkbox], [type=radio], [type=button], [type=submit])'

/** Whether a key press is meant for a field one types into. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches(textless)))

/** Whether a key press may be a single-key shortcut: not typed into a field, nor pressed with any modifier but Shift. */
export const isShortcut = (event: globalThis.KeyboardEvent): boolean =>
  !event.altKey && !event.ctrlKey && !event.metaKey && !event.defaultPrevented && !isTyping(event.target)

/** The keys that lead to the search of one's summaries, as `aria-keyshortcuts` names them. */
export const searchKeys = '/ Control+K Meta+K'

/** The same keys as this device's keyboard labels them. */
export const searchHint = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K')

/** Whether a key press asks for that search. Control or Command with K does so even while typing. */
export const isSearchKey = (event: globalThis.KeyboardEvent): boolean => {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (key === '/') return isShortcut(event)
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

/** Whether a dialog covers the page. */
export const isBelowDialog = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null
