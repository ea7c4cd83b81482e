import { isReadByModel } from '../../../shared/summary/location-label.ts'
import { countWords } from '../../../shared/text/words.ts'
import { languageOf } from '../../text/languages.ts'
import { blockOf, occurrences, type SourceText, titlesOf } from '../../verification/source-text.ts'
import { TextRow } from '../../verification/tokens.ts'
import type { Draft, DraftPart } from '../draft.ts'
import { inSequence } from './rules.ts'
import { linesOf } from './statements.ts'
import type { Check, Verdict } from './verdicts.ts'

const quotation = /[“„"«「『]([^“”„"«»「」『』]{1,600})[”“"»」』]/gu
/** Quotation marks around fewer words set off a term. */
const MIN_WORDS = 3

/** Whether a source has words to the letter, in text that not only a language model saw. */
function isVerbatim(source: SourceText, words: string): boolean {
  const { tokens } = new TextRow(words.replace(/[.,!?;:…]{1,4}$/u, ''))
  const forms = tokens.map(({ form }) => form)
  return occurrences(source, forms).some(({ from }) => {
    const block = source.blocks[blockOf(source, from)]
    return block !== undefined && !isReadByModel(block)
  })
}

/** Finds statements with words in quotation marks that the source doesn't have, to the letter, or that only a language model saw. */
export const checkQuotations: Check = (page, source) =>
  linesOf(page).flatMap(({ statements }) =>
    statements.flatMap((statement): Verdict[] => {
      const quoted = Array.from(statement.text.matchAll(quotation), ([, words = '']) => words)
      const areVerbatim = quoted.every((words) => countWords(words) < MIN_WORDS || isVerbatim(source, words))
      return areVerbatim ? [] : [{ statement, verdict: 'wrong', evidence: '' }]
    }),
  )

/** An omission or insertion in a quotation: "…", "[the mayor]". */
const changed = /…|\.{3}|\[[^[\]]{0,80}\]/u

/**
 * A text without quotation marks around words that the source doesn't have to the letter, nor its titles: a paraphrase
 * must not look like a quotation, but may be true. Translations and the corner brackets of Japanese and Chinese, which also
 * set off terms, stay as they are.
 *
 * @param language BCP 47 tag of the text; null if unknown
 */
export function withoutFalseMarks(source: SourceText, text: string, language: string | null): string {
  if (language === null || languageOf(language, []) !== source.language) return text
  return text.replace(quotation, (whole, words: string) => {
    if (/^[「『]/u.test(whole) || countWords(words) < MIN_WORDS) return whole
    const stretches = words.split(changed).filter((part) => /[\p{L}\p{N}]/u.test(part))
    const isQuoted = stretches.every((part) => isVerbatim(source, part))
    return isQuoted || titlesOf(source).some((title) => inSequence(title).includes(inSequence(words))) ? whole : words
  })
}

/** A draft without quotation marks around words that the source doesn't have. */
export function draftWithoutFalseMarks(source: SourceText, draft: Draft, language: string | null): Draft {
  const unmarked = (text: string): string => withoutFalseMarks(source, text, language)
  const lineOf = <T extends { text: string }>(line: T): T => ({ ...line, text: unmarked(line.text) })
  const partOf = (part: DraftPart): DraftPart => ({
    ...part,
    lines: part.lines.map((line) => ({ ...line, cells: line.cells.map(unmarked) })),
  })
  return {
    ...draft,
    gist: lineOf(draft.gist),
    takeaways: draft.takeaways.map(lineOf),
    keyParts: draft.keyParts.map(partOf),
    summary: draft.summary.map(lineOf),
    parts: draft.parts.map(partOf),
  }
}
