import type { Block } from '../../../shared/document.ts'
import { splitLabels } from '../../../shared/summary/line-labels.ts'
import type { PagePart, SourceKind } from '../../../shared/summary/summary-page.ts'
import { type Span, splitSentences } from '../../text/sentences.ts'
import { citationsOf, type SourceText } from '../../verification/source-text.ts'
import { type Draft, type DraftPart, EMPTY_CELL } from '../draft.ts'
import { kindsWithMissingFacts } from '../instructions.ts'
import { reportsAbsence } from './missing-facts.ts'

/** A text that checks judge by itself: a sentence, table row, title, label or column heading. */
export interface Statement {
  readonly text: string
  /** White space up to the next sentence, or what separates a label from its text. */
  readonly gap: string
  /** Further blocks that the second read cites for it. */
  readonly evidence: readonly Block[]
}

/** A line of the page with its statements. */
export interface Line {
  readonly role: 'prose' | 'row' | 'title'
  readonly statements: readonly Statement[]
  /** The blocks of each of its citations: one, or a run of them. */
  readonly citations: readonly (readonly Block[])[]
  /** The blocks of all its citations. */
  readonly blocks: readonly Block[]
  /** Whether it reports a missing fact, which has no citation. */
  readonly isMissingFact: boolean
  /** Label of a takeaway or of a line of a list, name of a side of a debate, or number of a step. */
  readonly label: Statement
  /** Headings of a row's cells. */
  readonly header: readonly Statement[]
  /** Id of a takeaway. */
  readonly id?: number
  /** Id of the takeaway that a line of details goes on from. */
  readonly under?: number
}

export interface Part {
  /** Id of the takeaway whose details these are. */
  readonly under?: number
  readonly title: Line
  readonly form: PagePart['form']
  readonly lines: readonly Line[]
}

/** A page under verification. Checks read it; `applyVerdicts` returns another one. */
export interface Page {
  /** BCP 47 tag; null if unknown. */
  readonly language: string | null
  readonly kind: SourceKind | null
  /** Proposed title of a source that has none; without statements if there is none. */
  readonly title: Line
  /** Without statements if it was rejected. */
  readonly gist: Line
  readonly keyParts: readonly Part[]
  readonly takeaways: readonly Line[]
  /** Paragraphs. */
  readonly summary: readonly Line[]
  readonly parts: readonly Part[]
}

export const textOf = ({ statements }: Pick<Line, 'statements'>): string =>
  statements
    .map(({ text, gap }) => text + gap)
    .join('')
    .trim()

const statementOf = (text: string, gap = ''): Statement => ({ text, gap, evidence: [] })

/** A quotation of several sentences. */
const quotation = /“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/gu

/** Sentences of which those that a quotation joins are one: “We came. We won” is no statement without either half. */
function withWholeQuotations(text: string, sentences: readonly Span[]): Span[] {
  const inside = Array.from(text.matchAll(quotation), ({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }))
  let at = 0
  const spans: Span[] = []
  for (const { start, end } of sentences) {
    while ((inside[at]?.to ?? Infinity) <= start) at += 1
    const last = spans.at(-1)
    if (last !== undefined && (inside[at]?.from ?? Infinity) < start) last.end = end
    else spans.push({ start, end })
  }
  return spans
}

/** Splits a line into statements: its sentences, or a whole row or title. An empty text has none. */
export function lineOf(
  role: Line['role'],
  text: string,
  {
    label = '',
    colon = ': ',
    ...over
  }: Partial<Omit<Line, 'blocks' | 'label'>> & { label?: string; colon?: string } = {},
): Line {
  const whole = text === '' ? [] : [{ start: 0, end: text.length }]
  const spans = role === 'prose' ? withWholeQuotations(text, splitSentences(text)) : whole
  const statements = spans.map(({ start, end }, at) =>
    statementOf(text.slice(start, end), text.slice(end, spans[at + 1]?.start ?? end)),
  )
  const { citations = [] } = over
  const blocks = citations.flat()
  return {
    role,
    statements,
    citations,
    blocks,
    isMissingFact: false,
    label: statementOf(label, colon),
    header: [],
    ...over,
  }
}

/** Id that models write for a report of a missing fact, if they write any. */
const NO_BLOCK = 'none'

const SEPARATOR = ' | '
/** A bar between spaces, which ends a cell. */
const bar = /(?<!\S)\|(?!\S)/gu

/** The text of a table row. */
export const rowOf = (cells: readonly string[]): string => cells.join(SEPARATOR)

/**
 * Splits a row into cells, without the headings that a correction repeats; cells that it leaves out are then empty. Null
 * if it has neither a cell for each heading nor a heading for each cell.
 */
export function cellsOf(header: readonly Statement[], text: string): string[] | null {
  const cells = text.split(bar).map((cell) => cell.trim() || EMPTY_CELL)
  const named = header.map((heading) => {
    const cell = cells.find((each) => each.startsWith(`${heading.text}: `))
    return cell?.slice(`${heading.text}: `.length)
  })
  if (named.filter((cell) => cell !== undefined).length === cells.length) return named.map((cell) => cell ?? EMPTY_CELL)
  return cells.length === header.length ? cells.map((cell, at) => named[at] ?? cell) : null
}

/** The number of a step, as its source has it: "3.", "(3)". It's no statement. */
const stepNumber = /^(?:\(\p{N}{1,3}\)|\p{N}{1,3}[.)])(?=\s)/u
export const isStepNumber = (label: string): boolean => stepNumber.test(`${label} `)

/** A text after its label: "Price: two euros", "3. Salt the water". */
export const withLabel = ({ label }: Pick<Line, 'label'>, text: string): string =>
  label.text === '' ? text : label.text + label.gap + text

/** A statement as the second read sees it: after the label of its line, or with its table's headings. */
export function shownText(line: Line, statement: Statement): string {
  const { header, statements } = line
  const cells = header.length > 0 ? cellsOf(header, statement.text) : null
  if (cells !== null) return rowOf(cells.map((cell, at) => `${header[at]?.text}: ${cell}`))
  return statements[0] === statement ? withLabel(line, statement.text) : statement.text
}

/**
 * Prepares a draft for verification. Drops lines of parts and takeaways that cite no block of the source.
 *
 * @param language BCP 47 tag of the page; null if unknown
 */
export function openPage(source: SourceText, draft: Draft, language: string | null): Page {
  const cited = (line: Line): Line[] => (line.blocks.length > 0 || line.isMissingFact ? [line] : [])
  const mayReport = kindsWithMissingFacts.has(draft.kind)
  const partOf = ({ title, form, header: headings, lines, ...placed }: DraftPart): Part => {
    const header = headings.map((heading) => statementOf(heading))
    const labeled = splitLabels({ form, lines })
    return {
      ...placed,
      // The label of a takeaway is judged with it.
      title: lineOf('title', placed.under === undefined ? title : ''),
      form,
      lines: lines.flatMap(({ cells, blocks: ids }, at) => {
        const citations = citationsOf(source, ids)
        const isMissingFact = mayReport && ids.every((id) => id === NO_BLOCK) && reportsAbsence(cells)
        const isReport = (cell: string): boolean => !mayReport && reportsAbsence([cell])
        if (form === 'table') {
          const row = rowOf(cells.map((cell) => (isReport(cell) ? EMPTY_CELL : cell.replaceAll(bar, '/'))))
          return cited(lineOf('row', row, { ...placed, citations, isMissingFact, header }))
        }
        if (cells.every(isReport)) return []
        const [first = '', ...others] = cells
        if (form === 'debate')
          return cited(lineOf('prose', others.join(' '), { ...placed, citations, isMissingFact, label: first }))
        const number = stepNumber.exec(first)?.[0] ?? ''
        const numbered = { label: number, colon: ' ', text: first.slice(number.length).trim() }
        const { text, ...label } = number === '' && !isMissingFact ? (labeled[at] ?? numbered) : numbered
        return cited(lineOf('prose', text, { ...placed, citations, isMissingFact, ...label }))
      }),
    }
  }
  const proseOf = ({ text, blocks }: { text: string; blocks: string[] }, label = ''): Line =>
    lineOf('prose', text, { citations: citationsOf(source, blocks), label })
  return {
    language,
    kind: draft.kind,
    title: lineOf('title', source.document.isUntitled === true ? draft.title : ''),
    gist: proseOf(draft.gist),
    keyParts: draft.keyParts.map(partOf),
    takeaways: draft.takeaways.flatMap((takeaway) => cited({ ...proseOf(takeaway, takeaway.label), id: takeaway.id })),
    summary: draft.summary.map((paragraph) => proseOf(paragraph)),
    parts: draft.parts.map(partOf),
  }
}

const linesOfParts = (parts: readonly Part[]): Line[] => parts.flatMap(({ title, lines }) => [title, ...lines])

/** All lines of a page, in reading order: details follow their takeaway, to which they may refer. */
export function linesOf({ title, gist, keyParts, takeaways, summary, parts }: Page): Line[] {
  const detailsOf = ({ id }: Line): Part[] => (id === undefined ? [] : parts.filter(({ under }) => under === id))
  const detailed = takeaways.flatMap((takeaway) => [takeaway, ...linesOfParts(detailsOf(takeaway))])
  const listed = new Set(detailed)
  return [
    ...(title.statements.length === 0 ? [] : [title]),
    gist,
    ...linesOfParts(keyParts),
    ...detailed,
    ...summary,
    ...linesOfParts(parts).filter((line) => !listed.has(line)),
  ]
}
