import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { PageSpinner } from '../../components/spinner.tsx'
import { cn } from '../../lib/cn.ts'
import { ScreenFailure } from '../screen-failure.tsx'

/** Maximum time to wait for a screen to become as high as it was. */
const PATIENCE_MS = 1500

/** Scrolling has come to rest when there was no scroll event for this long. */
const SETTLED_MS = 100

/** Scroll position of a screen. */
interface ScrollPlace {
  /** Pixels from the top. */
  y: number
  /** Row in the middle of the window, if there is one: the heights of rows above may not be known yet on return. */
  row: { id: string; top: number } | null
}

/** Scroll positions by address. */
const places = new Map<string, ScrollPlace>()

const rowAt = (id: string): HTMLElement | null => document.querySelector(`[data-summary="${CSS.escape(id)}"]`)

function currentPlace(): ScrollPlace {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-summary]')]
  const row = rows.find((each) => each.getBoundingClientRect().bottom > innerHeight / 2)
  const id = row?.dataset.summary
  return { y: scrollY, row: id === undefined || !row ? null : { id, top: row.getBoundingClientRect().top } }
}

/**
 * Whether the last step in the history was to a new address, rather than back or forth. The router hears of a way back
 * before anybody else here does, and of a new address after: so it is new ones that are noticed.
 */
let isStep = false

/** Remembers where each screen is scrolled to, as `keyOf` names them, from the first screen on. */
function useScrollPlaces(keyOf: () => string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = () => {
      const key = keyOf()
      places.set(key, { y: scrollY, row: null })
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (keyOf() === key) places.set(key, currentPlace())
      }, SETTLED_MS)
    }
    const onStep = () => {
      isStep = true
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pushState', onStep)
    addEventListener('replaceState', onStep)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', remember)
      removeEventListener('pushState', onStep)
      removeEventListener('replaceState', onStep)
    }
  }, [keyOf])
}

/** Position at which an address was left; null for a new one. Call it once for each address. */
function placeOf(key: string): ScrollPlace | null {
  const place = isStep ? null : (places.get(key) ?? null)
  isStep = false
  return place
}

/** Scrolls a screen to where it was left as soon as it is high enough, unless the user scrolls meanwhile. */
function scrollToPlace(place: ScrollPlace | null): void {
  window.scrollTo(0, place?.y ?? 0)
  if (place === null || place.y === 0) return
  const since = performance.now()
  const stop = new AbortController()
  const { signal } = stop
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(type, () => stop.abort(), { signal, passive: true })
  }
  const tryAgain = (): void => {
    if (signal.aborted) return
    const row = place.row === null ? null : rowAt(place.row.id)
    const y = place.row === null || row === null ? place.y : scrollY + row.getBoundingClientRect().top - place.row.top
    if (Math.abs(scrollY - y) > 1) window.scrollTo(0, y)
    if (performance.now() - since < PATIENCE_MS) requestAnimationFrame(tryAgain)
    else stop.abort()
  }
  requestAnimationFrame(tryAgain)
}

/** The screen at a path: a summary's own address lies over the list it belongs to, and is no new screen. */
const screenAt = (path: string): string => (path.startsWith(pagePaths.summaries) ? pagePaths.summaries : path)

/** Names a screen with what its address asks for: the list keeps a place for each search. */
const placeKey = (path: string, search: string): string => `${screenAt(path)}?${search.replace(/^\?/u, '')}`

const placeNow = (): string => placeKey(location.pathname, location.search)

/** Takes readers of a new screen to its top, or where they left it, and the keyboard into it. */
function useFreshStart(path: string) {
  const search = useSearch()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(screenAt(path))
  useScrollPlaces(placeNow)
  useEffect(() => {
    const place = placeOf(placeKey(path, search))
    const screen = screenAt(path)
    if (shown.current === screen) return
    shown.current = screen
    // An address that names a part of the screen leads there.
    if (location.hash === '') scrollToPlace(place)
    // A screen may have taken the keyboard to one of its own fields.
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true })
  }, [path, search])
  return main
}

interface MainScreenProps {
  className?: string
  children: ReactNode
}

/** The screen itself, below the bar. It fills the window, so that nothing below it moves while it loads. */
export function MainScreen({ className, children }: MainScreenProps) {
  const [path] = useLocation()
  const main = useFreshStart(path)
  return (
    <main id="main" ref={main} tabIndex={-1} className={cn('min-h-[calc(100dvh-4rem)] outline-none', className)}>
      <ErrorBoundary resetKey={screenAt(path)} renderFailure={(error) => <ScreenFailure error={error} />}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  )
}
