import { useRef } from 'react'

/**
 * Takes the keyboard back to where it was when a dialog without a trigger of its own closes; to the screen where that
 * place is gone or takes no keyboard any more.
 *
 * @returns `remember`, to be called as the dialog takes the focus, and the handler for when it gives it up
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    remember: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      for (const place of [before.current, document.querySelector('#main')]) {
        if (place === document.body || !(place instanceof HTMLElement)) continue
        place.focus({ preventScroll: true })
        if (document.activeElement === place) return
      }
    },
  }
}
