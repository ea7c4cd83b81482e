import { truncate } from '../../../shared/format.ts'
import { countWords } from '../../../shared/words.ts'
import { splitSentences } from '../extractive/sentences.ts'
import { paragraphsOf } from './plain-text.ts'

const sentenceEnd = /[.!?…。！？｡．؟۔।॥።՜՞։][\s"'”’»)\]」』】）›*]*$/u
/** Thai, Lao, Khmer and Burmese end sentences with a space or with nothing. */
const endsWithoutMark = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\s"'”’)]*$/u

/** Whether a text ends as a sentence does. */
export function isFinished(text: string): boolean {
  return sentenceEnd.test(text.slice(-40)) || endsWithoutMark.test(text.slice(-40))
}

/** Sentences of a text, paragraph by paragraph. */
function sentencesOf(text: string): string[][] {
  return paragraphsOf(text).map((paragraph) =>
    splitSentences(paragraph).map(({ start }, at, all) =>
      paragraph.slice(start, all[at + 1]?.start ?? paragraph.length),
    ),
  )
}

function joinSentences(paragraphs: readonly (readonly string[])[]): string {
  return paragraphs
    .map((sentences) => sentences.join('').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** A text without what stands after the end of its last full sentence; the whole text where it has none. */
export function dropUnfinished(text: string): string {
  if (isFinished(text)) return text
  const paragraphs = sentencesOf(text)
  for (let last = paragraphs.at(-1); last !== undefined; last = paragraphs.at(-1)) {
    const sentence = last.pop()
    if (sentence === undefined) paragraphs.pop()
    else if (isFinished(sentence)) return joinSentences([...paragraphs.slice(0, -1), [...last, sentence]])
  }
  return text
}

/** As many whole sentences from the beginning as `mostWords` words hold; none where the first is longer already. */
export function cutToWords(text: string, mostWords: number): string {
  if (countWords(text) <= mostWords) return text
  let words = 0
  const kept: string[][] = []
  for (const sentences of sentencesOf(text)) {
    const some: string[] = []
    kept.push(some)
    for (const sentence of sentences) {
      words += countWords(sentence)
      if (words > mostWords) return joinSentences(kept)
      some.push(sentence)
    }
  }
  return joinSentences(kept)
}

/** A sentence of more words is no sentence any more. */
const SENTENCE_WORDS = 60

/**
 * About so many words, in whole sentences: the first one stays also where it is longer already, since half a sentence
 * reads worse than a few words too many.
 */
export function keepSentences(text: string, words: number): string {
  const whole = cutToWords(text, words)
  if (whole !== '') return whole
  const [first = ''] = sentencesOf(text).flat()
  return boundWords(first.trim(), Math.max(words, SENTENCE_WORDS))
}

/** At most so many words: whole sentences, or where the first is longer already, its beginning and an ellipsis. */
export function boundWords(text: string, mostWords: number): string {
  const whole = cutToWords(text, mostWords)
  if (whole !== '') return whole
  // Too many characters for so many words, of which ever fewer are kept until they fit.
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
