import type { Block } from '../shared/document.ts'
import type { PageNotice, Quote } from '../shared/summary/summary-page.ts'
import { findSpeakers } from '../shared/text/speakers.ts'

/** A quotation in the marks of several languages, or a line of dialogue that begins with a dash. */
const quotation = /["“„«「『][^"“”„«»「」『』]{8,}["”“»」』]|^[—–]\s?\p{L}/u

/** Why a page that may have quotes has none: no one is quoted, or no quotation qualifies. */
export function quoteNotices(blocks: readonly Block[], quotes: readonly Pick<Quote, 'text'>[]): PageNotice[] {
  if (quotes.length > 0) return []
  const hasQuotations =
    blocks.some(({ type, text }) => type === 'quote' || quotation.test(text)) ||
    findSpeakers(blocks.map(({ text }) => text)).size > 0
  return [hasQuotations ? 'no_notable_quotes' : 'no_quotes']
}
