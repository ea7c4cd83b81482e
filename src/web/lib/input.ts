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
