import { Check, Clock, FileText, Info, Link2, type LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { readableUrl } from '../../../../shared/source-url.ts'
import { isBuiltIn, modelNames } from '../../../../shared/summary/model-names.ts'
import { pageHeadings } from '../../../../shared/summary/page-headings.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import { coverageLine, isWhole, noticeLines, verificationLines } from '../../../../shared/summary/summary-text.ts'
import { Moment } from '../../../components/moment.tsx'
import { cn } from '../../../lib/cn.ts'
import { shortDay } from '../../../lib/dates.ts'
import { type TextLanguage, textLanguage } from '../../../lib/language.ts'
import { useSite } from '../../../lib/site.ts'
import { cachedNote } from '../describe.ts'
import { sourceFacts } from './source-line.tsx'

interface LineProps {
  icon: LucideIcon
  good?: boolean
  /** That of the summary, or English. */
  language?: TextLanguage
  children: ReactNode
}

const Line = ({ icon: Icon, good = false, language, children }: LineProps) => (
  <p className="flex items-start gap-2">
    <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', good && 'text-good')} />
    <span className="min-w-0 text-pretty wrap-anywhere">
      <bdi {...(language ?? { lang: 'en', dir: 'ltr' })}>{children}</bdi>
    </span>
  </p>
)

interface ColophonProps {
  summary: SummaryContent
  /** Whether a rule separates it from the section above. */
  isRuled: boolean
}

/** The foot of the page: how much was read, how it was verified, notices, when the summary was created, by what, and from what. */
export function Colophon({ summary, isRuled }: ColophonProps) {
  const { coverage, engine, cached, updatedAt, sourceInfo, originalUrl } = summary
  const { origin } = sourceFacts(summary)
  const own = textLanguage(pageHeadings(summary.language).language)
  const whole = coverage !== null && isWhole(coverage)
  const read = [coverage === null ? '' : coverageLine(coverage, summary.language), ...verificationLines(summary)]
  const { models } = useSite()
  const authors = engine && modelNames(engine)
  // Of no use where the operator has chosen models since.
  const hasHint = engine !== null && isBuiltIn(engine) && models === null
  const day = `Summarized ${shortDay(updatedAt, { alwaysYear: true })}`
  return (
    <div
      className={cn(
        'break-inside-avoid space-y-1 text-[0.8125rem]/5 text-ink-soft tabular-nums print:text-[9pt]/4',
        isRuled ? 'mt-10 border-t border-line pt-4 print:mt-6 print:pt-3' : 'pt-7',
      )}
    >
      <Line icon={whole ? Check : Info} good={whole} language={own}>
        {read.filter((sentence) => sentence !== '').join(' ')}
      </Line>
      {noticeLines(summary).map((notice) => (
        <Line key={notice} icon={Info} language={own}>
          {notice}
        </Line>
      ))}
      {/* The note with the gist has details in English only. */}
      {own.lang === 'en' || sourceInfo?.note === undefined ? null : <Line icon={Info}>{sourceInfo.note}</Line>}
      {cached ? <Line icon={Info}>{cachedNote}</Line> : null}
      <Line icon={Clock}>
        <Moment iso={updatedAt}>{day}</Moment>
        {authors === null ? null : ` by ${authors}`}
        {hasHint ? '. This server’s operator can add a language model with the setting AI_MODELS.' : null}
      </Line>
      {origin.length === 0 ? null : (
        <Line icon={FileText}>
          {origin.map((fact, index) => (
            <Fragment key={fact}>
              {index === 0 ? '' : ' · '}
              <bdi
                dir="auto"
                className={cn(index === 0 && fact === sourceInfo?.readAs && 'inline-block first-letter:uppercase')}
              >
                {fact}
              </bdi>
            </Fragment>
          ))}
        </Line>
      )}
      {originalUrl === null ? null : (
        <Line icon={Link2}>
          <a
            href={originalUrl}
            target="_blank"
            rel="noopener noreferrer"
            title={originalUrl}
            className="relative touch-target line-clamp-2 wrap-anywhere underline decoration-line-strong/60 underline-offset-3 hover:text-ink hover:decoration-ink"
          >
            {readableUrl(originalUrl)}
          </a>
        </Line>
      )}
    </div>
  )
}
