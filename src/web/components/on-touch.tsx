import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { firstTouch } from '../lib/first-touch.ts'
import { AskedFrom, type KeyboardPlaces, keyboardPlaces } from './use-focus-return.ts'

interface Opening {
  open: boolean
}

/**
 * Makes something that opens, a dialog say, of its own module's default export. The module comes when somebody first
 * touches the page, or when it is to be open before that.
 */
export function onTouch<P extends Opening>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Part = lazy(load)
  return function Opened(props: P) {
    // Once opened it stays, so that it closes in its own time and gives the keyboard back.
    const [wasOpened, setWasOpened] = useState(props.open)
    if (props.open && !wasOpened) setWasOpened(true)
    const places = useRef<KeyboardPlaces>([])
    useLayoutEffect(() => {
      if (props.open) places.current = keyboardPlaces()
    }, [props.open])
    useEffect(() => {
      // If it cannot come, it is asked for again when it is to open.
      firstTouch()
        .then(load)
        .catch(() => {})
    }, [])
    return wasOpened ? (
      <AskedFrom value={places}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </AskedFrom>
    ) : null
  }
}
