import { asQuotation } from '../../../../shared/format.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { PlaceChips } from '../../../components/place-chip.tsx'
import { cn } from '../../../lib/cn.ts'
import { hasItalics, type TextLanguage } from '../../../lib/language.ts'
import { CopyLine } from './copy-line.tsx'
import { lineAsText } from './line-as-text.ts'

/** Notable quotes in the source's own words, with a rule in the page's margin. */
export function Quotes({ summary, source }: { summary: Summary; source: TextLanguage }) {
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
