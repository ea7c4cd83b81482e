import { countWords } from '../../shared/text/words.ts'
import { estimateTokens } from '../models/estimate-tokens.ts'
import { ModelFailure } from '../models/model.ts'
import { cutToWords, keepSentences } from '../text/cut-text.ts'
import { findQuote } from '../verification/find-quote.ts'
import type { SourceText } from '../verification/source-text.ts'
import { knownBlocks } from '../verification/source-text.ts'
import type { Notes, SectionAnswer } from './answers.ts'
import type { NotesSize } from './budget.ts'
import { toPlainLine } from './plain-text.ts'

/** Most blocks that one point may cite. */
const MAX_BLOCKS = 4
const POINT_WORDS = 50
const QUOTE_WORDS = 80
/** Only answers that are longer by this factor are cut. */
const LENIENCE = 1.4

/**
 * Verifies an answer and converts it to notes: plain text, verbatim quotes, points that cite blocks of the source, and
 * no more of each than requested. Null if nothing is left.
 *
 * @param within ids of the blocks that were sent
 */
export function verifyNotes(
  answer: SectionAnswer,
  title: string,
  size: NotesSize,
  source: SourceText,
  within: ReadonlySet<string>,
  leaks: (sentence: string) => boolean,
): Notes | null {
  const summary = cutToWords(toPlainLine(answer.summary, leaks), Math.ceil(size.summaryWords * LENIENCE))
  const points = answer.points.slice(0, size.points * 2).flatMap((point) => {
    const text = cutToWords(toPlainLine(point.text, leaks), POINT_WORDS)
    const blocks = knownBlocks(source, point.blocks)
      .filter(({ id }) => within.has(id))
      .slice(0, MAX_BLOCKS)
    return text === '' || blocks.length === 0 ? [] : [{ text, blocks: blocks.map((block) => block.id) }]
  })
  const quotes = answer.quotes.slice(0, size.quotes * 2).flatMap((quote) => {
    const found = findQuote(source, quote.text, [quote.block])
    if (found === null || !found.blocks.every((block) => within.has(block.id))) return []
    const text = cutToWords(found.text, QUOTE_WORDS)
    const speaker = toPlainLine(quote.speaker, leaks)
    return text === '' ? [] : [{ text, speaker, block: found.blocks[0].id }]
  })
  if (summary === '' && points.length === 0) return null
  return { title, summary, points: points.slice(0, size.points), quotes: quotes.slice(0, size.quotes) }
}

/** Whether a model found nothing to note, as in an index or a table of contents. */
export function saysNothing({ summary, points, quotes }: SectionAnswer): boolean {
  return summary.trim() === '' && points.length === 0 && quotes.length === 0
}

const textsOf = ({ summary, points, quotes }: Notes): string[] => [
  summary,
  ...points.map(({ text }) => text),
  ...quotes.map(({ text }) => text),
]

export function wordsOfNotes(notes: readonly Notes[]): number {
  return notes.flatMap(textsOf).reduce((sum, text) => sum + countWords(text), 0)
}

/** Tokens of a line's label and ids. */
const LABEL_TOKENS = 12

/** Tokens that notes take in a prompt. */
export function tokensOfNotes(notes: readonly Notes[]): number {
  const lines = notes.flatMap((each) => [each.title, ...textsOf(each)])
  return lines.reduce((sum, line) => sum + estimateTokens(line).likely + LABEL_TOKENS, 0)
}

/** Notes without their less important half, the last lines. */
function trim({ title, summary, points, quotes }: Notes): Notes {
  return {
    title,
    summary: summary === '' ? '' : keepSentences(summary, Math.floor(countWords(summary) / 2)),
    points: points.slice(0, Math.ceil(points.length / 2)),
    quotes: quotes.slice(0, Math.floor(quotes.length / 2)),
  }
}

const MAX_TRIMS = 4

/**
 * Trims notes to fit the call that writes the page.
 *
 * @throws ModelFailure `too_long` if a line on each section does not fit
 */
export function fitNotes(notes: readonly Notes[], mostTokens: number): readonly Notes[] {
  let fitted = notes
  for (let trims = 0; trims < MAX_TRIMS && tokensOfNotes(fitted) > mostTokens; trims += 1) fitted = fitted.map(trim)
  // The points alone are worth more than the summaries alone.
  if (tokensOfNotes(fitted) > mostTokens)
    fitted = fitted.map((each) => (each.points.length === 0 ? each : { ...each, summary: '' }))
  if (tokensOfNotes(fitted) > mostTokens) throw new ModelFailure('too_long', 'The notes do not fit one call.')
  return fitted
}
