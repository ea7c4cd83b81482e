import { Link } from 'wouter'
import type { Summary } from '../../../../shared/summary.ts'
import { DialogTitle } from '../../../components/dialog.tsx'
import { languagesOf, pageDirection, typeName } from '../describe.ts'
import { Colophon } from './colophon.tsx'
import { DetailActions } from './detail-actions.tsx'
import { InFull } from './in-full.tsx'
import { Quotes } from './quotes.tsx'
import { SourceLine } from './source-line.tsx'
import { Takeaways } from './takeaways.tsx'

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
