import { content } from '../../../shared/content.ts'
import type { Question } from '../../../shared/questions/question.ts'
import { QUESTIONS, questionParts } from '../../../shared/questions/question-text.ts'
import type { Citation } from '../../../shared/summary/citation.ts'
import { sharedCitations } from '../../../shared/summary/citation-groups.ts'
import { splitLabels } from '../../../shared/summary/line-labels.ts'
import { isBuiltIn, modelNames } from '../../../shared/summary/model-names.ts'
import { pageHeadings } from '../../../shared/summary/page-headings.ts'
import type { Summary } from '../../../shared/summary/summary.ts'
import type { PagePart } from '../../../shared/summary/summary-page.ts'
import { kindWords, type SummarySection, summarySections } from '../../../shared/summary/summary-sections.ts'
import { coverageLine, replacedTitle } from '../../../shared/summary/summary-text.ts'
import { tableColumns } from '../../../shared/summary/table-columns.ts'
import { escapeMarkdown, markdownLink, oneLine, webAddress } from './escape-markdown.ts'
import { citationLinks, focusLine, footLines, type LinkedText, sourceLine, UNFINISHED } from './summary-facts.ts'

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
  const { title, titleSource, originalUrl, author, site, publishedAt, language, coverage, engine, focus } = summary
  return frontMatter({
    title,
    source_title: replacedTitle(summary),
    title_by: titleSource === 'page' ? content.productName : null,
    source: originalUrl === null ? null : webAddress(originalUrl),
    author,
    site,
    date: publishedAt,
    language,
    coverage: coverage === null ? null : coverageLine(coverage, language),
    focus: focus ?? null,
    made_by: engine && (modelNames(engine) ?? (isBuiltIn(engine) ? 'built-in engine' : 'language model')),
    summarized: summary.updatedAt,
  })
}

/** Most sides of a debate in one row of a table. */
const MAX_BESIDE = 3

const inLine = (texts: readonly LinkedText[], separator: string): string =>
  texts
    .map(({ text, href }) => markdownLink(text, href))
    .filter((link) => link !== '')
    .join(separator)

/** Wording and links in the lines of a page. */
interface LineStyle {
  /** Text of table cells without a value. */
  notMentioned: string
  /** Follows a label. */
  colon: string
  /** URL of the source. */
  url: string | null
}

/** Links to the citations of a line: [p. 14](…), [p. 15](…). */
const linksOf = (citations: readonly Citation[], { url }: LineStyle): string =>
  inLine(citationLinks(citations, url), ', ')

/** Links to the citations of a line in parentheses, after a space. */
const inParentheses = (citations: readonly Citation[], style: LineStyle): string =>
  linksOf(citations, style).replace(/^.+$/u, ' ($&)')

/** A text in bold; nothing for a text without visible characters. */
function bold(text: string): string {
  const escaped = escapeMarkdown(text)
  return escaped === '' ? '' : `**${escaped}**`
}

/**
 * A table of GitHub Flavored Markdown, with a last column for citations where there are any. Those that all rows share are
 * at its head.
 */
function table(part: PagePart, style: LineStyle): string {
  const { header, lines } = part
  const shared = header.length === 0 ? null : sharedCitations(part)
  const isCited = lines.some(({ citations }) => citations.length > 0)
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const cell = (text: string): string => escapeMarkdown(text).replaceAll('|', String.raw`\|`)
  const columns = tableColumns(part)
  const cited = (citations: readonly Citation[]): string[] => (isCited ? [linksOf(citations, style)] : [])
  const rows = lines.map(({ cells, citations }) =>
    row([
      ...columns.map(({ at }) => cell(cells[at] || style.notMentioned)),
      ...cited(shared === null ? citations : []),
    ]),
  )
  const head = row([...columns.map(({ at }) => cell(header[at] ?? '')), ...cited(shared ?? [])])
  const rule = row([...columns, ...cited([])].map(() => '---'))
  return [head, rule, ...rows].join('\n')
}

/** The sides of a debate beside each other, if a page has room for them; else a list of them. */
function debate({ lines }: PagePart, style: LineStyle): string {
  const sides = lines.map(({ cells: [side = '', ...position], citations }) => ({
    side: bold(side),
    position: `${escapeMarkdown(position.join(' '))}${inParentheses(citations, style)}`,
  }))
  if (sides.length > MAX_BESIDE)
    return sides.map(({ side, position }) => `- ${side}${style.colon}${position}`).join('\n')
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
  return [
    row(sides.map(({ side }) => side)),
    row(sides.map(() => '---')),
    row(sides.map(({ position }) => position)),
  ].join('\n')
}

/** A part below a heading of its own. */
function partBlocks(part: PagePart, level: '##' | '###', style: LineStyle): string[] {
  const title = part.title === '' ? [] : [`${level} ${escapeMarkdown(part.title)}`]
  if (part.form === 'table') return [...title, table(part, style)]
  if (part.form === 'debate') return [...title, debate(part, style)]
  const labels = splitLabels(part)
  const lines = part.lines.map(({ citations }, at) => {
    const { label = '', colon = '', text = '' } = labels[at] ?? {}
    return `${bold(label)}${colon}${escapeMarkdown(text)}${inParentheses(citations, style)}`
  })
  if (part.form === 'text') return [...title, ...lines]
  const mark = part.form === 'checklist' ? '- [ ]' : '-'
  return [...title, lines.map((line) => `${mark} ${line}`).join('\n')]
}

function sectionBlocks(section: SummarySection, style: LineStyle): string[] {
  switch (section.kind) {
    case 'gist':
      return [
        `${bold(section.gist.text)}${inParentheses(section.gist.citations, style)}`,
        escapeMarkdown(section.note ?? ''),
      ]
    case 'keyParts':
      return section.parts.flatMap((part) => partBlocks(part, '##', style))
    case 'takeaways': {
      const items = section.takeaways.map(({ label, text, citations, details }, index) => {
        // The colon is outside: in Chinese, bold text that ends with one would not end.
        const lead = bold(label)
        const line = `${lead === '' ? '' : lead + section.colon}${escapeMarkdown(text)}`
        const number = `${index + 1}. `
        // Blocks that are indented by as much as the text of an item belong to it.
        const below = details
          .flatMap((part) => partBlocks({ ...part, title: '' }, '###', style))
          .map((block) => block.replaceAll(/^/gmu, ' '.repeat(number.length)))
        return [`${number}${line}${inParentheses(citations, style)}`, ...below].join('\n\n')
      })
      const isShort = section.takeaways.every(({ details }) => details.length === 0)
      return [`## ${section.heading}`, items.join(isShort ? '\n' : '\n\n')]
    }
    case 'summary':
    case 'advanced': {
      if (section.heading === null) return section.parts.flatMap((part) => partBlocks(part, '##', style))
      return [`## ${section.heading}`, ...section.parts.flatMap((part) => partBlocks(part, '###', style))]
    }
    case 'quotes': {
      const blocks = section.quotes.map(({ text, speaker, citations }) => {
        const source = [escapeMarkdown(speaker ?? ''), linksOf(citations, style)]
          .filter((part) => part !== '')
          .join(', ')
        return `> ${escapeMarkdown(text)}${source === '' ? '' : `\n>\n> — ${source}`}`
      })
      return [`## ${section.heading}`, ...blocks]
    }
  }
}

function questionBlocks(questions: readonly Question[], style: LineStyle): string[] {
  const blocks = questionParts(questions).flatMap((part) => partBlocks(part, '###', style))
  return blocks.length === 0 ? [] : [`## ${QUESTIONS}`, ...blocks]
}

/**
 * A summary as a Markdown document: front matter, title, source, the sections of its page with links to their citations,
 * questions, coverage and engine. It shows only what the summary contains, so the plan's limits apply. Foreign content stays plain
 * text.
 */
export function summaryToMarkdown(summary: Summary, questions: readonly Question[] = []): string {
  const { notMentioned, colon } = pageHeadings(summary.language)
  const style = { notMentioned, colon, url: summary.originalUrl }
  const isReady = summary.status === 'ready'
  const blocks = [
    header(summary),
    `# ${escapeMarkdown(summary.title)}`,
    [...kindWords(summary), inLine(sourceLine(summary), ' · ')].filter((fact) => fact !== '').join(' · '),
    escapeMarkdown(focusLine(summary)),
    ...(isReady ? summarySections(summary).flatMap((section) => sectionBlocks(section, style)) : []),
    ...questionBlocks(questions, style),
    isReady ? '' : escapeMarkdown(summary.failureMessage ?? UNFINISHED),
    '---',
    footLines(summary).map(escapeMarkdown).join(' '),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
