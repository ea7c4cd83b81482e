import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { CookieNotice } from '../../features/consent/cookie-notice.tsx'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { useSite } from '../../lib/site.ts'
import { Bar, BarLink, SkipLink } from './bar.tsx'
import { Footer } from './footer.tsx'
import { MainScreen } from './main-screen.tsx'
import { MemberShell } from './member-shell.tsx'

/** The bar for visitors. On the narrowest screens, Pricing is in the footer only. */
function VisitorBar() {
  const { sells, isOpen } = useSite()
  return (
    <Bar>
      <nav aria-label="Main" className="ml-auto flex items-center gap-3.5 xs:gap-6">
        {sells ? <BarLink href={pagePaths.subscribe} label="Pricing" className="max-[21.5rem]:hidden" /> : null}
        {isOpen ? <BarLink href={pagePaths.login} label="Log In" /> : null}
        <Button asChild className="max-xs:px-3">
          {isOpen ? <Link href={pagePaths.register}>Get Started</Link> : <Link href={pagePaths.login}>Log In</Link>}
        </Button>
      </nav>
    </Bar>
  )
}

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
