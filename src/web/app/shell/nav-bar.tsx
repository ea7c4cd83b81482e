import { Link, useLocation } from 'wouter'
import { Button } from '../../components/button.tsx'
import { Mark } from '../../components/mark.tsx'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { cn } from '../../lib/cn.ts'
import { signedInLinks } from './nav-links.ts'
import { PlanBadge } from './plan-badge.tsx'
import { UserMenu } from './user-menu.tsx'

const linkStyle =
  'inline-flex h-16 items-center border-y-2 border-transparent text-sm text-ink-soft no-underline transition-colors duration-150 hover:text-ink aria-[current=page]:border-b-ink aria-[current=page]:text-ink'

function BarLink({ href, label, className }: { href: string; label: string; className?: string }) {
  const [path] = useLocation()
  return (
    <Link href={href} aria-current={path.startsWith(href) ? 'page' : undefined} className={cn(linkStyle, className)}>
      {label}
    </Link>
  )
}

/** The bar at the top of every screen. */
export function NavBar() {
  const { user } = useAuth()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/90 backdrop-blur-md">
      <div className="wrap flex h-16 items-center gap-7">
        <Link href="/" className="relative touch-target mt-1.5 block rounded-chip text-ink">
          <Mark />
        </Link>
        {user === null ? (
          <nav aria-label="Main" className="ml-auto flex items-center gap-6">
            <BarLink href="/subscribe" label="Pricing" className="hidden xs:inline-flex" />
            <BarLink href="/login" label="Log In" />
            <Button asChild>
              <Link href="/register">Get Started</Link>
            </Button>
          </nav>
        ) : (
          <>
            <nav aria-label="Main" className="hidden gap-6 md:flex">
              {signedInLinks(user.subscriptionPlan).map(({ href, label }) => (
                <BarLink key={href} href={href} label={label} />
              ))}
            </nav>
            <div className="ml-auto flex items-center gap-4">
              <PlanBadge plan={user.subscriptionPlan} />
              <UserMenu user={user} />
            </div>
          </>
        )}
      </div>
    </header>
  )
}
