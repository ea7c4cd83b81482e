import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Mark } from '../../components/mark.tsx'
import { ThemeToggle } from '../../components/overlay/theme-menu.tsx'
import { cn } from '../../lib/cn.ts'
import { useSite } from '../../lib/site.ts'
import { isAt } from './nav-links.ts'

export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only rounded-control bg-accent px-4 py-2.5 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60"
  >
    Skip to content
  </a>
)

export const Bar = ({ children }: { children: ReactNode }) => (
  <header className="edge-bar sticky top-0 z-30 border-b border-line bg-paper print:hidden">
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
        // The ring is around the word, since the window would cut one around the bar's height.
        'group outline-none focus-visible:rounded-none relative inline-flex h-16 touch-target items-center border-y-2 border-transparent text-sm whitespace-nowrap text-ink-soft',
        'no-underline transition-colors duration-150 hover:text-ink aria-[current=page]:border-b-ink',
        'aria-[current=page]:text-ink',
        className,
      )}
    >
      <span className="rounded-chip outline-offset-6 outline-ink group-focus-visible:outline-2">{label}</span>
    </Link>
  )
}

const thisYear = new Date().getFullYear()
const linkStyle =
  'relative touch-target text-ink-soft no-underline transition-colors duration-150 hover:text-ink aria-[current=page]:text-ink'

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  const [path] = useLocation()
  return (
    <Link href={href} aria-current={isAt(path, href) ? 'page' : undefined} className={linkStyle}>
      {children}
    </Link>
  )
}

export function Footer({ isVisitor }: { isVisitor: boolean }) {
  const { sells } = useSite()
  return (
    <footer className="border-t border-line in-data-has-more:hidden print:hidden">
      <div className="wrap py-9 text-sm">
        <div className="flex flex-wrap items-center gap-x-9 gap-y-6">
          <Mark height={24} />
          <nav aria-label="Footer" className="flex flex-wrap items-center gap-x-7 gap-y-3.5 pointer-coarse:gap-y-6">
            {isVisitor ? (
              <>
                {sells ? <FooterLink href={pagePaths.subscribe}>Pricing</FooterLink> : null}
                <FooterLink href={pagePaths.login}>Log In</FooterLink>
              </>
            ) : null}
            <FooterLink href={pagePaths.examples}>Examples</FooterLink>
            <FooterLink href={pagePaths.privacyPolicy}>Privacy Policy</FooterLink>
            <FooterLink href={pagePaths.termsOfUse}>Terms of Use</FooterLink>
            <button type="button" data-cookies="settings" className={linkStyle}>
              Cookie settings
            </button>
            <a href={`mailto:${content.supportEmail}`} className={linkStyle}>
              Support
            </a>
          </nav>
          <ThemeToggle className="lg:ml-auto" />
        </div>
        <p className="mt-7 flex flex-wrap gap-x-4 text-[0.8125rem] text-ink-soft">
          <span>
            © {thisYear} {content.operator.name}, {content.operator.address}
          </span>
          <span>{content.supportEmail}</span>
        </p>
      </div>
    </footer>
  )
}
