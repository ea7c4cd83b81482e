import type { PlaceRef } from '../../../../shared/citation.ts'
import { content } from '../../../../shared/content.ts'
import { asQuotation } from '../../../../shared/format.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { coverageLine, summaryParts } from '../../../../shared/summary-text.ts'
import { longDate } from '../../../lib/dates.ts'
import { sourceFacts } from './source-line.tsx'

/**
 * A takeaway or a quote as one takes it along: with the title, the site, the places it comes from and the address that
 * opens the first of them. A quote stands in its marks already.
 */
export function lineAsText(summary: Summary, line: string, places: readonly PlaceRef[] = []): string {
  const labels = [...new Set(places.map(({ label }) => label))]
  const address = places.find(({ href }) => href !== null)?.href ?? summary.originalUrl
  const source = [summary.title, sourceFacts(summary).lead, ...labels, address]
  return `${line} — ${source.filter((part) => part !== null && part !== '').join(', ')}`
}

function labels(places: readonly PlaceRef[] | undefined): string {
  return places === undefined || places.length === 0
    ? ''
    : ` (${[...new Set(places.map(({ label }) => label))].join(', ')})`
}

/** The advanced summary, each part's title on a line of its own above it. */
function inFull(advancedSummary: string | null): string {
  if (advancedSummary === null) return ''
  const parts = summaryParts(advancedSummary).map(({ title, paragraphs }) =>
    [title, paragraphs.join('\n\n')].filter((line) => line !== null).join('\n'),
  )
  return ['The full summary', ...parts].join('\n\n')
}

/** What a reader should know of how the source was read: what is missing of it, above all. */
function remarks({ coverage, sourceInfo }: Summary): string[] {
  return [coverage?.unread === undefined ? '' : coverageLine(coverage), sourceInfo?.note ?? '']
}

/**
 * A summary as plain text, for the clipboard: title, source, text, numbered takeaways and quotes with their places, the
 * advanced summary, and what a reader should know of how the source was read.
 */
export function summaryAsText(summary: Summary): string {
  const { lead, facts } = sourceFacts(summary)
  const takeaways = summary.keyTakeaways.map(
    (takeaway, index) => `${index + 1}. ${takeaway}${labels(summary.takeawayPlaces[index])}`,
  )
  const quotes = summary.notableQuotes.map(
    (quote, index) => `${asQuotation(quote)}${labels(summary.quotePlaces[index])}`,
  )
  const parts = [
    summary.title,
    [lead, ...facts].filter((fact) => fact !== null).join(' · '),
    summary.basicSummary,
    takeaways.length > 0 ? `Key takeaways\n${takeaways.join('\n')}` : '',
    inFull(summary.advancedSummary),
    quotes.length > 0 ? `Notable quotes\n${quotes.join('\n')}` : '',
    ...remarks(summary),
    [summary.originalUrl, `Summarized with ${content.productName} on ${longDate(summary.createdAt)}`]
      .filter((line) => line !== null)
      .join('\n'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}
