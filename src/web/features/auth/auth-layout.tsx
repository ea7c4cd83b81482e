import type { ReactNode } from 'react'
import { content } from '../../../shared/content.ts'

interface AuthLayoutProps {
  title: string
  lead: ReactNode
  aside: ReactNode
  children: ReactNode
}

/** A form on the left, a reason to fill it in on the right; one above the other on small screens. */
export function AuthLayout({ title, lead, aside, children }: AuthLayoutProps) {
  return (
    <div className="wrap grid gap-x-24 gap-y-12 py-12 md:py-20 lg:min-h-[calc(100dvh-4rem)] lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:content-center">
      <div className="w-full max-w-[26rem] justify-self-center lg:justify-self-start">
        <h1 className="text-[2.25rem] leading-[1.1] sm:text-[2.625rem]">{title}</h1>
        <p className="mt-2.5 mb-8 text-ink-soft">{lead}</p>
        {children}
        <p className="mt-8 border-t border-line pt-4 text-[0.8125rem] text-ink-soft">
          Need a hand? Write to{' '}
          <a href={`mailto:${content.supportEmail}`} className="text-ink underline underline-offset-3">
            {content.supportEmail}
          </a>
          .
        </p>
      </div>
      <aside className="w-full max-w-[26rem] justify-self-center lg:grid lg:max-w-none lg:content-center lg:border-l lg:border-line lg:pl-24">
        {aside}
      </aside>
    </div>
  )
}

/** The link under a form's heading. */
export const authLinkStyle = 'text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent'
