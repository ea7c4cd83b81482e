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

/** Whether keys and pastes are meant for a field one types into. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Whether a dialog lies over the page, which takes no part in what happens below. */
export const isBelowDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null
