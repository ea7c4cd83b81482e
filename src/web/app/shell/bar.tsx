import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Mark } from '../../components/mark.tsx'
import { cn } from '../../lib/cn.ts'

/** The bar at the top of every screen: the mark, and what stands beside it. */
export function Bar({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-control bg-accent px-4 py-2.5 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-paper/90 backdrop-blur-md">
        <div className="wrap flex h-16 items-center gap-7">
          <Link href="/" className="relative touch-target mt-1.5 block rounded-chip text-ink">
            <Mark />
          </Link>
          {children}
        </div>
      </header>
    </>
  )
}

interface BarLinkProps {
  href: string
  label: string
  className?: string
}

/** A link in the bar, underlined where one is. */
export function BarLink({ href, label, className }: BarLinkProps) {
  const [path] = useLocation()
  return (
    <Link
      href={href}
      aria-current={path.startsWith(href) ? 'page' : undefined}
      className={cn(
        'inline-flex h-16 items-center border-y-2 border-transparent text-sm text-ink-soft no-underline transition-colors duration-150 hover:text-ink aria-[current=page]:border-b-ink aria-[current=page]:text-ink',
        className,
      )}
    >
      {label}
    </Link>
  )
}
