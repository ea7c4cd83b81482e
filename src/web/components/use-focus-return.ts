import { useRef } from 'react'
import { takeSentFocus } from './next-focus.ts'

/**
 * Returns focus to the element that had it when a dialog without a trigger of its own closes; if that element is gone
 * or disabled, to the dialog it was in, else to the screen.
 *
 * @returns `remember`, to be called as the dialog takes focus, and the handler for its close
 */
export function useFocusReturn() {
  const places = useRef<readonly (Element | null)[]>([])
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
