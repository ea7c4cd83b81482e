import { asciiDigits } from '../../shared/text/numerals.ts'
import { fold } from '../../shared/text/search-tokens.ts'

/** Invisible hyphens and joiners, and the Arabic stroke that only lengthens a word. */
export const withinWords = /\u00ad|\u0640|\u200c|\u200d|\u2060/gu

const plain = /^[a-z\d]*$/u

/** Nasals of Hindi that are also written as a dot over the letter before, which has two forms itself. */
const nasal = /[ङञणनम]\u094d(?=[क-ह])|\u0901/gu
/** Vowels of Hindi, letters and signs, that spellings mix up, and those that represent them. */
const vowels = 'आईऊऍऐऑऔ\u0940\u0942\u0945\u0948\u0949\u094c'
const representatives = 'अइउएएओओ\u093f\u0941\u0947\u0947\u094b\u094b'
/** The same vowels, and the dot that makes other consonants of some, which is often left out. */
const mixedUp = new RegExp(`[${vowels}\u093c]`, 'gu')

/** A tone of Thai after the sign that it may also be typed before. */
const thaiTone = /(\u0e4d)([\u0e48-\u0e4b])/gu

const vietnameseTone = /[\u0300\u0301\u0303\u0309\u0323]/gu

/** Folds a word of Vietnamese, which accents and tones tell from others; the tone comes last, wherever it is written. */
function foldVietnamese(word: string): string {
  const letters = word.toLowerCase().normalize('NFKD').replaceAll(withinWords, '')
  return letters.replace(vietnameseTone, '') + (letters.match(vietnameseTone)?.join('') ?? '')
}

/** A word of Vietnamese as it is typed without accents. */
export const withoutAccents = (word: string): string => fold(word).replaceAll('đ', 'd')

/**
 * Unites the spellings of a word: case, accents, digits of all scripts, order of signs, and the variants of Hindi (Larkey,
 * Connell and Abduljaleel 2003, "Hindi CLIR in thirty days").
 *
 * @param language primary subtag
 */
export function uniteSpellings(word: string, language: string): string {
  if (language === 'vi') return foldVietnamese(word)
  const folded = fold(word)
  if (plain.test(folded)) return folded
  return asciiDigits(folded)
    .replace(nasal, '\u0902')
    .replace(mixedUp, (sign) => representatives[vowels.indexOf(sign)] ?? '')
    .replace(thaiTone, '$2$1')
}
