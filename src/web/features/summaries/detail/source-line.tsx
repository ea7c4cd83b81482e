import type { ReactNode } from 'react'
import type { Summary } from '../../../../shared/summary.ts'
import { longDate } from '../../../lib/dates.ts'
import { hostOf, languageWords, lengthOf } from '../describe.ts'

/** Site, author and file. A video is its channel's: that it stands on YouTube is said above its title. */
function namesOf(summary: Summary): (string | null)[] {
  const { author, contentType, sourceInfo } = summary
  if (contentType === 'youtube' && author) return [author]
  const site = summary.site ?? hostOf(summary.originalUrl)
  return [site, author === site ? null : author, sourceInfo?.fileName ?? null]
}

/** What is known of a source: its names, length, how it was read, language, date. The first name leads. */
export function sourceFacts(summary: Summary): { lead: string | null; facts: string[] } {
  const [lead = null, ...others] = namesOf(summary).filter((name) => name !== null && name !== '')
  const facts = [
    ...others,
    lengthOf(summary),
    summary.sourceInfo?.readAs ?? null,
    languageWords(summary),
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
      {name === null ? null : <b className="min-w-0 font-medium wrap-anywhere text-ink">{name}</b>}
      {facts.map((fact) => (
        <span key={fact} className="min-w-0 wrap-anywhere">
          {fact}
        </span>
      ))}
    </p>
  )
}
