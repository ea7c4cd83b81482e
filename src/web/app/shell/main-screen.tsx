import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { PageSpinner } from '../../components/spinner.tsx'
import { cn } from '../../lib/cn.ts'

/** Takes readers of a new screen to its top, and the keyboard into it. */
function useFreshStart(screen: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    // An address that names a part of the screen leads there.
    if (location.hash === '') window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [screen])
  return main
}

interface MainScreenProps {
  className?: string
  children: ReactNode
}

/** The screen itself, below the bar. It fills the window, so that nothing below it moves while it loads. */
export function MainScreen({ className, children }: MainScreenProps) {
  const [path] = useLocation()
  // A summary's own address lies over the list it belongs to: no new screen.
  const main = useFreshStart(path.startsWith('/summaries') ? '/summaries' : path)
  return (
    <main id="main" ref={main} tabIndex={-1} className={cn('min-h-[calc(100dvh-4rem)] outline-none', className)}>
      <Suspense fallback={<PageSpinner />}>{children}</Suspense>
    </main>
  )
}
