import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { CreationProvider } from '../../features/summaries/creation/creation-provider.tsx'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { BottomNav } from './bottom-nav.tsx'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'

/** Takes readers of a new screen to its top, and the keyboard into it. */
function useFreshStart(screen: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [screen])
  return main
}

/** What stands around every screen: the bar at the top, on phones the bar at the bottom, and the summary dialog. */
export function Shell({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const [path] = useLocation()
  // A summary's own address lies over the list it belongs to: no new screen.
  const main = useFreshStart(path.startsWith('/summaries') ? '/summaries' : path)
  const screen = (
    <>
      <a
        href="#main"
        className="sr-only rounded-control bg-accent px-4 py-2.5 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
      >
        Skip to content
      </a>
      <NavBar />
      <main id="main" ref={main} tabIndex={-1} className={user ? 'pb-16 outline-none md:pb-0' : 'outline-none'}>
        {children}
      </main>
      {user === null ? <Footer /> : <BottomNav />}
    </>
  )
  return user === null ? screen : <CreationProvider key={user.id}>{screen}</CreationProvider>
}
