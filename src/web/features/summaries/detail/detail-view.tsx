import { Check, Info } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '../../../../shared/format.ts'
import type { Coverage, Summary } from '../../../../shared/summary.ts'
import { DialogTitle } from '../../../components/dialog.tsx'
import { textDirection } from '../../../lib/language.ts'
import { typeName } from '../describe.ts'
import { DetailActions } from './detail-actions.tsx'
import { Quotes } from './quotes.tsx'
import { SourceLine } from './source-line.tsx'
import { Takeaways } from './takeaways.tsx'

/** "Read 7,912 words, 6 of 6 sections." */
export function coverageLine({ wordsRead, words, sections, sectionsRead }: Coverage): string {
  const read = wordsRead < words ? `${formatCount(wordsRead)} of ${formatCount(words)}` : formatCount(words)
  const parts = sections === 1 ? 'section' : 'sections'
  return `Read ${read} words, ${formatCount(sectionsRead)} of ${formatCount(sections)} ${parts}`
}

const footLine = 'flex items-start gap-2 text-[0.8125rem] text-ink-soft tabular-nums'

/** How much was read and by whom, and what a reader should know about it. */
function Colophon({ summary }: { summary: Summary }) {
  const { coverage, engine } = summary
  const note = summary.sourceInfo?.note
  if (coverage === null && engine === null) return null
  return (
    <div className="mt-7 space-y-1.5">
      <p className={footLine}>
        <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
        <span>
          {coverage === null ? '' : `${coverageLine(coverage)}. `}
          {engine === null ? '' : engine.label.replace(/[^.]$/, '$&.')}
        </span>
      </p>
      {note === undefined ? null : (
        <p className={footLine}>
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}

function Upsell({ message }: { message: string }) {
  return (
    <p className="mt-7 border-t border-line pt-4 text-sm text-ink-soft">
      {message}{' '}
      <Link href="/subscribe" className="text-accent underline decoration-accent/40 underline-offset-3">
        See the plans
      </Link>
    </p>
  )
}

interface DetailViewProps {
  summary: Summary
  onDeleted: () => void
}

/** A summary, set as a page: source, text, takeaways with their places, quotes, and how much was read. */
export function DetailView({ summary, onDeleted }: DetailViewProps) {
  const dir = textDirection(summary.language)
  const language = { dir, lang: summary.language ?? undefined }
  const paragraphs = summary.summary.split(/\n{2,}/)
  return (
    <article>
      <div className="px-5 pt-8 pb-7 sm:px-14 sm:pt-11">
        <p className="eyebrow pr-10">{typeName(summary)}</p>
        <DialogTitle
          {...language}
          className="mt-3.5 text-[1.875rem] leading-[1.14] sm:text-[2.375rem] sm:leading-[1.12]"
        >
          {summary.title}
        </DialogTitle>
        <SourceLine summary={summary} />
        <div {...language} className="prose-page space-y-[0.8em]">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <Takeaways summary={summary} language={language} />
        <Quotes summary={summary} language={language} />
        <Colophon summary={summary} />
        {summary.previewMessage === null ? null : <Upsell message={summary.previewMessage} />}
      </div>
      <DetailActions summary={summary} onDeleted={onDeleted} />
    </article>
  )
}
