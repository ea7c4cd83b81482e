import type { KeyboardEvent } from 'react'

/**
 * Lets Escape close a dialog while a toast is shown. The toast lies above the dialog and takes the key first; without
 * this a person would have to press it twice.
 *
 * @param close what to do
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    const isOwn = target instanceof Node && currentTarget.contains(target)
    if (event.key === 'Escape' && isOwn && !event.defaultPrevented) close()
  }
}
