import { type ComponentProps, type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { firstTouch } from '../lib/first-touch.ts'

/** What a button that opens a list is given as long as the list is not there yet. */
export type ClosedProps = Pick<
  ComponentProps<'button'>,
  | 'ref'
  | 'type'
  | 'role'
  | 'aria-haspopup'
  | 'aria-expanded'
  | 'aria-busy'
  | 'onPointerDown'
  | 'onPointerCancel'
  | 'onKeyDown'
  | 'onClick'
>

/** What the same button with its list is given. */
export interface OpenableProps {
  /** It was pressed before the list was there. */
  defaultOpen: boolean
}

/** As Radix has them for the button with its list. */
const openingKeys: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown'])

interface Parts<P> {
  /** The whole of it, with its list. */
  load: () => Promise<{ default: ComponentType<P & OpenableProps> }>
  /** The button alone, looking the same. */
  Closed: ComponentType<P & { button: ClosedProps }>
}

/**
 * Makes a button that opens a list, whose list and all that places and steers it comes when somebody first touches the
 * page. A press before that is not lost, and neither is the keyboard's place.
 */
export function openable<P extends object>(popup: 'menu' | 'listbox', { load, Closed }: Parts<P>): ComponentType<P> {
  let Loaded: ComponentType<P & OpenableProps> | null = null
  const loadOnce = async (): Promise<void> => {
    Loaded ??= (await load()).default
  }
  return function Openable(props: P) {
    const [Shown, setShown] = useState(() => Loaded)
    const [asked, setAsked] = useState<'pointer' | 'key' | null>(null)
    const place = useRef<HTMLSpanElement>(null)
    const closed = useRef<HTMLButtonElement>(null)
    const hadKeyboard = useRef(false)

    useEffect(() => {
      if (Shown !== null) return
      let isHere = true
      const show = (): void => {
        if (!isHere) return
        hadKeyboard.current = document.activeElement === closed.current
        setShown(() => Loaded)
      }
      const wait = asked !== null ? Promise.resolve() : firstTouch()
      wait
        .then(loadOnce)
        .then(show)
        // It stays a button, and the next press asks for the list again.
        .catch(() => setAsked(null))
      return () => {
        isHere = false
      }
    }, [Shown, asked])
    useLayoutEffect(() => {
      if (Shown !== null && hadKeyboard.current) place.current?.querySelector('button')?.focus({ preventScroll: true })
    }, [Shown])
    useEffect(() => {
      // Opened by a key, a list has the keyboard on its first entry: so it is told of the key.
      if (Shown === null || asked !== 'key') return
      const again = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })
      place.current?.querySelector('button')?.dispatchEvent(again)
    }, [Shown, asked])

    if (Shown === null) {
      const button: ClosedProps = {
        ref: closed,
        type: 'button',
        role: popup === 'listbox' ? 'combobox' : undefined,
        'aria-haspopup': popup,
        'aria-expanded': false,
        'aria-busy': asked !== null,
        onPointerDown: ({ button: pressed }) => setAsked(pressed === 0 ? 'pointer' : null),
        onPointerCancel: () => setAsked(null),
        onKeyDown: (event) => {
          if (!openingKeys.has(event.key)) return
          event.preventDefault()
          setAsked('key')
        },
        // Of those who neither point nor type.
        onClick: ({ detail }) => setAsked(detail === 0 ? 'key' : 'pointer'),
      }
      return <Closed {...props} button={button} />
    }
    return (
      <span ref={place} className="contents">
        <Shown {...props} defaultOpen={asked === 'pointer'} />
      </span>
    )
  }
}
