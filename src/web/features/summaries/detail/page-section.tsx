import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { sharedCitations } from '../../../../shared/summary/citation-groups.ts'
import { pageHeadings } from '../../../../shared/summary/page-headings.ts'
import type { PagePart, Quote } from '../../../../shared/summary/summary-page.ts'
import type { SummarySection } from '../../../../shared/summary/summary-sections.ts'
import { CitedLine } from '../../../components/cited-line.tsx'
import { cn } from '../../../lib/cn.ts'
import { hasItalics, textLanguage } from '../../../lib/language.ts'
import { CopyLine } from './detail-actions.tsx'
import { type PageLanguages, PartBody, partKey, type SectionProps, TableChip } from './page-part.tsx'
import { lineAsText } from './summary-as-text.ts'
import { Takeaways } from './takeaways.tsx'

function KeyParts({ parts, languages }: { parts: readonly PagePart[]; languages: PageLanguages }) {
  return (
    <div {...languages.text} className="mt-6">
      {parts.map((part) => (
        <section
          key={partKey(part)}
          className="grid border-t border-line py-2 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-x-4 [&_:is(td,th)]:py-1! [&_tbody>tr:last-child]:border-b-0"
        >
          <h3 className="py-1 font-sans text-sm/6 tracking-normal text-ink-soft">
            {part.title}
            <TableChip part={part} languages={languages} />
          </h3>
          <PartBody part={part} languages={languages} />
        </section>
      ))}
    </div>
  )
}

const Section = ({ title, languages, children }: { title: string; languages: PageLanguages; children: ReactNode }) => (
  <section {...languages.text} aria-label={title} className="mt-10">
    <h3 className="mb-3 break-after-avoid text-2xl">{title}</h3>
    {children}
  </section>
)

interface TitledPartsProps {
  parts: readonly PagePart[]
  languages: PageLanguages
  heading?: 'h3' | 'h4'
}

const TitledParts = ({ parts, languages, heading: Heading = 'h4' }: TitledPartsProps) =>
  parts.map((part) => (
    <div key={partKey(part)} className="not-first-of-type:mt-8">
      {part.title === '' && sharedCitations(part) === null ? null : (
        <Heading className="mb-2 font-serif text-[1.1875rem] leading-snug font-medium break-after-avoid text-balance [word-spacing:var(--title-space)]">
          {part.title}
          <TableChip part={part} languages={languages} />
        </Heading>
      )}
      <PartBody part={part} languages={languages} />
    </div>
  ))

/** Notable quotes in the source's own words, with a rule in the page's margin. */
function Quotes({ summary, languages, quotes }: SectionProps & { quotes: readonly Quote[] }) {
  const { source } = languages
  return (
    <div className="space-y-6">
      {quotes.map(({ text, speaker, citations }, index) => (
        <blockquote
          key={text}
          {...source}
          className="group break-inside-avoid border-s-2 border-accent ps-4 sm:-ms-5 sm:ps-4.5"
        >
          <p
            className={cn(
              'max-w-[34em] font-serif text-[1.1875rem] leading-normal [hanging-punctuation:first] print:max-w-none print:text-[11pt]',
              hasItalics(source.lang) && 'italic',
            )}
          >
            {text}
          </p>
          <footer className="mt-1 text-[0.8125rem] text-ink-soft">
            <CitedLine text={speaker ?? ''} citations={citations} language={source}>
              <CopyLine
                name={`quote ${index + 1}`}
                text={lineAsText(summary, text, citations)}
                className="-my-2 inline-block"
              />
            </CitedLine>
          </footer>
        </blockquote>
      ))}
    </div>
  )
}

/** Note below the gist that parts of the source couldn't be read. */
function UnreadNote({ note, language }: { note: string; language: string | null }) {
  return (
    <p {...textLanguage(pageHeadings(language).language)} className="mt-3 flex gap-2 text-sm/5 text-ink-soft">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 text-pretty wrap-anywhere">{note}</span>
    </p>
  )
}

interface PageSectionProps extends SectionProps {
  section: SummarySection
  previous: SummarySection | null
}

export function PageSection({ summary, languages, section, previous }: PageSectionProps) {
  const { text, source } = languages
  switch (section.kind) {
    case 'gist':
      return (
        <div className="border-t border-line pt-6">
          <p
            {...text}
            className="font-serif text-xl/7 font-medium text-wrap [word-spacing:0.05em] sm:text-[1.375rem]/8"
          >
            <CitedLine text={section.gist.text} citations={section.gist.citations} language={source} />
          </p>
          {section.note === null ? null : <UnreadNote note={section.note} language={summary.language} />}
        </div>
      )
    case 'keyParts':
      return <KeyParts parts={section.parts} languages={languages} />
    case 'takeaways':
      return <Takeaways summary={summary} languages={languages} isTitled={previous?.kind === 'keyParts'} {...section} />
    case 'summary':
    case 'advanced':
      if (section.heading === null)
        return (
          <div {...text} className="mt-8">
            <TitledParts parts={section.parts} languages={languages} heading="h3" />
          </div>
        )
      return (
        <Section title={section.heading} languages={languages}>
          <TitledParts parts={section.parts} languages={languages} />
        </Section>
      )
    case 'quotes':
      return (
        <Section title={section.heading} languages={languages}>
          <Quotes summary={summary} languages={languages} quotes={section.quotes} />
        </Section>
      )
  }
}
