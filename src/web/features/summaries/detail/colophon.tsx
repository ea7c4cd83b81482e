import { Check, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { coverageLine, isWhole } from '../../../../shared/coverage-line.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { cn } from '../../../lib/cn.ts'
import { asSentence, cachedNote } from '../describe.ts'

function FootLine({ good = false, children }: { good?: boolean; children: ReactNode }) {
  const Icon = good ? Check : Info
  return (
    <p className="flex items-start gap-2 text-[0.8125rem] text-ink-soft tabular-nums">
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', good && 'text-good')} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

/** The foot of the page: how much was read and by whom, and what a reader should know about it. */
export function Colophon({ summary }: { summary: Summary }) {
  const { coverage, engine, cached } = summary
  const note = summary.sourceInfo?.note
  const madeBy = engine === null ? '' : asSentence(engine.label)
  return (
    <div className="mt-7 space-y-1.5">
      {coverage === null ? null : (
        <FootLine good={isWhole(coverage)}>
          {coverageLine(coverage)} {madeBy}
        </FootLine>
      )}
      {coverage === null && madeBy !== '' ? <FootLine>{madeBy}</FootLine> : null}
      {note === undefined ? null : <FootLine>{note}</FootLine>}
      {cached ? <FootLine>{cachedNote}</FootLine> : null}
    </div>
  )
}
