import type { Block } from '../../../shared/document.ts'
import type { SourceKind } from '../../../shared/summary/summary-page.ts'
import { languageOf, stopWordsOf } from '../../text/languages.ts'
import { splitSentences } from '../../text/sentences.ts'
import type { SourceText } from '../../verification/source-text.ts'
import { findUnsupported } from '../../verification/unsupported-claims.ts'
import type { Budget } from '../budget.ts'
import type { Run } from '../run.ts'
import { missingFactVocabulary, reportsAbsence } from './missing-facts.ts'
import { cellsOf, type Line, linesOf, type Page, reject, type Statement, textOf } from './statements.ts'

const word = /[\p{L}\p{N}\p{M}]+/gu
/** Words and whole numbers of a text, without leading zeros. */
const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).map((each) => each.replace(/^0+(?=\p{N})/u, ''))

/** State that the steps of a verification share. */
export interface Check {
  run: Run
  source: SourceText
  kind: SourceKind | null
  budget: Budget
}

const MIN_LETTERS = 5

/**
 * Words of the note on unread parts of the source that support a sentence: all, if it is about these parts. It then has
 * each number of the note, two at least, and in English half of the other words.
 */
function noteWords({ run }: Check, sentence: string): string[] {
  const said = new Set(wordsIn(sentence))
  const note = wordsIn(run.document.sourceInfo.note ?? '')
  const numbers = note.filter((each) => /\p{N}/u.test(each))
  const others = note.filter((each) => each.length >= MIN_LETTERS && !numbers.includes(each))
  const isEnglish = (run.writing.tag ?? 'en').startsWith('en')
  const isAbout = !isEnglish || others.filter((each) => said.has(each)).length * 2 >= others.length
  return isAbout && numbers.length > 1 && numbers.every((each) => said.has(each)) ? note : []
}

/** Words of a text that the source doesn't support, as `Statement` has them. */
type Missing = Pick<Statement, 'missing' | 'absent'>

const nameOrNumber = /\p{Lu}|\p{N}/u
export const inSequence = (text: string): string => ` ${wordsIn(text).join(' ')} `

/**
 * Words of a text that neither the source nor the facts about it support, with the offset of their sentence. A name or
 * number in a cited block contradicts nothing, though the words around it are elsewhere, as in lists and dialogue.
 */
export function findMissing(
  check: Check,
  text: string,
  blocks: readonly Block[],
  isFragment = false,
): (Missing & { start: number })[] {
  const { run, source } = check
  const dates = wordsIn(run.document.publishedAt?.slice(0, 10) ?? '')
  const spans = splitSentences(text)
  const cited = blocks.map((block) => inSequence(block.text))
  return findUnsupported(source, text, run.writing.tag, isFragment).flatMap(({ start, missing, absent }) => {
    const span = spans.find((each) => start < each.end) ?? { start: 0, end: text.length }
    const facts = new Set([...dates, ...noteWords(check, text.slice(span.start, span.end))])
    const isKnown = (part: string): boolean =>
      wordsIn(part).every((each) => facts.has(each)) ||
      (!absent.includes(part) && nameOrNumber.test(part) && cited.some((block) => block.includes(inSequence(part))))
    const unknown = missing.filter((part) => !isKnown(part))
    return unknown.length === 0 ? [] : [{ start, missing: unknown, absent: absent.filter((part) => !isKnown(part)) }]
  })
}

/**
 * Whether a title has no unsupported names or numbers. English titles capitalize common words: words that the texts
 * below them write in lower case are not names.
 */
function isSupportedTitle(check: Check, title: string, known: ReadonlySet<string>): boolean {
  const missing = findMissing(check, title, [], true).flatMap((found) => found.missing)
  return missing.every((part) => consistsOf(part, known))
}

const consistsOf = (text: string, known: ReadonlySet<string>): boolean =>
  // "Analyst's" leaves a single letter behind.
  (text.match(word) ?? []).every((each) => each.length === 1 || known.has(each.toLowerCase()))

const bareNumber = /^[\p{N}\s.,'’–-]+$/u

const nothingMissing: Missing = { missing: [], absent: [] }
export const together = (found: readonly Missing[]): Missing => ({
  missing: found.flatMap(({ missing }) => missing),
  absent: found.flatMap(({ absent }) => absent),
})

/** Finds what the blocks lack of a table cell. A bare number has the unit of its column's heading: "Million crowns", "Cost (USD)". */
function missingInCell(check: Check, cell: string, heading: string, blocks: readonly Block[]): Missing {
  const missingIn = (text: string, isFragment: boolean): Missing =>
    together(findMissing(check, text, blocks, isFragment))
  const alone = missingIn(cell, false)
  if (heading === '' || !bareNumber.test(cell)) return alone
  const unit = (/\(([^()]+)\)/u.exec(heading)?.[1] ?? heading).toLowerCase()
  const withUnit = missingIn(`${cell} ${unit}`, true)
  if (withUnit.missing.length === 0) return nothingMissing
  if (alone.missing.length > 0) return alone
  // The source may have the unit in a heading or an introduction: "Costs in million crowns: crews 14.9".
  const introductions = blocks.flatMap(({ text, headingPath }) => [
    ...headingPath,
    ...text.split(/[:：]/u).slice(0, -1),
  ])
  const known = new Set(introductions.flatMap(wordsIn))
  return wordsIn(unit).every((part) => known.has(part)) ? nothingMissing : withUnit
}

/** The same of each cell of a table row, which begins like a sentence, or of a whole line. */
export function missingInCells(check: Check, { header, blocks }: Line, text: string): Missing[] {
  return (cellsOf(header, text) ?? [text]).map((cell, at) => missingInCell(check, cell, header[at] ?? '', blocks))
}

/** Records in each statement what the source lacks; rejects titles and labels with other names or numbers. */
export function applyRules(check: Check, page: Page): void {
  const lines = linesOf(page)
  const written = lines.flatMap((line) => (line.role === 'title' ? [] : (textOf(line).match(word) ?? [])))
  // "No comment" is no name.
  const known = stopWordsOf(languageOf(check.run.writing.tag ?? check.source.language, [])).union(new Set(written))
  for (const line of lines) {
    if (!isSupportedTitle(check, line.label, known)) line.label = ''
    if (line.role === 'title' && !isSupportedTitle(check, textOf(line), known)) reject(line)
    if (line.role === 'row')
      for (const row of line.statements) Object.assign(row, together(missingInCells(check, line, row.text)))
    if (line.role !== 'prose') continue
    const found = findMissing(check, textOf(line), line.blocks)
    // A task may cite its block and lack an owner: "Design the button: None assigned".
    const reportsMissing = line.isSilence || reportsAbsence([textOf(line)])
    let end = 0
    for (const statement of line.statements) {
      const start = end
      end += statement.text.length + statement.gap.length
      const own = together(found.filter((each) => each.start >= start && each.start < end))
      const isMissing = (part: string): boolean => !reportsMissing || !consistsOf(part, missingFactVocabulary)
      statement.missing = own.missing.filter(isMissing)
      statement.absent = own.absent.filter(isMissing)
    }
  }
  for (const { header } of page.parts)
    for (const [at, heading] of header.entries()) if (!isSupportedTitle(check, heading, known)) header[at] = ''
}
