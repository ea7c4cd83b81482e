import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { firstTouch } from '../lib/first-touch.ts'

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
    useEffect(() => {
      // If it cannot come, it is asked for again when it is to open.
      firstTouch()
        .then(load)
        .catch(() => {})
    }, [])
    return wasOpened ? (
      <Suspense>
        <Part {...props} />
      </Suspense>
    ) : null
  }
}
