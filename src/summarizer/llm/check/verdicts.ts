import type { Block } from '../../../shared/document.ts'
import type { SourceText } from '../../verification/source-text.ts'
import { EMPTY_CELL } from '../draft.ts'
import { cellsOf, type Line, linesOf, type Page, type Part, rowOf, type Statement } from './statements.ts'

/** Words of a text that the source doesn't support. */
export interface Unsupported {
  /** Words that the source seems to lack or to contradict. */
  missing: readonly string[]
  /** Those of them that are numbers and names which the source lacks. */
  absent: readonly string[]
}

/** Result of a check for one statement. */
export type Verdict = { readonly statement: Statement } & (
  | { verdict: 'injected' /** Blocks with orders to a machine. */; evidence: readonly Block[] }
  | { verdict: 'misnamed' /** Names and numbers of a title, label or heading. */; evidence: readonly string[] }
  | { verdict: 'repeated' /** The earlier line that it repeats. */; evidence: readonly Statement[] }
  | {
      verdict: 'unsupported' /** For each cell of a row, or for the whole statement. */
      evidence: readonly Unsupported[]
    }
  | { verdict: 'supported' /** Blocks that support it after all. */; evidence: readonly Block[] }
  | { verdict: 'wrong' /** The correction; empty if there is none. */; evidence: string }
)

/** Judges the statements of a page against its source. Depends on nothing else, and changes neither. */
export type Check = (page: Page, source: SourceText) => Verdict[]

/** A table row without its unsupported cells; empty without its first cell and another one. */
function withoutCells({ header }: Line, text: string, found: readonly Unsupported[]): string {
  const cells = cellsOf(header, text) ?? []
  const isKept = (at: number): boolean => found[at]?.missing.length === 0 && cells[at] !== EMPTY_CELL
  if (!isKept(0) || !cells.some((_, at) => at > 0 && isKept(at))) return ''
  return rowOf(cells.map((cell, at) => (isKept(at) ? cell : EMPTY_CELL)))
}

/** The text that the verdicts other than `repeated` leave of a statement. */
function settledText(line: Line, { text }: Statement, verdicts: readonly Verdict[], said: ReadonlySet<string>): string {
  const has = (...kinds: Verdict['verdict'][]): boolean => verdicts.some(({ verdict }) => kinds.includes(verdict))
  if (has('injected', 'misnamed')) return ''
  for (const { verdict, evidence } of verdicts)
    if (verdict === 'wrong') return evidence !== text && said.has(evidence) ? '' : evidence
  if (has('supported')) return text
  for (const { verdict, evidence } of verdicts)
    if (verdict === 'unsupported') return line.role === 'row' ? withoutCells(line, text, evidence) : ''
  return text
}

/**
 * Applies the verdicts of any checks, in any order: returns the page without rejected statements, with corrected ones,
 * and without the repeats of a line that stays. Other statements remain the same objects, so that further verdicts on
 * them can be applied to the result. The last takeaway may be a repeat.
 */
export function applyVerdicts(page: Page, verdicts: readonly Verdict[]): Page {
  const verdictsOn = Map.groupBy(verdicts, ({ statement }) => statement)
  const lines = linesOf(page)
  const said = new Set(lines.flatMap(({ statements }) => statements.map(({ text }) => text)))
  const settled = new Map<Statement, Statement>()
  for (const line of lines) {
    for (const statement of [line.label, ...line.header, ...line.statements]) {
      const found = verdictsOn.get(statement) ?? []
      const text = settledText(line, statement, found, said)
      const evidence = found.flatMap((each) => (each.verdict === 'supported' ? each.evidence : []))
      const isSame = text === statement.text && evidence.length === 0
      settled.set(statement, isSame ? statement : { ...statement, text, evidence })
      said.add(text)
    }
  }
  const stays = (statement: Statement): boolean => (settled.get(statement)?.text ?? '') !== ''
  for (const line of lines) {
    const takeaways = page.takeaways.includes(line) ? page.takeaways : []
    const isLast = takeaways.filter(({ statements }) => statements.some(stays)).length === 1
    const repeated = line.statements.filter((statement) =>
      verdictsOn.get(statement)?.some(({ verdict, evidence }) => verdict === 'repeated' && evidence.every(stays)),
    )
    if (!isLast) for (const statement of repeated) settled.set(statement, { ...statement, text: '' })
  }
  const settle = (statement: Statement): Statement => settled.get(statement) ?? statement
  const settleLine = (line: Line): Line => ({
    ...line,
    statements: line.statements.map(settle).filter(({ text }) => text !== ''),
    label: settle(line.label),
    header: line.header.map(settle),
  })
  const settleLines = (some: readonly Line[]): Line[] =>
    some.map(settleLine).filter(({ statements }) => statements.length > 0)
  const settleParts = (parts: readonly Part[]): Part[] =>
    parts
      .map((part) => ({ ...part, title: settleLine(part.title), lines: settleLines(part.lines) }))
      .filter((part) => part.lines.length > 0)
  return {
    ...page,
    title: settleLine(page.title),
    gist: settleLine(page.gist),
    keyParts: settleParts(page.keyParts),
    takeaways: settleLines(page.takeaways),
    summary: settleLines(page.summary),
    parts: settleParts(page.parts),
  }
}
