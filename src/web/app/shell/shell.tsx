import type { ReactNode } from 'react'
import { CookieNotice } from '../../features/consent/cookie-notice.tsx'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { SkipLink } from './bar.tsx'
import { Footer } from './footer.tsx'
import { MainScreen } from './main-screen.tsx'
import { MemberShell } from './member-shell.tsx'
import { VisitorBar } from './visitor-bar.tsx'

/** The frame around every screen. */
export function Shell({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  return (
    <>
      <SkipLink />
      <CookieNotice isAboveLinks={user !== null} />
      {user === null ? (
        <>
          <VisitorBar />
          <MainScreen>{children}</MainScreen>
          <Footer isVisitor />
        </>
      ) : (
        <MemberShell user={user}>{children}</MemberShell>
      )}
    </>
  )
}
