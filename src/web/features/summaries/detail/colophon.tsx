import { Check, Clock, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../../shared/format.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { coverageLine, isWhole } from '../../../../shared/summary-text.ts'
import { cn } from '../../../lib/cn.ts'
import { shortDay } from '../../../lib/dates.ts'
import { asSentence, cachedNote } from '../describe.ts'

interface FootLineProps {
  icon: LucideIcon
  good?: boolean
  children: ReactNode
}

function FootLine({ icon: Icon, good = false, children }: FootLineProps) {
  return (
    <p className="flex items-start gap-2 text-[0.8125rem] text-ink-soft tabular-nums">
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', good && 'text-good')} />
      <span className="min-w-0 wrap-anywhere">
        <bdi dir="ltr">{children}</bdi>
      </span>
    </p>
  )
}

/** Says that all quotes are exact: unverified ones never reach a summary. */
function quotesLine(count: number): string {
  if (count === 1) return 'The quote matches the source word for word.'
  return `${count === 2 ? 'Both' : `All ${formatCount(count)}`} quotes match the source word for word.`
}

/** The foot of the page: how much was read and by what, remarks for the reader, and when the summary was created. */
export function Colophon({ summary }: { summary: Summary }) {
  const { coverage, engine, cached, notableQuotes, createdAt } = summary
  const note = summary.sourceInfo?.note
  const madeBy = engine === null ? '' : asSentence(engine.label)
  return (
    <div className="mt-7 space-y-1.5">
      {coverage === null ? null : (
        <FootLine icon={isWhole(coverage) ? Check : Info} good={isWhole(coverage)}>
          {coverageLine(coverage)} {madeBy}
        </FootLine>
      )}
      {coverage === null && madeBy !== '' ? <FootLine icon={Info}>{madeBy}</FootLine> : null}
      {notableQuotes.length === 0 ? null : (
        <FootLine icon={Check} good>
          {quotesLine(notableQuotes.length)}
        </FootLine>
      )}
      {note === undefined ? null : <FootLine icon={Info}>{note}</FootLine>}
      {cached ? <FootLine icon={Info}>{cachedNote}</FootLine> : null}
      <FootLine icon={Clock}>
        <time dateTime={createdAt}>Summarized {shortDay(createdAt, { alwaysYear: true })}</time>
      </FootLine>
    </div>
  )
}
