import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../../components/lazy-component.tsx'
import { PageSpinner } from '../../components/spinner.tsx'
import { CookieBanner } from '../../features/consent/cookie-banner.tsx'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { SkipLink } from './bar.tsx'
import { Footer } from './footer.tsx'
import { MainScreen } from './main-screen.tsx'
import type { MemberShellProps } from './member-shell.tsx'
import { VisitorBar } from './visitor-bar.tsx'

export const MemberShell = lazyComponent<MemberShellProps>(async () => import('./member-shell.tsx'))

/** What stands around every screen. What only signed-in people need is loaded for them alone. */
export function Shell({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  return (
    <>
      <SkipLink />
      <CookieBanner isAboveLinks={user !== null} />
      {user === null ? (
        <>
          <VisitorBar />
          <MainScreen>{children}</MainScreen>
          <Footer isVisitor />
        </>
      ) : (
        <Suspense fallback={<PageSpinner />}>
          <MemberShell user={user}>{children}</MemberShell>
        </Suspense>
      )}
    </>
  )
}
