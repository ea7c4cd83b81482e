import { useCallback, useEffect, useRef } from 'react'

/**
 * Buttons and fields are disabled while an answer is awaited, and lose the keyboard with that: to the page, or to the
 * dialog they are in.
 *
 * @returns `remember`, to be called on sending, and `restore`, which takes the keyboard back once they are enabled again,
 *   unless the person has gone on elsewhere
 */
export function useKeptFocus() {
  const before = useRef<Element | null>(null)
  const remember = useCallback(() => {
    before.current = document.activeElement
  }, [])
  const restore = useCallback(() => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement.contains(before.current)
    if (isLost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }, [])
  return { remember, restore }
}

/**
 * Takes the keyboard back to the button that was pressed, each time something comes to nothing.
 *
 * @param failure why; null while there is no failure
 * @returns a function that remembers where the keyboard is, to be called on sending
 */
export function useFocusBack(failure: object | null): () => void {
  const { remember, restore } = useKeptFocus()
  useEffect(() => {
    if (failure !== null) restore()
  }, [failure, restore])
  return remember
}
