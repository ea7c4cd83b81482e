import { stopWordsOf } from '../text/languages.ts'
import type { TermReader } from './terms.ts'

/** Text of a question, or of its context, with the weight of its words. */
export interface WeightedText {
  text: string
  weight: number
}

/**
 * Reads the terms to search for out of a question, with their weights; function words only if there are no others.
 *
 * @param readers of the languages of the sources
 */
export function readQuestion(
  texts: readonly WeightedText[],
  readers: readonly TermReader[],
): ReadonlyMap<string, number> {
  const content = new Map<string, number>()
  const all = new Map<string, number>()
  for (const { language, terms } of readers) {
    const stopWords = stopWordsOf('en').union(stopWordsOf(language))
    for (const { text, weight } of texts) {
      for (const term of terms(text)) {
        all.set(term.text, Math.max(weight, all.get(term.text) ?? 0))
        if (stopWords.has(text.slice(term.start, term.end).toLowerCase())) continue
        content.set(term.text, Math.max(weight, content.get(term.text) ?? 0))
      }
    }
  }
  return content.size === 0 ? all : content
}
