import { type KeyboardEvent as ReactKeyboardEvent, useRef } from 'react'

/** Keys that the dialog below has let pass, though Radix handed them to it. */
const passedOn = new WeakSet<KeyboardEvent>()

/**
 * Closes a dialog by Escape: that one alone, and at the first press.
 *
 * Radix gives the key to the layer that is on top as of its last effects. While a toast is shown, that is the toast,
 * which lies above the dialog: a person would have to press it twice. And just after a dialog has opened over another
 * one, it is still the one below, which would close with it. So a dialog takes the keys pressed within it by itself,
 * and those of another dialog never.
 *
 * @param close what to do
 * @returns what the dialog's content takes as its props
 */
export function useEscape(close: () => void) {
  const ref = useRef<HTMLDivElement>(null)
  const holds = ({ target }: { target: EventTarget | null }) =>
    target instanceof Node && ref.current?.contains(target) === true
  return {
    ref,
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (event.target === document.body || holds(event)) return
      event.preventDefault()
      passedOn.add(event)
    },
    onKeyDown: (event: ReactKeyboardEvent<HTMLElement>) => {
      const isTaken = event.defaultPrevented && !passedOn.has(event.nativeEvent)
      if (event.key === 'Escape' && holds(event) && !isTaken) close()
    },
  }
}
