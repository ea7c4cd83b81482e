import { languageOf } from '../text/languages.ts'
import { splitSentences } from '../text/sentences.ts'
import { contradictions } from './contradictions.ts'
import type { SourceText } from './source-text.ts'
import { TextRow, type TokenRange } from './tokens.ts'
import { nameContext, unsupportedNames } from './unsupported-names.ts'
import { unsupportedNumbers } from './unsupported-numbers.ts'

/** Splits a text into sentences, which never cross lines. */
function sentencesOf(text: string) {
  return Array.from(text.matchAll(/[^\n]+/gu)).flatMap(({ index, 0: line }) =>
    splitSentences(line).map(({ start, end }) => {
      const sentence = line.slice(start, end)
      return { text: sentence, start: index + start, row: new TextRow(sentence) }
    }),
  )
}

/**
 * Finds sentences with numbers or names that the source lacks in any form. What cannot be checked counts as supported.
 * A fragment is a title, label or cell: it states nothing to contradict, and its first word is no subject. `absent` are
 * those of the missing words that are not in the source; the others seem to contradict it.
 */
export function findUnsupported(
  source: SourceText,
  text: string,
  language: string | null,
  isFragment = false,
): { start: number; end: number; missing: string[]; absent: string[] }[] {
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
