import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** Whether a click follows a link in this tab, rather than opening another or saving it. */
export const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey

/** Submits the form on Ctrl+Enter or Cmd+Enter, in elements where Enter alone does something else. */
export function sendOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.closest('form')?.requestSubmit()
}

/** Inputs without text. */
const textless = 'input:is([type=checkbox], [type=radio], [type=button], [type=submit])'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches(textless)))

/** Whether a key press may be a shortcut: outside of text fields, and without modifiers except Shift. */
export const isShortcut = (event: globalThis.KeyboardEvent): boolean =>
  !event.altKey && !event.ctrlKey && !event.metaKey && !event.defaultPrevented && !isTyping(event.target)

/** Keys that open the search of the user's summaries, for `aria-keyshortcuts`. */
export const searchKeys = '/ Control+K Meta+K'

/** The key combination with the labels of this device's keyboard. */
export const searchHint = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K')

/** Whether a key press opens the search. Ctrl+K and Cmd+K do so even while typing. */
export const isSearchKey = (event: globalThis.KeyboardEvent): boolean => {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (key === '/') return isShortcut(event)
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

/** Whether a dialog covers the page. */
export const isBelowDialog = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null

/** Whether a dialog is open that the user has to answer first. */
export const isQuestionOpen = (): boolean => document.querySelector('[role=alertdialog], dialog[open]') !== null

export function useWindowEvent<K extends keyof WindowEventMap>(
  type: K,
  handler: (event: WindowEventMap[K]) => void,
  options?: AddEventListenerOptions,
): void {
  const handle = useEffectEvent(handler)
  const isPassive = options?.passive
  useEffect(() => {
    const listener = (event: WindowEventMap[K]) => handle(event)
    addEventListener(type, listener, { passive: isPassive })
    return () => removeEventListener(type, listener)
  }, [type, isPassive])
}

/** Time after an input in which people expect the page to change (https://web.dev/articles/cls). */
const EXPECTED_MS = 400

/** Time of the last key or press, since the page began to load. */
let lastInput = Number.NEGATIVE_INFINITY

if (typeof window !== 'undefined') {
  for (const type of ['keydown', 'pointerdown', 'click'] as const)
    addEventListener(type, ({ timeStamp }) => (lastInput = timeStamp), { capture: true, passive: true })
}

/**
 * A value that comes with the user's input, and otherwise waits for the next: what it shows would move the page under
 * their eyes.
 */
export function useAtInput<T>(value: T): T {
  const [shown, setShown] = useState(value)
  useLayoutEffect(() => {
    if (Object.is(shown, value)) return undefined
    const show = () => setShown(() => value)
    if (performance.now() - lastInput < EXPECTED_MS) {
      show()
      return undefined
    }
    const stop = new AbortController()
    // Not on a press: what it aims at would move before the click.
    for (const type of ['keydown', 'click'])
      addEventListener(type, show, { capture: true, passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [shown, value])
  return shown
}
