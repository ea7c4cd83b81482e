import { z } from 'zod'
import { countWords } from '../../../shared/words.ts'
import { estimateTokens } from '../../models/estimate-tokens.ts'
import { findQuote } from '../../proof/find-quote.ts'
import { knownBlocks } from '../../proof/known-blocks.ts'
import type { SourceText } from '../../proof/source-text.ts'
import type { SectionAnswer } from './answers.ts'
import type { NotesSize } from './instructions.ts'
import { toPlainLine } from './plain-text.ts'
import { cutToWords } from './shorten.ts'

/** What was noted of one section, or of several that were merged: proved, so that nothing invented is handed on. */
export const notesSchema = z.object({
  title: z.string(),
  summary: z.string(),
  points: z.array(z.object({ text: z.string(), blocks: z.array(z.string()) })),
  quotes: z.array(z.object({ text: z.string(), block: z.string() })),
})
export type Notes = z.infer<typeof notesSchema>

/** Blocks that one point may name. */
const MOST_BLOCKS = 4
const POINT_WORDS = 50
const QUOTE_WORDS = 80
/** Answers longer than asked for are cut only when they are much longer. */
const LENIENCE = 1.4

/**
 * An answer as notes: plain text, quotes as the source has them, points that rest on blocks of the source, and no
 * more of each than was asked for. Null where nothing is left.
 *
 * @param within ids of the blocks that were sent
 */
export function proveNotes(
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
    const claimed = point.blocks.slice(0, MOST_BLOCKS * 2).filter((id) => within.has(id))
    const blocks = knownBlocks(source, claimed).slice(0, MOST_BLOCKS)
    return text === '' || blocks.length === 0 ? [] : [{ text, blocks: blocks.map((block) => block.id) }]
  })
  const quotes = answer.quotes.slice(0, size.quotes * 2).flatMap((quote) => {
    const found = findQuote(source, quote.text, [quote.block])
    if (found === null || !found.blocks.every((block) => within.has(block.id))) return []
    const text = cutToWords(found.text, QUOTE_WORDS)
    return text === '' ? [] : [{ text, block: found.blocks[0].id }]
  })
  if (summary === '' && points.length === 0) return null
  return { title, summary, points: points.slice(0, size.points), quotes: quotes.slice(0, size.quotes) }
}

/** Whether a model answered that there is nothing to note, as of an index or a list of contents. */
export function saysNothing({ summary, points, quotes }: SectionAnswer): boolean {
  return summary.trim() === '' && points.length === 0 && quotes.length === 0
}

/** Words that notes hold. */
export function wordsOfNotes({ summary, points, quotes }: Notes): number {
  return [summary, ...points.map(({ text }) => text), ...quotes.map(({ text }) => text)].reduce(
    (sum, text) => sum + countWords(text),
    0,
  )
}

/** Tokens that notes take in a prompt. */
export function tokensOfNotes(notes: Notes): number {
  const lines = [
    notes.title,
    notes.summary,
    ...notes.points.map(({ text }) => text),
    ...notes.quotes.map(({ text }) => text),
  ]
  const ids = notes.points.reduce((count, point) => count + point.blocks.length, notes.quotes.length)
  return lines.reduce((sum, line) => sum + estimateTokens(line).likely + 8, 0) + ids * 4
}
