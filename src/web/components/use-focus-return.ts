import { useRef } from 'react'
import { takeSentFocus } from './next-focus.ts'

/**
 * Takes the keyboard back to where it was when a dialog without a trigger of its own closes; where that place is gone
 * or takes no keyboard any more, to the dialog it was in, else to the screen.
 *
 * @returns `remember`, to be called as the dialog takes the focus, and the handler for when it gives it up
 */
export function useFocusReturn() {
  const places = useRef<(Element | null)[]>([])
  return {
    remember: () => {
      const { activeElement } = document
      places.current = [activeElement, activeElement?.closest('[role=dialog]') ?? null]
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (takeSentFocus()) return
      for (const place of [...places.current, document.querySelector('#main')]) {
        if (place === document.body || !(place instanceof HTMLElement)) continue
        place.focus({ preventScroll: true })
        if (document.activeElement === place) return
      }
    },
  }
}
