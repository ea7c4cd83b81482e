import { splitSentences } from '../engines/extractive/sentences.ts'
import { languageOf } from '../engines/extractive/stop-words.ts'
import { doubtedNames } from './doubted-names.ts'
import { doubtedNumbers } from './doubted-numbers.ts'
import { nameContext } from './name-candidates.ts'
import type { SourceText } from './source-index.ts'
import { TextRow } from './token-row.ts'

/** A sentence that says more than its source. */
export interface Doubt {
  sentence: string
  /** Where it stands in the text. */
  start: number
  end: number
  /** The numbers and names that stand nowhere in the source, as the text writes them. */
  missing: readonly string[]
}

interface Sentence {
  text: string
  start: number
  row: TextRow
}

const paragraph = /[^\n]+/gu
const titleMark = /^\s*#{1,6}\s+/u

/** Sentences of a text; a paragraph is never joined with the next, and the mark of a title is no part of it. */
function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  for (const match of text.matchAll(paragraph)) {
    const mark = titleMark.exec(match[0])?.[0].length ?? 0
    const body = match[0].slice(mark)
    for (const { start, end } of splitSentences(body)) {
      const sentence = body.slice(start, end)
      sentences.push({ text: sentence, start: match.index + mark + start, row: new TextRow(sentence) })
    }
  }
  return sentences
}

/**
 * Finds the sentences of a text with numbers or names that stand nowhere in the source: neither as they are nor in
 * another form, reading, script or rounding that says so. What cannot be judged is not doubted.
 *
 * @param language BCP 47 tag of the text; null where it is the source's, or not known
 */
export function findDoubts(source: SourceText, text: string, language: string | null): Doubt[] {
  const sentences = sentencesOf(text)
  const tag = language === null || language === '' ? source.language : languageOf(language, [])
  const context = nameContext(
    sentences.map(({ row }) => row),
    tag,
  )
  return sentences.flatMap(({ text, start, row }) => {
    const numbers = [...doubtedNumbers(source, row, tag)].map(({ from, to }) => ({ from, to }))
    const names = doubtedNames(source, row, context)
    const missing = [...numbers, ...names]
      .sort((one, other) => one.from - other.from)
      .map(({ from, to }) => text.slice(row.tokens[from]?.start, row.tokens[to - 1]?.end))
    return missing.length === 0
      ? []
      : [{ sentence: text, start, end: start + text.length, missing: [...new Set(missing)] }]
  })
}
