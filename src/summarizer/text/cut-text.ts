import { truncate } from '../../shared/text/format.ts'
import { countWords } from '../../shared/text/words.ts'
import { splitSentences } from './sentences.ts'

/** The paragraphs of a text: at blank lines; single line breaks are spaces. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n[ \t]*\n/u)
    .map((paragraph) => paragraph.replace(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}

/** The sentences of each paragraph, with the spaces after them. */
function sentencesOf(text: string): string[][] {
  return paragraphsOf(text).map((paragraph) =>
    splitSentences(paragraph).map(({ start }, at, all) =>
      paragraph.slice(start, all[at + 1]?.start ?? paragraph.length),
    ),
  )
}

/** The sentences of a text that pass a test, tried in order; a blank line separates paragraphs. */
export const filterSentences = (text: string, keep: (sentence: string) => boolean): string =>
  sentencesOf(text)
    .map((sentences) => sentences.filter(keep).join('').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

const sentenceEnd = /[.!?…。！？｡．؟۔।॥።՜՞։][\s"'”’»)\]」』】）›*]*$/u
/** Thai, Lao, Khmer and Burmese sentences may end without a mark. */
const endsWithoutMark = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\s"'”’)]*$/u

/** Whether a text ends like a sentence. */
export function isFinished(text: string): boolean {
  return sentenceEnd.test(text.slice(-40)) || endsWithoutMark.test(text.slice(-40))
}

/** A text up to the end of its last full sentence; the whole text if it has none. */
export function dropUnfinished(text: string): string {
  let left = sentencesOf(text).flat().findLastIndex(isFinished) + 1
  if (left === 0 || isFinished(text)) return text
  return filterSentences(text, () => (left -= 1) >= 0)
}

/** Whole sentences from the beginning, of at most `mostWords` words; none if the first is longer. */
export function cutToWords(text: string, mostWords: number): string {
  if (countWords(text) <= mostWords) return text
  let words = 0
  return filterSentences(text, (sentence) => (words += countWords(sentence)) <= mostWords)
}

/** The paragraphs of a text; splits longer ones at the ends of sentences into parts of about equal length. */
export function splitParagraphs(text: string, mostWords: number): string[] {
  return sentencesOf(text).flatMap((sentences) => {
    const words = sentences.reduce((sum, sentence) => sum + countWords(sentence), 0)
    const even = words / Math.ceil(words / mostWords)
    const parts: string[] = []
    let [part, written] = ['', 0]
    for (const sentence of sentences) {
      const own = countWords(sentence)
      // Ends a part where that comes closest to an equal share.
      const isFull = written + own / 2 > even * (parts.length + 1) || countWords(part) + own > mostWords
      if (part !== '' && isFull) {
        parts.push(part.trim())
        part = ''
      }
      part += sentence
      written += own
    }
    parts.push(part.trim())
    return parts
  })
}

/** Cuts a text to whole sentences of at most `mostWords` words; the first one whatever its length. */
export function wholeSentences(text: string, mostWords: number): string {
  return cutToWords(text, mostWords) || (sentencesOf(text).flat()[0] ?? '').trim()
}

/** Longest sentence, in words. */
const SENTENCE_WORDS = 60

/** Cuts a text to whole sentences of about `words` words; keeps the first one even if it is longer. */
export function keepSentences(text: string, words: number): string {
  return boundWords(wholeSentences(text, words), Math.max(words, SENTENCE_WORDS))
}

const clauseEnd = /(?:[;:]\s|\s[–—]\s|[；：—])/gu

/** Cuts a sentence to at most `mostWords` words at the last semicolon, colon or dash; empty if that leaves too little. */
export function cutToClause(text: string, mostWords: number): string {
  if (countWords(text) <= mostWords) return text
  const clauses = [...text.matchAll(clauseEnd)].map(({ index }) => text.slice(0, index).trim())
  const clause = clauses.findLast((each) => countWords(each) <= mostWords) ?? ''
  return countWords(clause) * 3 < mostWords ? '' : `${clause}${/[。！？]$/u.test(text) ? '。' : '.'}`
}

/** Cuts a text to at most `mostWords` words: whole sentences, or the beginning of the first and an ellipsis. */
export function boundWords(text: string, mostWords: number): string {
  const whole = cutToWords(text, mostWords)
  if (whole !== '') return whole
  // Begins with too many characters and shortens them until they fit.
  for (
    let characters = Math.min(text.length, mostWords * 40);
    characters > 1;
    characters -= Math.ceil(characters / 16)
  ) {
    const cut = truncate(text, characters)
    if (countWords(cut) <= mostWords) return cut
  }
  return ''
}
