import type { PlaceRef } from '../../../shared/summary/citation.ts'
import { pageHeadings } from '../../../shared/summary/page-headings.ts'
import type { Summary } from '../../../shared/summary/summary.ts'
import type { PagePart } from '../../../shared/summary/summary-page.ts'
import { kindWords, type SummarySection, summarySections } from '../../../shared/summary/summary-sections.ts'
import { coverageLine, replacedTitle } from '../../../shared/summary/summary-text.ts'
import { escapeMarkdown, markdownLink, oneLine, webAddress } from './escape-markdown.ts'
import { footLines, type LinkedText, placesOf, sourceLine, UNFINISHED } from './summary-facts.ts'

/** Characters that make links, images, HTML or code, and those by which viewers recognize a bare URL or email. */
const linking = /[<>[\]`@]|:(?=\/\/)|(?<=www)\./giu

/** A JSON string without links and HTML, since viewers without support for front matter show it as Markdown. */
const quote = (text: string): string =>
  JSON.stringify(text).replace(linking, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A block of YAML front matter. Values are JSON strings on one line each, which YAML 1.2 includes
 * (https://yaml.org/spec/1.2.2/, section 1.3), so no value can end the block or add a key. Null and empty ones are
 * omitted.
 * @param fields `source` is the URL of the source, which stays readable
 */
export function frontMatter(fields: Readonly<Record<string, string | null>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    const line = value === null ? '' : oneLine(value)
    const quoted = name === 'source' ? quote(line).replace('\\u003a//', '://') : quote(line)
    return line === '' ? [] : [`${name}: ${quoted}`]
  })
  return ['---', ...lines, '---'].join('\n')
}

function header(summary: Summary): string {
  const { title, originalUrl, author, site, publishedAt, language, coverage, engine } = summary
  return frontMatter({
    title,
    source_title: replacedTitle(summary),
    source: originalUrl === null ? null : webAddress(originalUrl),
    author,
    site,
    date: publishedAt,
    language,
    coverage: coverage === null ? null : coverageLine(coverage, language),
    made_by: engine?.label ?? null,
    summarized: summary.updatedAt,
  })
}

const inLine = (texts: readonly LinkedText[], separator: string): string =>
  texts
    .map(({ text, href }) => markdownLink(text, href))
    .filter((link) => link !== '')
    .join(separator)

/** Links to the citations of a line: [p. 14](…), [p. 15](…). */
const linksOf = (places: readonly PlaceRef[]): string => inLine(placesOf(places), ', ')

/** Links to the citations of a line in parentheses, after a space. */
const citations = (places: readonly PlaceRef[]): string => linksOf(places).replace(/^.+$/u, ' ($&)')

/** A text in bold; nothing for a text without visible characters. */
function bold(text: string): string {
  const escaped = escapeMarkdown(text)
  return escaped === '' ? '' : `**${escaped}**`
}

/** A table of GitHub Flavored Markdown, with a last column for citations where there are any. */
function table({ header, lines }: PagePart, notMentioned: string): string {
  const isCited = lines.some(({ places }) => places.length > 0)
  const width = Math.max(header.length, ...lines.map(({ cells }) => cells.length))
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const cell = (text: string): string => escapeMarkdown(text).replaceAll('|', String.raw`\|`)
  const columns = Array.from({ length: width }, (_, at) => at)
  const rows = lines.map(({ cells, places }) =>
    row([...columns.map((at) => cell(cells[at] || notMentioned)), ...(isCited ? [linksOf(places)] : [])]),
  )
  const rule = Array.from({ length: width + (isCited ? 1 : 0) }, () => '---')
  return [row([...columns.map((at) => cell(header[at] ?? '')), ...(isCited ? [''] : [])]), row(rule), ...rows].join(
    '\n',
  )
}

/** A part below a heading of its own. */
function partBlocks(part: PagePart, level: '##' | '###', notMentioned: string): string[] {
  const title = part.title === '' ? [] : [`${level} ${escapeMarkdown(part.title)}`]
  if (part.form === 'table') return [...title, table(part, notMentioned)]
  const lines = part.lines.map(({ cells, places }) => `${escapeMarkdown(cells.join(' '))}${citations(places)}`)
  if (part.form === 'text') return [...title, ...lines]
  const mark = part.form === 'checklist' ? '- [ ]' : '-'
  return [...title, lines.map((line) => `${mark} ${line}`).join('\n')]
}

function sectionBlocks(section: SummarySection, notMentioned: string): string[] {
  switch (section.kind) {
    case 'gist':
      return [`${bold(section.gist.text)}${citations(section.gist.places)}`, escapeMarkdown(section.note ?? '')]
    case 'keyParts':
      return section.parts.flatMap((part) => partBlocks(part, '##', notMentioned))
    case 'takeaways': {
      const items = section.takeaways.map(({ label, text, places }, index) => {
        // The colon is outside: in Chinese, bold text that ends with one would not end.
        const lead = bold(label)
        return `${index + 1}. ${lead === '' ? '' : lead + section.colon}${escapeMarkdown(text)}${citations(places)}`
      })
      return [`## ${section.heading}`, items.join('\n')]
    }
    case 'summary':
    case 'advanced':
      return [`## ${section.heading}`, ...section.parts.flatMap((part) => partBlocks(part, '###', notMentioned))]
    case 'quotes': {
      const blocks = section.quotes.map(({ text, speaker, places }) => {
        const source = [escapeMarkdown(speaker ?? ''), linksOf(places)].filter((part) => part !== '').join(', ')
        return `> ${escapeMarkdown(text)}${source === '' ? '' : `\n>\n> — ${source}`}`
      })
      return [`## ${section.heading}`, ...blocks]
    }
  }
}

/**
 * A summary as a Markdown document: front matter, title, source, the sections of its page with links to their citations,
 * coverage and engine. It shows only what the summary contains, so the plan's limits apply. Foreign content stays plain
 * text.
 */
export function summaryToMarkdown(summary: Summary): string {
  const { notMentioned } = pageHeadings(summary.language)
  const isReady = summary.status === 'ready'
  const blocks = [
    header(summary),
    `# ${escapeMarkdown(summary.title)}`,
    [...kindWords(summary), inLine(sourceLine(summary), ' · ')].filter((fact) => fact !== '').join(' · '),
    ...(isReady ? summarySections(summary).flatMap((section) => sectionBlocks(section, notMentioned)) : []),
    isReady ? '' : escapeMarkdown(summary.failureMessage ?? UNFINISHED),
    '---',
    footLines(summary).map(escapeMarkdown).join(' '),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
