import { Check, Clock, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { asQuotation, formatCount } from '../../../../shared/format.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { coverageLine, isWhole, summaryParts } from '../../../../shared/summary-text.ts'
import { DialogTitle } from '../../../components/dialog.tsx'
import { PlaceChips } from '../../../components/place-chip.tsx'
import { cn } from '../../../lib/cn.ts'
import { shortDay } from '../../../lib/dates.ts'
import { hasItalics, type TextLanguage } from '../../../lib/language.ts'
import { asSentence, cachedNote, languagesOf, pageDirection, typeName } from '../describe.ts'
import { CopyLine } from './copy-line.tsx'
import { DetailActions } from './detail-actions.tsx'
import { SourceLine } from './source-line.tsx'
import { lineAsText } from './summary-as-text.ts'

interface TakeawaysProps {
  summary: Summary
  text: TextLanguage
  source: TextLanguage
}

/** The numbered takeaways, each ending in the places it rests on. */
function Takeaways({ summary, text, source }: TakeawaysProps) {
  if (summary.keyTakeaways.length === 0) return null
  return (
    <section aria-label="Key takeaways">
      <h3 className="sr-only">Key takeaways</h3>
      <ol {...text} className="mt-7 border-t border-line">
        {summary.keyTakeaways.map((takeaway, index) => (
          <li
            key={takeaway}
            className="group grid grid-cols-[1.875rem_minmax(0,1fr)_auto] border-b border-line py-3.25 text-[0.96875rem] leading-normal"
          >
            <span aria-hidden="true" className="font-serif text-[1.0625rem] leading-[1.4] font-medium text-accent">
              {index + 1}
            </span>
            <span className="max-w-[33em] text-pretty">
              {takeaway}
              <PlaceChips places={summary.takeawayPlaces[index]} language={source} />
            </span>
            <CopyLine
              name={`takeaway ${index + 1}`}
              text={lineAsText(summary, takeaway, summary.takeawayPlaces[index])}
              className="-my-1.5 -me-2 ms-1"
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface InFullProps {
  /** The advanced summary. */
  text: string
  language: TextLanguage
}

/** The advanced summary, in the parts of its source. */
function InFull({ text, language }: InFullProps) {
  const parts = summaryParts(text)
  return (
    <section dir={language.dir} aria-labelledby="full-summary" className="mt-10">
      <h3 id="full-summary" className="eyebrow">
        The full summary
      </h3>
      <div {...language}>
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two parts can bear one title, and none ever moves
          <div key={index} className="mt-5">
            {part.title === null ? null : (
              <h4 className="mb-2 font-serif text-[1.375rem] leading-snug font-medium tracking-[-0.01em] text-balance">
                {part.title}
              </h4>
            )}
            <div className="prose-page space-y-[0.8em]">
              {part.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Notable quotes in the source's own words, with a rule in the page's margin. */
function Quotes({ summary, source }: { summary: Summary; source: TextLanguage }) {
  if (summary.notableQuotes.length === 0) return null
  return (
    <section aria-label="Notable quotes" className="mt-8 space-y-6">
      <h3 className="sr-only">Notable quotes</h3>
      {summary.notableQuotes.map((quote, index) => (
        <blockquote key={quote} dir={source.dir} className="group border-s-2 border-accent ps-4 sm:-ms-5 sm:ps-4.5">
          <p
            lang={source.lang}
            className={cn(
              'max-w-[34em] font-serif text-[1.1875rem] leading-normal [hanging-punctuation:first]',
              hasItalics(source.lang) && 'italic',
            )}
          >
            {asQuotation(quote)}
          </p>
          <footer className="mt-1 text-[0.8125rem] text-ink-soft">
            <PlaceChips places={summary.quotePlaces[index]} language={source} />
            <CopyLine
              name={`quote ${index + 1}`}
              text={lineAsText(summary, asQuotation(quote), summary.quotePlaces[index])}
              className="-my-2 inline-block"
            />
          </footer>
        </blockquote>
      ))}
    </section>
  )
}

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
function Colophon({ summary }: { summary: Summary }) {
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

function Upsell({ message }: { message: string }) {
  return (
    <p className="mt-7 border-t border-line pt-4 text-sm text-ink-soft">
      <bdi dir="ltr">
        {message}{' '}
        <Link href="/subscribe" className="text-accent underline decoration-accent/40 underline-offset-3">
          See the plans
        </Link>
      </bdi>
    </p>
  )
}

interface DetailViewProps {
  summary: Summary
  onDeleted: () => void
}

/**
 * A summary, set as a page: source, text, takeaways with their places, the advanced summary under its part titles,
 * quotes, and how much was read.
 */
export function DetailView({ summary, onDeleted }: DetailViewProps) {
  const { text, source } = languagesOf(summary)
  const paragraphs = summary.basicSummary.split(/\n{2,}/u)
  return (
    <article dir={pageDirection(summary)}>
      <div className="px-5 pt-6 pb-7 sm:px-14 sm:pt-8">
        <p className="eyebrow pe-30">{typeName(summary)}</p>
        <DialogTitle {...source} className="mt-3.5 text-[1.875rem] leading-[1.14] sm:text-[2.375rem] sm:leading-[1.12]">
          {summary.title}
        </DialogTitle>
        <SourceLine summary={summary} />
        <div {...text}>
          <div className="prose-page space-y-[0.8em]">
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <Takeaways summary={summary} text={text} source={source} />
        {summary.advancedSummary === null ? null : <InFull text={summary.advancedSummary} language={text} />}
        <Quotes summary={summary} source={source} />
        <Colophon summary={summary} />
        {summary.previewMessage === null ? null : <Upsell message={summary.previewMessage} />}
      </div>
      <DetailActions summary={summary} onDeleted={onDeleted} />
    </article>
  )
}
