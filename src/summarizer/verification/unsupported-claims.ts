import { languageOf } from '../text/languages.ts'
import { splitSentences } from '../text/sentences.ts'
import { contradictions } from './contradictions.ts'
import type { SourceText } from './source-text.ts'
import { TextRow, type TokenRange } from './tokens.ts'
import { nameContext, unsupportedNames } from './unsupported-names.ts'
import { unsupportedNumbers } from './unsupported-numbers.ts'

/** A sentence, by its offsets in a text, and its words that the source doesn't support. */
interface UnsupportedSentence {
  start: number
  end: number
  missing: readonly string[]
  /** Those of them that are numbers and names which the source lacks; the others seem to contradict it. */
  absent: readonly string[]
}

interface Sentence {
  text: string
  start: number
  row: TextRow
}

/** Splits a text into sentences, which never cross lines. */
function sentencesOf(text: string): Sentence[] {
  return Array.from(text.matchAll(/[^\n]+/gu)).flatMap(({ index, 0: line }) =>
    splitSentences(line).map(({ start, end }) => {
      const sentence = line.slice(start, end)
      return { text: sentence, start: index + start, row: new TextRow(sentence) }
    }),
  )
}

/**
 * Finds the sentences of a text with numbers or names that the source lacks, literally or in another form, reading,
 * script or rounding. Claims that cannot be checked count as supported.
 *
 * @param language BCP 47 tag of the text; null where it is the source's, or not known
 * @param isFragment whether the text is a title, label or cell: it states nothing that a source could contradict, and
 *   its first word is no subject
 */
export function findUnsupported(
  source: SourceText,
  text: string,
  language: string | null,
  isFragment = false,
): UnsupportedSentence[] {
  const sentences = sentencesOf(text)
  const tag = language === null || language === '' ? source.language : languageOf(language, [])
  const context = nameContext(
    sentences.map(({ row }) => row),
    tag,
    isFragment,
  )
  return sentences.flatMap(({ text, start, row }) => {
    const lacking = [...unsupportedNumbers(source, row, tag), ...unsupportedNames(source, row, context)]
    const contradicting = isFragment ? [] : contradictions(source, row, tag)
    const wordsOf = (ranges: readonly TokenRange[]): string[] => [
      ...new Set(
        ranges
          .toSorted((one, other) => one.from - other.from)
          .map(({ from, to }) => text.slice(row.tokens[from]?.start, row.tokens[to - 1]?.end)),
      ),
    ]
    const missing = wordsOf([...lacking, ...contradicting])
    return missing.length === 0 ? [] : [{ start, end: start + text.length, missing, absent: wordsOf(lacking) }]
  })
}
