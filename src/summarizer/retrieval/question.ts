import { wordsByLanguage } from '../text/language-tables.ts'
import tables from './question-words.json' with { type: 'json' }
import type { TermReader } from './terms.ts'

const questionWordsOf = wordsByLanguage(tables.words)
/** Weight of words that are about the source or its form: "summarize", "discussion". */
const QUESTION_WORD_WEIGHT = 0.3

/** Text of a question, or of its context, with the weight of its words. */
export interface WeightedText {
  text: string
  weight: number
}

/** A term to search for. */
interface QuestionTerm {
  weight: number
  /** Languages of sources whose reader finds it. */
  languages: Set<string>
}

/** Terms by their text. */
export type QuestionTerms = ReadonlyMap<string, QuestionTerm>

/**
 * Reads the terms to search for out of a question; function words only if there are no others.
 *
 * @param readers one for each language of the sources
 */
export function readQuestion(texts: readonly WeightedText[], readers: readonly TermReader[]): QuestionTerms {
  const content = new Map<string, QuestionTerm>()
  const all = new Map<string, QuestionTerm>()
  for (const { language, terms, isFunctionWord } of readers) {
    const questionWords = new Set(
      ['en', language].flatMap((each) => terms([...questionWordsOf(each)].join(' ')).map(({ text }) => text)),
    )
    const add = (to: Map<string, QuestionTerm>, term: string, weight: number): void => {
      const known = to.get(term)
      if (known === undefined) to.set(term, { weight, languages: new Set([language]) })
      else {
        known.weight = Math.max(weight, known.weight)
        known.languages.add(language)
      }
    }
    for (const { text, weight } of texts) {
      for (const term of terms(text)) {
        add(all, term.text, weight)
        if (isFunctionWord(text.slice(term.start, term.end))) continue
        add(content, term.text, questionWords.has(term.text) ? weight * QUESTION_WORD_WEIGHT : weight)
      }
    }
  }
  return content.size === 0 ? all : content
}
