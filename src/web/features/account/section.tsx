import type { ReactNode } from 'react'

/** The sections of the page, in order; their ids are their anchors. */
export const sections = [
  { id: 'profile', label: 'Profile' },
  { id: 'email', label: 'Email' },
  { id: 'sign-in', label: 'Sign-in' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'your-data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
] as const
type SectionId = (typeof sections)[number]['id']

interface SectionProps {
  id: SectionId
  title: string
  /** What the section is about, where its rows do not say it. */
  lead?: ReactNode
  children: ReactNode
}

/** A part of the page under a hairline, that an address can point at. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-t border-line pt-7 pb-10 first:border-t-0 first:pt-0"
    >
      <h2 id={`${id}-title`} className="text-[1.4375rem] leading-snug">
        {title}
      </h2>
      {lead ? <p className="mt-1.5 max-w-[58ch] text-ink-soft">{lead}</p> : null}
      <div className="mt-5">{children}</div>
    </section>
  )
}

interface RowProps {
  children: ReactNode
  /** What can be done about it. */
  action?: ReactNode
}

/** One thing of a section, with what can be done about it at its side; below it where there is no room. */
export function Row({ children, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_11rem]">{children}</div>
      {action ? <div className="flex flex-wrap items-center gap-2">{action}</div> : null}
    </div>
  )
}
