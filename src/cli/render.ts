import { styleText } from 'node:util'
import type { PlaceRef } from '../shared/citation.ts'
import { asQuotation, formatCount } from '../shared/format.ts'
import { formatClock } from '../shared/place.ts'
import { summaryParts } from '../shared/summary-text.ts'
import type { DocumentAnswer, SummaryAnswer } from './pipeline-commands.ts'
import { type Terminal, wrap } from './terminal.ts'

type Style = Parameters<typeof styleText>[0]

const styled = (terminal: Terminal, style: Style, text: string): string =>
  terminal.outputIsScreen ? styleText(style, text, { validateStream: false }) : text

type Facts = Pick<
  SummaryAnswer,
  'title' | 'kind' | 'url' | 'author' | 'site' | 'publishedAt' | 'language' | 'words' | 'sourceInfo'
>

/** How long a source is: its running time, its pages and its words. */
function lengthsOf({ words, sourceInfo: { pages, durationSeconds } }: Facts): string[] {
  return [
    ...(durationSeconds ? [formatClock(durationSeconds)] : []),
    ...(pages ? [pages === 1 ? '1 page' : `${formatCount(pages)} pages`] : []),
    `${formatCount(words)} words`,
  ]
}

/** Title, facts, and a note about what was not read. */
function heading(terminal: Terminal, answer: Facts): string {
  const { title, author, site, publishedAt, language, sourceInfo } = answer
  const facts = [site, author, publishedAt?.slice(0, 10), ...lengthsOf(answer), language, sourceInfo.readAs]
  const line = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '').join(' · ')
  const dim = [line, sourceInfo.note ?? ''].filter((text) => text !== '')
  return [
    styled(terminal, 'bold', wrap(terminal, title)),
    ...dim.map((text) => styled(terminal, 'dim', wrap(terminal, text))),
  ].join('\n')
}

/** Source locations of a line: (¶ 3, ¶ 7). */
function placesOf(places: readonly PlaceRef[] | undefined): string {
  const labels = [...new Set(places?.map((place) => place.label))]
  return labels.length === 0 ? '' : ` (${labels.join(', ')})`
}

function list(terminal: Terminal, title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const width = String(lines.length).length
  const items = lines.map((line, index) => {
    const number = `${String(index + 1).padStart(width)}. `
    return `${number}${wrap(terminal, line, ' '.repeat(number.length))}`
  })
  return [styled(terminal, 'bold', title), items.join('\n')]
}

/** How much of the source was read, and what was not: 'Read 42,310 words, 9 of 9 sections.' */
function coverageLine({ words, wordsRead, sections, sectionsRead, unread = [] }: SummaryAnswer['coverage']): string {
  const count = wordsRead === words ? formatCount(words) : `${formatCount(wordsRead)} of ${formatCount(words)}`
  const read = `Read ${count} words, ${sectionsRead} of ${sections} ${sections === 1 ? 'section' : 'sections'}.`
  return unread.length === 0 ? read : `${read} Not read: ${unread.map(asQuotation).join(', ')}.`
}

/** Model usage, one line per model; empty if none was used. */
export function usageLines(usage: SummaryAnswer['usage']): string {
  const lines = usage.map(({ model, calls, inputTokens, outputTokens, costUsd }) => {
    const count = calls === 1 ? '1 call' : `${formatCount(calls)} calls`
    const cost = costUsd === null ? 'price unknown' : `about $${costUsd.toFixed(4)}`
    return `${model}: ${count}, ${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out, ${cost}\n`
  })
  return lines.join('')
}

/** The text of a summary, titles of its parts as those of the lists below it. */
function body(terminal: Terminal, summary: string): string[] {
  const texts: string[] = []
  for (const { title, paragraphs } of summaryParts(summary)) {
    if (title !== null) texts.push(styled(terminal, 'bold', wrap(terminal, title)))
    texts.push(...paragraphs.map((paragraph) => wrap(terminal, paragraph)))
  }
  return texts
}

/** A summary as readable text. */
export function renderSummary(terminal: Terminal, answer: SummaryAnswer): string {
  const parts = [
    heading(terminal, answer),
    ...body(terminal, answer.summary),
    ...list(
      terminal,
      'Key takeaways',
      answer.keyTakeaways.map((text, index) => `${text}${placesOf(answer.takeawayPlaces[index])}`),
    ),
    ...list(
      terminal,
      'Notable quotes',
      answer.notableQuotes.map((text, index) => `${asQuotation(text)}${placesOf(answer.quotePlaces[index])}`),
    ),
    styled(terminal, 'dim', wrap(terminal, `${coverageLine(answer.coverage)} ${answer.engine.label}.`)),
    ...(answer.url === null ? [] : [styled(terminal, 'dim', answer.url)]),
  ]
  return `${parts.join('\n\n')}\n`
}

/** A document as readable text, with headings and lists marked as in Markdown. */
export function renderDocument(terminal: Terminal, answer: DocumentAnswer): string {
  const blocks = answer.blocks.map(({ type, level, text }) => {
    if (type === 'heading') return styled(terminal, 'bold', `${'#'.repeat(level ?? 2)} ${text}`)
    if (type === 'list-item') return `- ${wrap(terminal, text, '  ')}`
    if (type === 'quote') return `> ${wrap(terminal, text, '> ')}`
    return type === 'paragraph' ? wrap(terminal, text) : text
  })
  return `${[heading(terminal, answer), ...blocks].join('\n\n')}\n`
}
