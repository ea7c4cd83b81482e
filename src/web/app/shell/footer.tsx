import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { Mark } from '../../components/mark.tsx'
import { ThemeToggle } from '../../components/theme-menu.tsx'

const thisYear = new Date().getFullYear()
const linkStyle = 'relative touch-target text-ink-soft no-underline transition-colors duration-150 hover:text-ink'

/** The foot of the public pages. */
export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="wrap flex flex-wrap items-center gap-x-8 gap-y-5 py-9 text-sm">
        <Mark height={24} />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-7 gap-y-3">
          <Link href="/subscribe" className={linkStyle}>
            Pricing
          </Link>
          <Link href="/login" className={linkStyle}>
            Log In
          </Link>
          <a href={`mailto:${content.supportEmail}`} className={linkStyle}>
            {content.supportEmail}
          </a>
        </nav>
        <ThemeToggle className="sm:ml-auto" />
        <p className="w-full text-[0.8125rem] text-ink-soft">
          © {thisYear} {content.operator.name}, {content.operator.address}
        </p>
      </div>
    </footer>
  )
}
