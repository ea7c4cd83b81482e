import { ExternalLink } from 'lucide-react'
import type { Citation } from '../../../shared/summary/citation.ts'
import { citationLink, locationName } from '../../../shared/summary/location-label.ts'
import { asQuotation } from '../../../shared/text/format.ts'
import { chipStyle, passageStyle } from '../../components/citation-chip.tsx'
import { cn } from '../../lib/cn.ts'
import { exampleSummary } from './example-summary.ts'

/** A citation chip with its passage. Plain HTML and CSS: the landing page runs no React. */
function Chip({ citation }: { citation: Citation }) {
  const { label, location, excerpt } = citation
  const name = locationName(location)
  return (
    <>
      {' '}
      <a
        href={citationLink(citation, exampleSummary.url) ?? undefined}
        target="_blank"
        rel="noopener noreferrer"
        className={cn(chipStyle, 'peer')}
        aria-label={`${label}: open the source at ${name}`}
      >
        {label}
      </a>
      <span
        className={cn(
          passageStyle,
          'absolute inset-x-0 top-full hidden w-auto max-w-none peer-focus-visible:block pointer-fine:peer-hover:block',
        )}
      >
        <span className="block font-serif text-base leading-normal">{excerpt}</span>
        <span className="mt-2.5 block font-sans text-xs text-ink-soft">{name}. Click to open the source</span>
      </span>
    </>
  )
}

export function ExamplePage() {
  const { kind, title, url, source, gist, takeaways, quote } = exampleSummary
  return (
    <article className="rounded-card border border-line bg-raised px-5.5 pt-7 pb-6 shadow-page sm:px-10 sm:pt-9.5 sm:pb-7">
      <p className="eyebrow">{kind}</p>
      <h2 className="mt-3 text-[1.8125rem] leading-[1.16]">{title}</h2>
      <p className="mt-2.5 flex flex-wrap gap-x-3.5 gap-y-1 text-[0.8125rem] text-ink-soft tabular-nums">
        {source.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <p className="mt-5 border-t border-line pt-5 font-serif text-xl/7 font-medium text-balance">{gist}</p>
      <ol className="mt-5 border-t border-line">
        {takeaways.map((takeaway, index) => (
          <li
            key={takeaway.text}
            className="grid grid-cols-[2rem_1fr] items-baseline border-b border-line py-3 text-[0.96875rem] leading-6"
          >
            <span aria-hidden="true" className="font-serif text-[1.0625rem] font-medium text-accent">
              {index + 1}
            </span>
            <span className="relative">
              <b className="font-semibold">{takeaway.label}: </b>
              {takeaway.text}
              <Chip citation={takeaway.citation} />
            </span>
          </li>
        ))}
      </ol>
      <blockquote className="mt-6 border-l-2 border-accent pl-5">
        <p className="font-serif text-[1.0625rem] leading-normal italic">{asQuotation(quote.text)}</p>
        <footer className="relative mt-1.5 text-[0.8125rem] text-ink-soft">
          {quote.speaker}, found word for word in the source
          <Chip citation={quote.citation} />
        </footer>
      </blockquote>
      <p className="mt-6 text-[0.8125rem] text-ink-soft">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="relative touch-target inline-flex items-center gap-1.5 underline decoration-line-strong underline-offset-3 hover:text-ink hover:decoration-ink"
        >
          Read the whole report
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      </p>
    </article>
  )
}
