import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * A form that opens in place of the button that opens it.
 *
 * @param isOpenAtFirst whether it was left open
 * @returns whether it is open, how to open and to close it, whether the keyboard should go into it (it stays where it
 * is when nobody has just opened it), and the button's ref: the keyboard goes back there
 */
export function useDisclosure(isOpenAtFirst = false) {
  const [state, setState] = useState<'closed' | 'left-open' | 'opened'>(isOpenAtFirst ? 'left-open' : 'closed')
  const opener = useRef<HTMLButtonElement>(null)
  const hasClosed = useRef(false)
  useEffect(() => {
    if (state !== 'closed' || !hasClosed.current) return
    hasClosed.current = false
    opener.current?.focus({ preventScroll: true })
  }, [state])
  const open = useCallback(() => setState('opened'), [])
  const close = useCallback(() => {
    hasClosed.current = true
    setState('closed')
  }, [])
  return { isOpen: state !== 'closed', takesFocus: state === 'opened', open, close, opener }
}
