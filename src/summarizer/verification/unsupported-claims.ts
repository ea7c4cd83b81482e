import { languageOf } from '../text/languages.ts'
import { splitSentences } from '../text/sentences.ts'
import { contradictions } from './contradictions.ts'
import type { SourceText } from './source-index.ts'
import { TextRow } from './tokens.ts'
import { nameContext, unsupportedNames } from './unsupported-names.ts'
import { unsupportedNumbers } from './unsupported-numbers.ts'

/** A sentence with numbers or names that the source lacks. */
export interface UnsupportedSentence {
  sentence: string
  /** Offsets in the text. */
  start: number
  end: number
  /** The numbers and names that are not in the source, as the text writes them. */
  missing: readonly string[]
}

interface Sentence {
  text: string
  start: number
  row: TextRow
}

const paragraph = /[^\n]+/gu
const titleMark = /^\s*#{1,6}\s+/u

/** Splits a text into sentences: paragraphs are never joined, and the mark of a title is left out. */
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
 * Finds the sentences of a text with numbers or names that the source lacks, literally or in another form, reading,
 * script or rounding. Claims that cannot be checked count as supported.
 *
 * @param language BCP 47 tag of the text; null where it is the source's, or not known
 */
export function findUnsupported(source: SourceText, text: string, language: string | null): UnsupportedSentence[] {
  const sentences = sentencesOf(text)
  const tag = language === null || language === '' ? source.language : languageOf(language, [])
  const context = nameContext(
    sentences.map(({ row }) => row),
    tag,
  )
  return sentences.flatMap(({ text, start, row }) => {
    const numbers = [...unsupportedNumbers(source, row, tag)].map(({ from, to }) => ({ from, to }))
    const names = unsupportedNames(source, row, context)
    const missing = [...numbers, ...names, ...contradictions(source, row, tag)]
      .sort((one, other) => one.from - other.from)
      .map(({ from, to }) => text.slice(row.tokens[from]?.start, row.tokens[to - 1]?.end))
    return missing.length === 0
      ? []
      : [{ sentence: text, start, end: start + text.length, missing: [...new Set(missing)] }]
  })
}

/**
 * A text without some of its sentences. Spaces close up, a paragraph or title that is left empty goes, and with the
 * last paragraph of a titled part its title.
 *
 * @param unsupported sentences of this same text
 */
export function removeSentences(
  text: string,
  unsupported: readonly Pick<UnsupportedSentence, 'start' | 'end'>[],
): string {
  let rest = ''
  let at = 0
  for (const { start, end } of [...unsupported].sort((one, other) => one.start - other.start)) {
    if (end <= at || start >= text.length) continue
    rest += text.slice(at, Math.max(at, start))
    at = end
    // The space behind a removed sentence goes with it; the line break that ends its paragraph stays.
    while (/^[^\S\n]$/u.test(text.charAt(at))) at += 1
  }
  rest += text.slice(at)
  const paragraphs = rest
    .split(/\n{2,}/u)
    .map(tidy)
    .filter((paragraph) => !isEmpty(paragraph))
  return paragraphs.filter((paragraph, index) => !isOrphan(paragraphs, paragraph, index)).join('\n\n')
}

const tidy = (paragraph: string) =>
  paragraph
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !isEmpty(line))
    .join('\n')
    .trim()

/** Nothing but the mark of a title or of a list. */
const isEmpty = (paragraph: string) => /^(?:#{1,6}|[-*•])?$/u.test(paragraph.trim())
const isTitle = (paragraph: string | undefined) => paragraph?.startsWith('## ') === true && !paragraph.includes('\n')

function isOrphan(paragraphs: readonly string[], paragraph: string, index: number): boolean {
  const next = paragraphs[index + 1]
  return isTitle(paragraph) && (next === undefined || isTitle(next))
}
