import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { PageSpinner } from '../../components/spinner.tsx'
import { cn } from '../../lib/cn.ts'
import { placeOf, scrollToPlace, useScrollPlaces } from '../../lib/scroll-places.ts'
import { ScreenFailure } from '../screen-failure.tsx'

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
