import { countWords } from '../../../shared/words.ts'
import { pointsBack } from './openers.ts'

const quotation = /["“„«「『]([^"“”„«»「」『』]+)["”“»」』]/gu

/** Fewer quoted words are a term or a title, not something that somebody says. */
const LEAST_WORDS = 6

/**
 * Words of the longest quotation in a sentence that means something by itself; 0 when there is none, or when it opens
 * with a word whose meaning stands elsewhere ("That is the price").
 *
 * @param language primary language subtag, lower case
 */
export function quotationWords(text: string, language: string): number {
  let longest = 0
  for (const [, said = ''] of text.matchAll(quotation)) {
    const words = countWords(said)
    if (words >= LEAST_WORDS && words > longest && !pointsBack(said, language)) longest = words
  }
  return longest
}
