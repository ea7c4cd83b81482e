import type { ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { SupportLink, textLinkStyle } from '../../components/links.tsx'
import { cn } from '../../lib/cn.ts'

const asideTitleStyle = 'max-w-[14em] text-[1.75rem] leading-[1.2] font-normal'

/** The content types, each with a citation from a summary. */
export function ContentTypesAside() {
  const { title, contentTypes, citations } = content.login
  return (
    <>
      <h2 className={asideTitleStyle}>{title}</h2>
      <ul className="mt-6 border-t border-line">
        {contentTypes.map(({ name, citation }) => (
          <li key={name} className="flex items-baseline justify-between gap-4 border-b border-line py-3 text-ink-soft">
            {name}
            <span aria-hidden="true" className="rounded-chip bg-sunk px-1.5 py-1 text-xs/none font-medium tabular-nums">
              {citation}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">{citations}</p>
    </>
  )
}

interface AsideListProps {
  title: string
  items: readonly string[]
  numbered?: boolean
}

export function AsideList({ title, items, numbered = false }: AsideListProps) {
  const List = numbered ? 'ol' : 'ul'
  return (
    <>
      <h2 className={asideTitleStyle}>{title}</h2>
      <List className="mt-6 border-t border-line">
        {items.map((item, index) => (
          <li key={item} className="flex gap-4 border-b border-line py-3 text-ink-soft">
            {numbered ? (
              <span aria-hidden="true" className="font-serif text-lg/6 text-accent tabular-nums">
                {index + 1}
              </span>
            ) : null}
            {item}
          </li>
        ))}
      </List>
    </>
  )
}

const style = 'text-ink underline underline-offset-3'

interface AuthLayoutProps {
  title: string
  /** For a page that moves focus to its heading. */
  headingRef?: Ref<HTMLHeadingElement>
  lead?: ReactNode
  aside: ReactNode
  hasTerms?: boolean
  children: ReactNode
}

export function AuthLayout({ title, headingRef, lead, aside, hasTerms = false, children }: AuthLayoutProps) {
  return (
    <div className="wrap grid gap-x-24 gap-y-12 py-12 md:py-20 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="w-full max-w-[26rem] justify-self-center lg:justify-self-start">
        <h1
          ref={headingRef}
          tabIndex={headingRef === undefined ? undefined : -1}
          className="text-[2.25rem] leading-[1.1] outline-none sm:text-[2.625rem]"
        >
          {title}
        </h1>
        <div className="mt-2.5 mb-8 text-ink-soft">{lead}</div>
        {children}
        <div className="mt-11 space-y-1.5 border-t border-line pt-4 text-[0.8125rem] text-ink-soft">
          {hasTerms ? (
            <p>
              By continuing, you agree to the{' '}
              <Link href={pagePaths.termsOfUse} className={style}>
                Terms of Use
              </Link>{' '}
              and{' '}
              <Link href={pagePaths.privacyPolicy} className={style}>
                Privacy Policy
              </Link>
              .
            </p>
          ) : null}
          <p>
            Need help? Email <SupportLink className={style} />.
          </p>
        </div>
      </div>
      <aside className="w-full max-w-[26rem] justify-self-center lg:max-w-none lg:border-l lg:border-line lg:pt-1.5 lg:pl-24">
        {aside}
      </aside>
    </div>
  )
}

export const authLinkStyle = cn(textLinkStyle, 'relative touch-target')

export const LinkLead = ({ text, href, label }: { text: string; href: string; label: string }) => (
  <>
    {text}{' '}
    <Link href={href} className={authLinkStyle}>
      {label}
    </Link>
  </>
)
