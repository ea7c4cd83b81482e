import type { PlaceRef } from '../../../shared/citation.ts'
import { asQuotation } from '../../../shared/format.ts'
import { pageHeadings } from '../../../shared/page-headings.ts'
import type { Summary } from '../../../shared/summary.ts'
import { coverageLine, summaryParts } from '../../../shared/summary-text.ts'
import { escapeMarkdown, markdownLink, webAddress } from './escape-markdown.ts'
import { frontMatter } from './front-matter.ts'
import { footLines, type LinkedText, placesOf, sourceLine, UNFINISHED } from './summary-facts.ts'

function header(summary: Summary): string {
  const { title, originalUrl, author, site, publishedAt, language, coverage, engine } = summary
  return frontMatter({
    title,
    source: originalUrl === null ? null : webAddress(originalUrl),
    author,
    site,
    date: publishedAt,
    language,
    coverage: coverage === null ? null : coverageLine(coverage),
    made_by: engine?.label ?? null,
    summarized: summary.createdAt,
  })
}

const inLine = (texts: readonly LinkedText[], separator: string): string =>
  texts
    .map(({ text, href }) => markdownLink(text, href))
    .filter((link) => link !== '')
    .join(separator)

/** A text in parts under a heading of its own. */
function section(heading: string, text: string | null): string[] {
  if (text === null || text === '') return []
  const blocks = [`## ${heading}`]
  for (const { title, paragraphs } of summaryParts(text)) {
    if (title !== null) blocks.push(`### ${escapeMarkdown(title)}`)
    blocks.push(...paragraphs.map(escapeMarkdown))
  }
  return blocks
}

/** The places a line rests on: [p. 14](…), [p. 15](…). */
const linksOf = (places: readonly PlaceRef[] | undefined): string => inLine(placesOf(places), ', ')

function takeaways({ keyTakeaways, takeawayPlaces }: Summary, heading: string): string[] {
  if (keyTakeaways.length === 0) return []
  const items = keyTakeaways.map((text, index) => {
    const links = linksOf(takeawayPlaces[index])
    return `${index + 1}. ${escapeMarkdown(text)}${links === '' ? '' : ` (${links})`}`
  })
  return [`## ${heading}`, items.join('\n')]
}

function quotes({ notableQuotes, quotePlaces }: Summary, heading: string): string[] {
  if (notableQuotes.length === 0) return []
  const blocks = notableQuotes.map((text, index) => {
    const links = linksOf(quotePlaces[index])
    return `> ${escapeMarkdown(asQuotation(text))}${links === '' ? '' : `\n>\n> — ${links}`}`
  })
  return [`## ${heading}`, ...blocks]
}

function body(summary: Summary): string[] {
  const headings = pageHeadings(summary.language)
  return [
    ...section(headings.summary, summary.basicSummary),
    ...takeaways(summary, headings.takeaways),
    ...section(headings.advanced, summary.advancedSummary),
    ...quotes(summary, headings.quotes),
  ]
}

/**
 * A summary as a Markdown document: front matter, title, source, text, takeaways and quotes with links to their places,
 * how much was read, and how it was made. It holds what the summary holds, so a summary as routes answer it shows no
 * more than the person's plan includes. Whatever comes from outside stays text.
 */
export function summaryToMarkdown(summary: Summary): string {
  const blocks = [
    header(summary),
    `# ${escapeMarkdown(summary.title)}`,
    inLine(sourceLine(summary), ' · '),
    ...(summary.status === 'ready' ? body(summary) : [escapeMarkdown(summary.failureMessage ?? UNFINISHED)]),
    '---',
    footLines(summary).map(escapeMarkdown).join(' '),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
