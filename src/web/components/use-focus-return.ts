import { useRef } from 'react'

/**
 * Takes the keyboard back to where it was when a dialog without a trigger of its own closes; to the screen where that
 * place is gone.
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
      const { current } = before
      const place = current !== document.body && current?.isConnected ? current : document.querySelector('#main')
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    },
  }
}
