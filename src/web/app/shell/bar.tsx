import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Mark } from '../../components/mark.tsx'
import { cn } from '../../lib/cn.ts'
import { isAt } from './nav-links.ts'

export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only rounded-control bg-accent px-4 py-2.5 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
  >
    Skip to content
  </a>
)

/** The bar at the top of every screen: the logo and navigation. */
export const Bar = ({ children }: { children: ReactNode }) => (
  <header className="sticky top-0 z-30 border-b border-line bg-paper/90 backdrop-blur-md print:hidden">
    <div className="wrap flex h-16 items-center gap-4 xs:gap-7">
      <Link href="/" className="relative touch-target mt-1.5 block shrink-0 rounded-chip text-ink">
        <Mark />
      </Link>
      {children}
    </div>
  </header>
)

export function BarLink({ href, label, className }: { href: string; label: string; className?: string }) {
  const [path] = useLocation()
  return (
    <Link
      href={href}
      aria-current={isAt(path, href) ? 'page' : undefined}
      className={cn(
        'inline-flex h-16 items-center border-y-2 border-transparent text-sm whitespace-nowrap text-ink-soft',
        'no-underline transition-colors duration-150 hover:text-ink aria-[current=page]:border-b-ink',
        'aria-[current=page]:text-ink',
        className,
      )}
    >
      {label}
    </Link>
  )
}
