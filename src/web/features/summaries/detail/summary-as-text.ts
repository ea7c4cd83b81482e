import type { Citation } from '../../../../shared/summary/citation.ts'
import { sharedCitations } from '../../../../shared/summary/citation-groups.ts'
import { citationLink } from '../../../../shared/summary/location-label.ts'
import { partLineText } from '../../../../shared/summary/partial-page.ts'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import type { PagePart } from '../../../../shared/summary/summary-page.ts'
import { type SummarySection, summarySections } from '../../../../shared/summary/summary-sections.ts'
import {
  coverageLine,
  creditLine,
  focusLines,
  noticeLines,
  verificationLines,
} from '../../../../shared/summary/summary-text.ts'
import { sourceFacts } from './source-line.tsx'

const distinctLabels = (citations: readonly Citation[]): string[] => [...new Set(citations.map(({ label }) => label))]

/** Citations in parentheses: " (p. 9, p. 14)". */
const labelsOf = (citations: readonly Citation[]): string =>
  citations.length === 0 ? '' : ` (${distinctLabels(citations).join(', ')})`

/** A takeaway or a quote for the clipboard: with title, site, citations, and the URL that opens the first of them. */
export function lineAsText(summary: SummaryContent, line: string, citations: readonly Citation[] = []): string {
  const [first] = citations
  const url = first === undefined ? summary.originalUrl : citationLink(first, summary.originalUrl)
  const source = [summary.title, sourceFacts(summary).lead, ...distinctLabels(citations), url]
  return `${line} — ${source.filter((part) => part !== null && part !== '').join(', ')}`
}

/** Numbered lines with the details of each below it, indented. */
function numbered(items: readonly { line: string; details: readonly string[] }[]): string {
  const isShort = items.every(({ details }) => details.length === 0)
  const texts = items.map(({ line, details }, index) => {
    const number = `${index + 1}. `
    const below = details.map((text) => text.replaceAll(/^(?=.)/gmu, ' '.repeat(number.length)))
    return [number + line, ...below].join('\n\n')
  })
  return texts.join(isShort ? '\n' : '\n\n')
}

function partsText(parts: readonly PagePart[]): string[] {
  return parts.map((part) => {
    // A title has the citations that all rows of a table share.
    const shared = part.title === '' ? null : sharedCitations(part)
    const lines = part.lines.map(
      ({ cells, citations }) => `${partLineText(part, cells)}${shared === null ? labelsOf(citations) : ''}`,
    )
    const body = part.form === 'text' ? lines.join('\n\n') : lines.map((line) => `- ${line}`).join('\n')
    return part.title === '' ? body : `${part.title}${labelsOf(shared ?? [])}\n${body}`
  })
}

/** A section of the page as paragraphs. */
function sectionText(section: SummarySection): string[] {
  switch (section.kind) {
    case 'gist':
      return [`${section.gist.text}${labelsOf(section.gist.citations)}`, section.note ?? '']
    case 'keyParts':
      return partsText(section.parts)
    case 'takeaways': {
      const items = section.takeaways.map(({ label, text, citations, details }) => ({
        line: `${label === '' ? '' : label + section.colon}${text}${labelsOf(citations)}`,
        details: partsText(details.map((part) => ({ ...part, title: '' }))),
      }))
      return [`${section.heading}\n${numbered(items)}`]
    }
    case 'summary':
    case 'advanced':
      return [section.heading ?? '', ...partsText(section.parts)]
    case 'quotes': {
      const lines = section.quotes.map(
        ({ text, speaker, citations }) => `${text}${speaker === null ? '' : ` — ${speaker}`}${labelsOf(citations)}`,
      )
      return [`${section.heading}\n${lines.join('\n')}`]
    }
  }
}

/** Notes on unread parts, and on how a summary with a page was verified. */
function remarks(summary: SummaryContent): string[] {
  const { coverage, language } = summary
  const unread = coverage?.unread === undefined ? [] : [coverageLine(coverage, language)]
  return [...unread, ...verificationLines(summary), ...noticeLines(summary)]
}

/** A summary as plain text, for the clipboard: title, source, the sections of its page with citations, and remarks. */
export function summaryAsText(summary: SummaryContent): string {
  const { lead, facts, origin } = sourceFacts(summary)
  const parts = [
    summary.title,
    [lead, ...facts, ...origin].filter((fact) => fact !== null).join(' · '),
    ...Object.values(focusLines(summary) ?? {}).map((line) => line ?? ''),
    ...summarySections(summary).flatMap(sectionText),
    remarks(summary).join(' '),
    [summary.originalUrl, creditLine(summary)].filter((line) => line !== null).join('\n'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}
