import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { retention } from '../../../shared/retention.ts'

type Unit = 'minute' | 'hour' | 'day'
const span = (count: number, unit: Unit): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How long things are kept, in words, as the code keeps them. */
export const spans: Record<keyof typeof retention, string> & { logs: string; backups: string } = {
  sessionIdleDays: span(retention.sessionIdleDays, 'day'),
  sessionDays: span(retention.sessionDays, 'day'),
  knownBrowserDays: span(retention.knownBrowserDays, 'day'),
  resetLinkMinutes: span(retention.resetLinkMinutes, 'minute'),
  emailLinkHours: span(retention.emailLinkHours, 'hour'),
  signInAttemptMinutes: span(retention.signInAttemptMinutes, 'minute'),
  recentSignInMinutes: span(retention.recentSignInMinutes, 'minute'),
  unusedUploadHours: span(retention.unusedUploadHours, 'hour'),
  keptWorkHours: span(retention.keptWorkHours, 'hour'),
  deletedSummaryMinutes: span(retention.deletedSummaryMinutes, 'minute'),
  sentMailHours: span(retention.sentMailHours, 'hour'),
  paymentEventDays: span(retention.paymentEventDays, 'day'),
  logs: span(content.legal.logDays, 'day'),
  backups: span(content.legal.backupDays, 'day'),
}

/** A list of names with what is to be said of each, between hairlines. */
export function Entries({ children }: { children: ReactNode }) {
  return <dl className="mt-5 border-t border-line font-sans text-[0.9375rem] leading-[1.55]">{children}</dl>
}

interface EntryProps {
  name: string
  /** A name that code goes by, set so that it can be told letter by letter. */
  isCode?: boolean
  /** A few words under the name. */
  note?: string
  children: ReactNode
}

/** One name of such a list. */
export function Entry({ name, isCode = false, note, children }: EntryProps) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[12.5rem_minmax(0,1fr)] print:break-inside-avoid">
      <dt>
        {isCode ? (
          <code className="text-[0.84375rem] wrap-anywhere">{name}</code>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        {note ? <span className="block text-[0.8125rem] text-ink-soft">{note}</span> : null}
      </dt>
      <dd className="max-w-[38em] text-ink-soft">{children}</dd>
    </div>
  )
}

/** The address to write to. */
export function Mail() {
  return <a href={`mailto:${content.supportEmail}`}>{content.supportEmail}</a>
}

/** A link to another page of the product. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return <Link href={to}>{children}</Link>
}
