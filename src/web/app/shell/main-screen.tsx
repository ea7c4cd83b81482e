import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { PageSpinner } from '../../components/button.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { firstRow } from '../../features/summaries/reveal.ts'
import { ScreenFailure } from '../screen-failure.tsx'

/** Maximum time to wait for a screen to become as high as it was. */
const MAX_WAIT_MS = 1500

interface Position {
  /** Pixels from the top. */
  y: number
  /** Row in the middle of the window, if any: on return, the heights of the rows above may not be known yet. */
  row: { id: string; top: number } | null
}

const positions = new Map<string, Position>()

/** Screen at a path. A summary opens over its list, and is part of that screen. */
const screenAt = (path: string): string => (path.startsWith(pagePaths.summaries) ? pagePaths.summaries : path)

/** Key of a position: each search of a list has its own. */
const positionKey = (path: string, search: string): string => `${screenAt(path)}?${search.replace(/^\?/u, '')}`

function currentRow(): Position['row'] {
  const row = firstRow(({ bottom }) => bottom > innerHeight / 2)
  const id = row?.dataset.summary
  return id === undefined || !row ? null : { id, top: row.getBoundingClientRect().top }
}

/** Scrolls a screen to its earlier position as soon as it is high enough, unless the user scrolls before. */
function restore({ y, row }: Position): void {
  const start = performance.now()
  const stop = new AbortController()
  const { signal } = stop
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(type, () => stop.abort(), { signal, passive: true })
  const scroll = (): void => {
    if (signal.aborted) return
    const element = row === null ? null : document.querySelector(`[data-summary="${CSS.escape(row.id)}"]`)
    const target = element && row ? scrollY + element.getBoundingClientRect().top - row.top : y
    if (Math.abs(scrollY - target) > 1) window.scrollTo(0, target)
    if (performance.now() - start < MAX_WAIT_MS) requestAnimationFrame(scroll)
    else stop.abort()
  }
  requestAnimationFrame(scroll)
}

/** Whether the last navigation created a history entry, rather than moving between entries. */
let isNewEntry = false

/** Stores the scroll position of every screen, and notices new history entries. */
function useScrollMemory(): void {
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true }
    const remember = (row: Position['row']) =>
      positions.set(positionKey(location.pathname, location.search), { y: scrollY, row })
    addEventListener('scroll', () => remember(null), options)
    addEventListener('scrollend', () => remember(currentRow()), options)
    for (const type of ['pushState', 'replaceState']) addEventListener(type, () => (isNewEntry = true), options)
    return () => stop.abort()
  }, [])
}

/** On a new screen, scrolls to the top, or on return to the earlier position, and moves focus into it. */
function useScreenChange(path: string) {
  const search = useSearch()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(screenAt(path))
  useScrollMemory()
  useEffect(() => {
    const position = isNewEntry ? undefined : positions.get(positionKey(path, search))
    isNewEntry = false
    const screen = screenAt(path)
    if (shown.current === screen) return
    shown.current = screen
    // A fragment leads to its section.
    if (location.hash === '') {
      window.scrollTo(0, position?.y ?? 0)
      if (position?.y) restore(position)
    }
    // The screen may have moved focus to one of its fields.
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true })
  }, [path, search])
  return main
}

/** The screen below the bar. It fills the window, so that the footer doesn't move while it loads. */
export function MainScreen({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const main = useScreenChange(path)
  return (
    <main id="main" ref={main} tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
      <ErrorBoundary key={screenAt(path)} renderFailure={(error) => <ScreenFailure error={error} />}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  )
}
