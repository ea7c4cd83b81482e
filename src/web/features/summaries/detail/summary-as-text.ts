import { content } from '../../../../shared/content.ts'
import { asQuotation } from '../../../../shared/format.ts'
import type { PlaceRef, Summary } from '../../../../shared/summary.ts'
import { sourceFacts } from './source-line.tsx'

function labels(places: readonly PlaceRef[] | undefined): string {
  return places === undefined || places.length === 0 ? '' : ` (${places.map(({ label }) => label).join(', ')})`
}

/** A summary as plain text, for the clipboard: title, source, text, numbered takeaways and quotes with their places, and what a reader should know of how the source was read. */
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
    summary.summary,
    takeaways.length > 0 ? `Key takeaways\n${takeaways.join('\n')}` : '',
    quotes.length > 0 ? `Notable quotes\n${quotes.join('\n')}` : '',
    summary.sourceInfo?.note ?? '',
    [summary.originalUrl, `Summarized with ${content.productName}`].filter((line) => line !== null).join('\n'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}
