import { Link, useLocation } from 'wouter'
import { isAt, type NavLink } from './nav-links.ts'

/** The main links under the thumb, on small screens. */
export function BottomNav({ links }: { links: readonly NavLink[] }) {
  const [path] = useLocation()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-paper/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md md:hidden print:hidden"
    >
      {links.map(({ href, label, Icon }) => (
        <Link
          key={href}
          href={href}
          aria-current={isAt(path, href) ? 'page' : undefined}
          className="flex h-14 flex-col items-center justify-center gap-1 text-[0.6875rem] text-ink-soft no-underline -outline-offset-4 aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          <Icon className="size-5" strokeWidth={1.75} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
