import type { Block } from '../../../shared/document.ts'
import type { PagePart } from '../../../shared/summary/summary-page.ts'
import { splitSentences } from '../../text/sentences.ts'
import type { SourceText } from '../../verification/source-text.ts'
import { citationsOf } from '../../verification/source-text.ts'
import { type Draft, type DraftPart, EMPTY_CELL } from '../draft.ts'
import { reportsAbsence } from './missing-facts.ts'

/** A sentence, title or table row to verify. */
export interface Statement {
  /** Empty if rejected. */
  text: string
  /** White space up to the next sentence. */
  readonly gap: string
  /** Words in it that the source seems to lack or to contradict. */
  missing: readonly string[]
  /** Those of them that are numbers and names which the source lacks. */
  absent: readonly string[]
  /** Blocks with the words that support it after all. */
  evidence: readonly Block[]
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
  readonly isSilence: boolean
  /** Label of a takeaway. */
  label: string
  /** Headings of a row's cells. */
  readonly header: readonly string[]
}

export interface Part {
  readonly title: Line
  readonly form: PagePart['form']
  readonly header: string[]
  readonly lines: readonly Line[]
}

export interface Page {
  readonly gist: Line
  readonly keyParts: readonly Part[]
  readonly takeaways: readonly Line[]
  /** Paragraphs. */
  readonly summary: readonly Line[]
  readonly parts: readonly Part[]
}

export function textOf({ statements }: Line): string {
  return statements
    .map(({ text, gap }) => (text === '' ? '' : text + gap))
    .join('')
    .trim()
}

export function reject({ statements }: Line): void {
  for (const statement of statements) statement.text = ''
}

/** Splits a line into statements: its sentences, or a whole row or title. */
export function lineOf(role: Line['role'], text: string, over: Partial<Omit<Line, 'blocks'>> = {}): Line {
  const spans = role === 'prose' ? splitSentences(text) : [{ start: 0, end: text.length }]
  const statements = spans.map(({ start, end }, at) => ({
    text: text.slice(start, end),
    gap: text.slice(end, spans[at + 1]?.start ?? end),
    missing: [],
    absent: [],
    evidence: [],
  }))
  const { citations = [] } = over
  return { role, statements, citations, blocks: citations.flat(), isSilence: false, label: '', header: [], ...over }
}

/** Id that models write for a report of a missing fact, if they write any. */
const NO_BLOCK = 'none'

const SEPARATOR = ' | '

/** The text of a table row. */
export const rowOf = (cells: readonly string[]): string => cells.join(SEPARATOR)

/**
 * Splits a row into cells, without the headings that a correction repeats; cells that it leaves out are then empty. Null
 * if it has neither a cell for each heading nor a heading for each cell.
 */
export function cellsOf(header: readonly string[], text: string): string[] | null {
  const cells = text.split(SEPARATOR)
  const named = header.map((heading) => {
    const cell = cells.find((each) => each.startsWith(`${heading}: `))
    return cell?.slice(`${heading}: `.length)
  })
  if (named.filter((cell) => cell !== undefined).length === cells.length) return named.map((cell) => cell ?? EMPTY_CELL)
  return cells.length === header.length ? cells.map((cell, at) => named[at] ?? cell) : null
}

/** A statement as the second read sees it: after its takeaway's label, or with its table's headings. */
export function shownText({ label, header, statements }: Line, statement: Statement): string {
  const cells = header.length > 0 ? cellsOf(header, statement.text) : null
  if (cells !== null) return cells.map((cell, at) => `${header[at]}: ${cell}`).join(SEPARATOR)
  return label !== '' && statements[0] === statement ? `${label}: ${statement.text}` : statement.text
}

/** Prepares a draft for verification. Drops lines of parts and takeaways that cite no block of the source. */
export function openPage(source: SourceText, draft: Draft, mayBeSilent: boolean): Page {
  const cited = (line: Line): Line[] => (line.blocks.length > 0 || line.isSilence ? [line] : [])
  const partOf = ({ title, form, header, lines }: DraftPart): Part => ({
    title: lineOf('title', title),
    form,
    header,
    lines: lines.flatMap(({ cells, blocks: ids }) => {
      const text = rowOf(cells.map((cell) => (form === 'table' ? cell.replaceAll('|', '/') : cell)))
      const citations = citationsOf(source, ids)
      const isSilence = mayBeSilent && ids.every((id) => id === NO_BLOCK) && reportsAbsence(cells)
      return cited(lineOf(form === 'table' ? 'row' : 'prose', text, { citations, isSilence, header }))
    }),
  })
  const proseOf = ({ text, blocks }: { text: string; blocks: string[] }, label = ''): Line =>
    lineOf('prose', text, { citations: citationsOf(source, blocks), label })
  return {
    gist: proseOf(draft.gist),
    keyParts: draft.keyParts.map(partOf),
    takeaways: draft.takeaways.flatMap((takeaway) => cited(proseOf(takeaway, takeaway.label))),
    summary: draft.summary.map((paragraph) => proseOf(paragraph)),
    parts: draft.parts.map(partOf),
  }
}

/** All lines of a page, in reading order. */
export function linesOf({ gist, keyParts, takeaways, summary, parts }: Page): Line[] {
  const ofParts = (list: readonly Part[]): Line[] => list.flatMap(({ title, lines }) => [title, ...lines])
  return [gist, ...ofParts(keyParts), ...takeaways, ...summary, ...ofParts(parts)]
}
