import type { ReactNode } from 'react'
import type { Summary } from '../../../../shared/summary.ts'
import { longDate } from '../../../lib/dates.ts'
import { languageName } from '../../../lib/language.ts'
import { hostOf, lengthOf } from '../describe.ts'

/** What is known of a source: site, author, file, length, how it was read, language, date. The first name leads. */
export function sourceFacts(summary: Summary): { lead: string | null; facts: string[] } {
  const site = summary.site ?? hostOf(summary.originalUrl)
  const author = summary.author === site ? null : summary.author
  const names = [site, author, summary.sourceInfo?.fileName ?? null]
  const [lead = null, ...others] = names.filter((name) => name !== null && name !== '')
  const facts = [
    ...others,
    lengthOf(summary),
    summary.sourceInfo?.readAs ?? null,
    languageName(summary.language),
    longDate(summary.publishedAt ?? summary.createdAt),
  ]
  return { lead, facts: facts.filter((fact) => fact !== null) }
}

/** The line under the title. The site leads to the source where that has an address. */
export function SourceLine({ summary }: { summary: Summary }) {
  const { lead, facts } = sourceFacts(summary)
  const { originalUrl } = summary
  const name: ReactNode =
    originalUrl === null ? (
      lead
    ) : (
      <a
        href={originalUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="underline decoration-line-strong/60 underline-offset-3 hover:decoration-ink"
      >
        {lead ?? 'Source'}
      </a>
    )
  return (
    <p className="mt-3 mb-6 flex flex-wrap gap-x-3.5 gap-y-1 text-[0.8125rem] text-ink-soft tabular-nums">
      {name === null ? null : <b className="font-medium text-ink">{name}</b>}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}
