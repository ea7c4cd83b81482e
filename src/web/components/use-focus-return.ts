import { createContext, type RefObject, use, useRef } from 'react'
import { takeSentFocus } from './next-focus.ts'

/** Where the keyboard is, and the dialog that is in. */
export type KeyboardPlaces = readonly (Element | null)[]

export function keyboardPlaces(): KeyboardPlaces {
  const { activeElement } = document
  return [activeElement, activeElement?.closest('[role=dialog]') ?? null]
}

/** Where the keyboard was when a dialog was asked for: by the time it has come, that place may be gone. */
export const AskedFrom = createContext<RefObject<KeyboardPlaces> | null>(null)

/**
 * Takes the keyboard back to where it was when a dialog without a trigger of its own closes; where that place is gone
 * or takes no keyboard any more, to the dialog it was in, else to the screen.
 *
 * @returns `remember`, to be called as the dialog takes the focus, and the handler for when it gives it up
 */
export function useFocusReturn() {
  const askedFrom = use(AskedFrom)
  const places = useRef<KeyboardPlaces>([])
  return {
    remember: () => {
      places.current = [...keyboardPlaces(), ...(askedFrom?.current ?? [])]
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
