import { content } from '../../../shared/content.ts'
import { coverageLine } from '../../../shared/coverage-line.ts'
import type { PlaceRef, Summary } from '../../../shared/summary.ts'
import { summaryParts } from '../../../shared/summary-parts.ts'
import { escapeMarkdown, markdownLink, webAddress } from './escape-markdown.ts'
import { frontMatter } from './front-matter.ts'

/** What a person reads of a summary that holds nothing yet. */
const UNFINISHED = 'This summary was still being made.'

const shortDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A publication date in words; what is no date as it is. */
function dateInWords(publishedAt: string | null): string {
  if (publishedAt === null || !/^\d{4}-\d\d-\d\d/u.test(publishedAt)) return publishedAt ?? ''
  const date = new Date(publishedAt)
  return Number.isNaN(date.getTime()) ? publishedAt : shortDate.format(date)
}

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

/** Who wrote it, where and when it appeared, and where it can be read. */
function sourceLine({ originalUrl, author, site, publishedAt, sourceInfo }: Summary): string {
  const host = originalUrl === null ? null : (URL.parse(originalUrl)?.hostname.replace(/^www\./u, '') ?? null)
  const facts = [author, site, dateInWords(publishedAt), originalUrl === null ? sourceInfo?.fileName : null]
  const shown = facts.map((fact) => escapeMarkdown(fact ?? ''))
  return [...shown, host === null ? '' : markdownLink(host, originalUrl)].filter((fact) => fact !== '').join(' · ')
}

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

/** The places a line rests on, each once: [p. 14](…), [p. 15](…). */
function linksOf(places: readonly PlaceRef[] | undefined): string {
  const byLabel = new Map((places ?? []).map(({ label, href }) => [label, markdownLink(label, href)]))
  return [...byLabel.values()].filter((link) => link !== '').join(', ')
}

function takeaways({ keyTakeaways, takeawayPlaces }: Summary): string[] {
  if (keyTakeaways.length === 0) return []
  const items = keyTakeaways.map((text, index) => {
    const links = linksOf(takeawayPlaces[index])
    return `${index + 1}. ${escapeMarkdown(text)}${links === '' ? '' : ` (${links})`}`
  })
  return ['## Key takeaways', items.join('\n')]
}

function quotes({ notableQuotes, quotePlaces }: Summary): string[] {
  if (notableQuotes.length === 0) return []
  const blocks = notableQuotes.map((text, index) => {
    const links = linksOf(quotePlaces[index])
    return `> ${escapeMarkdown(text)}${links === '' ? '' : `\n>\n> — ${links}`}`
  })
  return ['## Notable quotes', ...blocks]
}

const body = (summary: Summary): string[] => [
  ...section('Summary', summary.basicSummary),
  ...takeaways(summary),
  ...section('In full', summary.advancedSummary),
  ...quotes(summary),
]

/** How much was read, what a reader should know about it, and how the summary was made. */
function foot({ coverage, sourceInfo, engine }: Summary): string[] {
  const lines = [
    coverage === null ? '' : coverageLine(coverage),
    sourceInfo?.note ?? '',
    engine === null ? '' : `${engine.label}.`,
    `Summarized with ${content.productName}.`,
  ]
  return [
    '---',
    lines
      .filter((line) => line !== '')
      .map(escapeMarkdown)
      .join(' '),
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
    sourceLine(summary),
    ...(summary.status === 'ready' ? body(summary) : [escapeMarkdown(summary.failureMessage ?? UNFINISHED)]),
    ...foot(summary),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
