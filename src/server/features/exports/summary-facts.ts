import { hasFileDate } from '../../../shared/document.ts'
import type { Citation } from '../../../shared/summary/citation.ts'
import { citationLink } from '../../../shared/summary/location-label.ts'
import { pageHeadings } from '../../../shared/summary/page-headings.ts'
import type { Summary } from '../../../shared/summary/summary.ts'
import {
  capturedLine,
  coverageLine,
  creditLine,
  dayInWords,
  focusLines,
  noticeLines,
  replacedTitle,
  verificationLines,
} from '../../../shared/summary/summary-text.ts'
import { webAddress } from './escape-markdown.ts'

export const UNFINISHED = 'This summary was still being made.'

/** Formats the day of an ISO 8601 date in a language, whatever its time zone; returns incomplete dates unchanged. */
function dateInWords(publishedAt: string, tag: string | null): string {
  if (!/^\d{4}-\d\d-\d\d/u.test(publishedAt)) return publishedAt
  const date = new Date(publishedAt.slice(0, 10))
  return Number.isNaN(date.getTime()) ? publishedAt : dayInWords(date, tag)
}

/** A text, and the URL that it links to, if any. */
export interface LinkedText {
  text: string
  href: string | null
}

/**
 * Where a captured page was seen, title where the summary has another, author, site, date of publication and URL of a
 * source; "Pasted text" for a text in English.
 */
export function sourceLine(summary: Summary): LinkedText[] {
  const { originalUrl, author, site, publishedAt, sourceInfo, language } = summary
  const title = replacedTitle(summary)
  const host = originalUrl === null ? null : (URL.parse(originalUrl)?.hostname.replace(/^www\./u, '') ?? null)
  const isPublished = publishedAt !== null && !hasFileDate(sourceInfo)
  const published = isPublished ? dateInWords(publishedAt, language) : null
  const captured = capturedLine(summary)
  const facts = [
    captured,
    title && `“${title}”`,
    author,
    site,
    published,
    originalUrl === null ? sourceInfo?.fileName : null,
  ]
  const line = facts.map((fact): LinkedText => ({ text: fact ?? '', href: null }))
  const source = { text: host ?? '', href: originalUrl === null ? null : webAddress(originalUrl) }
  const known = [...line, source].filter(({ text }) => text !== '')
  const readAs = (pageHeadings(language).language === 'en' && sourceInfo?.readAs) || ''
  return known.length > 0 || readAs === ''
    ? known
    : [{ text: `${readAs[0]?.toUpperCase()}${readAs.slice(1)}`, href: null }]
}

/** The citations of a line, each label once. `url` is that of the source. */
export function citationLinks(citations: readonly Citation[], url: string | null): LinkedText[] {
  const byLabel = new Map(
    citations.map((citation) => {
      const href = citationLink(citation, url)
      return [citation.label, href === null ? null : webAddress(href)]
    }),
  )
  return Array.from(byLabel, ([text, href]) => ({ text, href }))
}

/** Topic of the page, and whether the source covers it; empty for a page about the whole source. */
export function focusLine(summary: Summary): string {
  const lines = focusLines(summary)
  return lines === null ? '' : [lines.focus, lines.note ?? ''].filter((line) => line !== '').join(' · ')
}

/** Coverage, verification, notices and engine of a summary, in its language. */
export function footLines(summary: Summary): string[] {
  const { coverage, language } = summary
  const lines = [
    coverage === null ? '' : coverageLine(coverage, language),
    ...verificationLines(summary),
    ...noticeLines(summary),
    creditLine(summary),
  ]
  return lines.filter((line) => line !== '')
}
