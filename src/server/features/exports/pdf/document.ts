import type { Paper } from '../../../../shared/api/calls.ts'
import { content } from '../../../../shared/content.ts'
import type { Question } from '../../../../shared/questions/question.ts'
import { QUESTIONS, questionParts } from '../../../../shared/questions/question-text.ts'
import type { Citation, CitedText } from '../../../../shared/summary/citation.ts'
import { sharedCitations } from '../../../../shared/summary/citation-groups.ts'
import { type LabeledLine, splitLabels } from '../../../../shared/summary/line-labels.ts'
import { pageHeadings } from '../../../../shared/summary/page-headings.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import type { PagePart, PartForm } from '../../../../shared/summary/summary-page.ts'
import { kindWords, type SummarySection, summarySections } from '../../../../shared/summary/summary-sections.ts'
import { tableColumns } from '../../../../shared/summary/table-columns.ts'
import { truncate } from '../../../../shared/text/format.ts'
import { directionOf, parseTag } from '../../../../shared/text/text-direction.ts'
import { unbroken } from '../../../../shared/text/unbroken.ts'
import { oneLine, webAddress } from '../escape-markdown.ts'
import { citationLinks, focusLine, footLines, type LinkedText, sourceLine, UNFINISHED } from '../summary-facts.ts'

/** Language settings of a text for Typst. */
interface TextLanguage {
  /** ISO 639 code; "und" if unknown. */
  lang: string
  /** ISO 3166 code of the country, if it matters. */
  region: string | null
  rtl: boolean
}

interface Cited {
  text: string
  citations: LinkedText[]
}

export interface Part {
  /** Empty for a part without a title. */
  title: string
  form: PartForm
  /** Column headings of a table; empty for a table without any. */
  header: string[]
  /** For each column of a table, whether its values are numbers. */
  numbers: boolean[]
  /** Citations of all rows of a table, shown in its header. */
  shared: LinkedText[]
  lines: { cells: string[]; citations: LinkedText[] }[]
}

export type Section =
  | { kind: 'gist'; gist: Cited; note: string }
  | { kind: 'parts'; heading: string | null; parts: Part[] }
  | { kind: 'takeaways'; heading: string; items: (Cited & { label: string; details: Part[] })[] }
  | { kind: 'quotes'; heading: string; items: (Cited & { speaker: string })[] }

/** Content of a PDF. page.typ reads it as JSON, so none of it is ever code. */
export interface PdfDocument {
  paper: Paper
  brand: string
  title: string
  /** Kind and flags of the source, in the language of the summary. */
  kindWords: string[]
  /** Text of table cells without a value. */
  notMentioned: string
  /** Header of the second and later pages. */
  running: string
  author: string | null
  /** Date of the summary: year, month, day. */
  date: readonly number[]
  summary: TextLanguage
  /** Language of the title and the quotes. */
  source: TextLanguage
  sourceLine: LinkedText[]
  /** Topic of the page, in the language of the summary; empty for the whole source. */
  focus: string
  /** URL of the source, printed in full; null without one. */
  sourceUrl: string | null
  headings: TextLanguage
  sections: Section[]
  foot: string[]
  /** Script of the summary's language (ISO 15924): "Latn", "Hant". */
  script: string
}

const RUNNING_CHARACTERS = 70

function languageOf(tag: string | null, text: string): TextLanguage {
  const locale = tag === null ? null : parseTag(tag)
  return {
    lang: locale?.language ?? 'und',
    // Traditional characters count as Taiwan's, whose punctuation is centered.
    region: locale?.region ?? (locale?.script === 'Hant' ? 'TW' : null),
    rtl: directionOf(tag, text) === 'rtl',
  }
}

/** A text as one line, without breaks that would separate a number from its unit. */
const lineOf = (text: string): string => unbroken(oneLine(text))

const cleanLinks = (links: readonly LinkedText[]): LinkedText[] =>
  links.map(({ text, href }) => ({ text: oneLine(text), href }))

/** Converts citations to links to the source. */
type ToLinks = (citations: readonly Citation[]) => LinkedText[]

/** A side of a debate and its position, the cells of a row, or a text, perhaps behind its label. */
function cellsOf(form: PartForm, cells: readonly string[], line: LabeledLine | undefined): readonly string[] {
  if (form === 'table') return cells
  const [side = '', ...position] = cells
  if (form === 'debate') return [side, position.join(' ')]
  const { label = '', colon = '', text = '' } = line ?? {}
  return label === '' ? [text] : [label + colon, text]
}

/** Converts a part; the rows of a table get as many cells as it has columns. */
function partOf(part: PagePart, notMentioned: string, toLinks: ToLinks): Part {
  const { title, form, header, lines } = part
  const isTable = form === 'table'
  const columns = isTable ? tableColumns(part) : []
  const shared = header.length === 0 ? null : sharedCitations(part)
  const labels = splitLabels(part)
  return {
    title: oneLine(title),
    form,
    header: header.length === 0 ? [] : columns.map(({ at }) => lineOf(header[at] ?? '')),
    numbers: columns.map(({ isNumber }) => isNumber),
    shared: toLinks(shared ?? []),
    lines: lines.map(({ cells, citations }, line) => ({
      cells: cellsOf(form, isTable ? columns.map(({ at }) => cells[at] || notMentioned) : cells, labels[line]).map(
        lineOf,
      ),
      citations: shared === null ? toLinks(citations) : [],
    })),
  }
}

const textPart = (text: string): Part => ({
  title: '',
  form: 'text',
  header: [],
  numbers: [],
  shared: [],
  lines: [{ cells: [text], citations: [] }],
})

function sectionOf(section: SummarySection, notMentioned: string, toLinks: ToLinks): Section {
  const partsOf = (parts: readonly PagePart[]): Part[] => parts.map((part) => partOf(part, notMentioned, toLinks))
  const citedOf = ({ text, citations }: CitedText): Cited => ({ text: lineOf(text), citations: toLinks(citations) })
  switch (section.kind) {
    case 'gist':
      return { kind: 'gist', gist: citedOf(section.gist), note: lineOf(section.note ?? '') }
    case 'keyParts':
      return { kind: 'parts', heading: null, parts: partsOf(section.parts) }
    case 'takeaways': {
      const items = section.takeaways.map((takeaway) => ({
        label: takeaway.label === '' ? '' : lineOf(takeaway.label) + section.colon,
        ...citedOf(takeaway),
        details: partsOf(takeaway.details.map((part) => ({ ...part, title: '' }))),
      }))
      return { kind: 'takeaways', heading: section.heading, items }
    }
    case 'summary':
    case 'advanced':
      return { kind: 'parts', heading: section.heading, parts: partsOf(section.parts) }
    case 'quotes': {
      const items = section.quotes.map((quote) => ({ speaker: oneLine(quote.speaker ?? ''), ...citedOf(quote) }))
      return { kind: 'quotes', heading: section.heading, items }
    }
  }
}

export function toPdfDocument(summary: Summary, paper: Paper, questions: readonly Question[] = []): PdfDocument {
  const { title, author, updatedAt, language, sourceInfo, status, failureMessage, page, originalUrl } = summary
  const sourceUrl = originalUrl === null ? null : webAddress(originalUrl)
  const unfinished = oneLine(failureMessage ?? UNFINISHED)
  const locale = language === null ? null : parseTag(language)
  const date = new Date(updatedAt)
  const headings = pageHeadings(language)
  const toLinks: ToLinks = (citations) => cleanLinks(citationLinks(citations, originalUrl))
  const asked = questionParts(questions).map((part) => partOf(part, headings.notMentioned, toLinks))
  return {
    paper,
    brand: content.productName,
    title: oneLine(title),
    kindWords: kindWords(summary),
    notMentioned: headings.notMentioned,
    running: truncate(oneLine(title), RUNNING_CHARACTERS),
    author: author === null ? null : oneLine(author),
    date: [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()],
    summary: languageOf(language, page?.gist.text ?? ''),
    source: languageOf(sourceInfo?.language ?? language, title),
    // The URL is on a line of its own.
    sourceLine: cleanLinks(sourceLine(summary)).filter(({ href }) => href === null || sourceUrl === null),
    focus: oneLine(focusLine(summary)),
    sourceUrl,
    headings: languageOf(headings.language, headings.summary),
    sections: [
      ...(status === 'ready'
        ? summarySections(summary).map((section) => sectionOf(section, headings.notMentioned, toLinks))
        : [{ kind: 'parts' as const, heading: headings.summary, parts: [textPart(unfinished)] }]),
      ...(asked.length === 0 ? [] : [{ kind: 'parts' as const, heading: QUESTIONS, parts: asked }]),
    ],
    foot: footLines(summary).map(oneLine),
    script: locale?.maximize().script ?? 'Latn',
  }
}
