import type { Block } from '../../../shared/document.ts'
import { languageOf, stopWordsOf } from '../../text/languages.ts'
import { valuesIn } from '../../verification/counts.ts'
import { addressesMachine, injectionsIn } from '../../verification/prompt-injection.ts'
import type { SourceText } from '../../verification/source-text.ts'
import { pickSupport } from '../../verification/supporting-blocks.ts'
import { TextRow } from '../../verification/tokens.ts'
import { findUnsupported } from '../../verification/unsupported-claims.ts'
import { missingFactVocabulary, reportsAbsence } from './missing-facts.ts'
import { cellsOf, isStepNumber, type Line, linesOf, textOf } from './statements.ts'
import type { Check, Unsupported, Verdict } from './verdicts.ts'

const word = /[\p{L}\p{N}\p{M}]+/gu
/** Words and whole numbers of a text, without leading zeros. */
const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).map((each) => each.replace(/^0+(?=\p{N})/u, ''))

/** The source and the language of a text that is compared with it. */
export interface Comparison {
  source: SourceText
  /** BCP 47 tag; null if unknown. */
  language: string | null
}

const MIN_LETTERS = 5

/**
 * Words of the note on unread parts of the source that support a sentence: all, if it is about these parts. It then has
 * each number of the note, two at least, and in English half of the other words.
 */
function noteWords({ source, language }: Comparison, sentence: string): string[] {
  const said = new Set(wordsIn(sentence))
  const note = wordsIn(source.document.sourceInfo?.note ?? '')
  const numbers = note.filter((each) => /\p{N}/u.test(each))
  const others = note.filter((each) => each.length >= MIN_LETTERS && !numbers.includes(each))
  const isEnglish = (language ?? 'en').startsWith('en')
  const isAbout = !isEnglish || others.filter((each) => said.has(each)).length * 2 >= others.length
  return isAbout && numbers.length > 1 && numbers.every((each) => said.has(each)) ? note : []
}

const nameOrNumber = /\p{Lu}|\p{N}/u
export const inSequence = (text: string): string => ` ${wordsIn(text).join(' ')} `

/**
 * Words of a text that neither the source nor the facts about it support, with the offset of their sentence. A name or
 * number in a cited block contradicts nothing, though the words around it are elsewhere, as in lists and dialogue.
 */
function findMissing(
  comparison: Comparison,
  text: string,
  blocks: readonly Block[],
  isFragment = false,
): (Unsupported & { start: number })[] {
  const { source, language } = comparison
  const dates = wordsIn(source.document.publishedAt?.slice(0, 10) ?? '')
  const cited = blocks.map((block) => inSequence(block.text))
  return findUnsupported(source, text, language, isFragment).flatMap(({ start, end, missing, absent }) => {
    const facts = new Set([...dates, ...noteWords(comparison, text.slice(start, end))])
    const isKnown = (part: string): boolean =>
      wordsIn(part).every((each) => facts.has(each)) ||
      (!absent.includes(part) && nameOrNumber.test(part) && cited.some((block) => block.includes(inSequence(part))))
    const unknown = missing.filter((part) => !isKnown(part))
    return unknown.length === 0 ? [] : [{ start, missing: unknown, absent: absent.filter((part) => !isKnown(part)) }]
  })
}

/** Whether known words make up a text, one-letter ones aside, such as the "s" of "Analyst's". */
const consistsOf = (text: string, known: ReadonlySet<string>): boolean =>
  (text.match(word) ?? []).every((each) => each.length === 1 || known.has(each.toLowerCase()))

const bareNumber = /^[\p{N}\s.,'’–-]+$/u

const nothingMissing: Unsupported = { missing: [], absent: [] }
export const together = (found: readonly Unsupported[]): Unsupported => ({
  missing: found.flatMap(({ missing }) => missing),
  absent: found.flatMap(({ absent }) => absent),
})

/** Unsupported words of a cell. A bare number has the unit of its column's heading: "Million crowns", "Cost (USD)". */
function missingInCell(comparison: Comparison, cell: string, heading: string, blocks: readonly Block[]): Unsupported {
  const missingIn = (text: string, isFragment: boolean): Unsupported =>
    together(findMissing(comparison, text, blocks, isFragment))
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

/** Unsupported words of each cell of a table row, which begins like a sentence, or of a whole line. */
export function missingInCells(comparison: Comparison, { header, blocks }: Line, text: string): Unsupported[] {
  const cells = cellsOf(header, text) ?? [text]
  return cells.map((cell, at) => missingInCell(comparison, cell, header[at]?.text ?? '', blocks))
}

/** Unsupported words of each sentence of a line. */
function missingInSentences(comparison: Comparison, line: Line): Unsupported[] {
  const text = textOf(line)
  const found = findMissing(comparison, text, line.blocks)
  // A task may cite its block and lack an owner: "Design the button: None assigned".
  const isReport = line.isMissingFact || reportsAbsence([text])
  const isMissing = (part: string): boolean => !isReport || !consistsOf(part, missingFactVocabulary)
  let end = 0
  return line.statements.map(({ text: sentence, gap }) => {
    const start = end
    end += sentence.length + gap.length
    const { missing, absent } = together(found.filter((each) => each.start >= start && each.start < end))
    return { missing: missing.filter(isMissing), absent: absent.filter(isMissing) }
  })
}

/** Finds sentences and rows with words that the source lacks or contradicts. */
export const checkFacts: Check = (page, source) =>
  linesOf(page).flatMap((line): Verdict[] => {
    if (line.role === 'title') return []
    const comparison = { source, language: page.language }
    const sentences = line.role === 'prose' ? missingInSentences(comparison, line) : []
    return line.statements.flatMap((statement, at): Verdict[] => {
      const evidence = [sentences[at] ?? missingInCells(comparison, line, statement.text)].flat()
      return together(evidence).missing.length === 0 ? [] : [{ statement, verdict: 'unsupported', evidence }]
    })
  })

/**
 * Finds titles, labels and headings with names or numbers that the source lacks. English titles capitalize common words:
 * words that the texts below them write in lower case are not names, nor are stop words ("No comment"). The title of a
 * list or table may count its lines ("Four ways out"), and so may the label of the takeaway above it.
 */
export const checkTitles: Check = (page, source) => {
  const comparison = { source, language: page.language }
  const lines = linesOf(page)
  const written = lines.flatMap((line) => (line.role === 'title' ? [] : (textOf(line).match(word) ?? [])))
  const known = stopWordsOf(languageOf(page.language ?? source.language, [])).union(new Set(written))
  const titles = new Set(
    lines.flatMap(({ role, statements, label, header }) => [label, header, role === 'title' ? statements : []].flat()),
  )
  const partsUnder = Map.groupBy([...page.keyParts, ...page.parts], ({ title, under }) =>
    under === undefined ? title.statements[0] : page.takeaways.find(({ id }) => id === under)?.label,
  )
  const language = languageOf(page.language ?? source.language, [])
  return [...titles].flatMap((statement): Verdict[] => {
    if (isStepNumber(statement.text)) return []
    const { missing } = together(findMissing(comparison, statement.text, [], true))
    const counts = partsUnder.get(statement)?.map(({ lines: { length } }) => length) ?? []
    const evidence = missing.filter(
      (part) => !consistsOf(part, known) && !counts.some((count) => valuesIn(new TextRow(part), language).has(count)),
    )
    return evidence.length === 0 ? [] : [{ statement, verdict: 'misnamed', evidence }]
  })
}

/** Finds statements that give orders to a machine, or rest on a block of the source that does. */
export const checkInjections: Check = (page, source) => {
  const injections = injectionsIn(source)
  if (!injections.found) return []
  return linesOf(page).flatMap(({ role, statements, citations }) =>
    statements.flatMap((statement): Verdict[] => {
      const { text } = statement
      const support = role === 'title' ? [] : pickSupport(source, text, citations, page.language)
      const evidence = support.filter((block) => injections.taints(block, text))
      return evidence.length > 0 || addressesMachine(text) ? [{ statement, verdict: 'injected', evidence }] : []
    }),
  )
}
