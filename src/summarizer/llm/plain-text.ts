import { truncate } from '../../shared/format.ts'
import { countWords } from '../../shared/words.ts'
import { splitSentences } from '../text/sentences.ts'

/** Longest text of one field that is looked at; the rest of a longer one is left out. */
const MOST_CHARACTERS = 20_000

/** Stands for an address until the sentence around it has gone. */
const ADDRESS = '\uE000'
const hidden = /[\uE000\uFFF9-\uFFFB[\p{Default_Ignorable_Code_Point}--[\u200C\u200D]][\p{Cc}--[\n\t]]]/gv
const htmlTag = /<[/!?]?[a-zA-Z][^<>]{0,400}>|<!--[^<>]{0,400}-->|<\|[^<>|]{0,80}\|>/gu
const link = /!?\[([^[\]]{0,400})\](?:\([^()]{0,2000}\)|\[[^[\]]{0,80}\])/gu
/** A link that is still being written, at the end of a text that is still coming. */
const openLink = /!?\[[^[\]]{0,400}(?:\]\([^()]{0,2000})?$/u
const address = /(?:https?:\/\/|www\.)[^\s<>"'）)\]}]{0,2000}[^\s<>"'）)\]}.,;:!?]/giu
const blockIds = /\s{0,3}[[(]\s?b\d{1,7}(?:[\s,;–-]{1,3}b?\d{1,7}){0,20}\s?[\])]/gu
const lineMarks = /^[ \t]{0,8}(?:#{1,6}[ \t]{1,4}|>[ \t]?|[-*•‣·][ \t]{1,4})+/gmu
/** The title of what follows it; a line that ends as a sentence does is none. */
const titles =
  /^[ \t]{0,8}(?:#{1,6}[ \t]{1,4}[^\n]{1,200}(?<![.!?…。！？।])|\*\*[^*\n]{1,200}(?<![.!?…。！？।])\*\*:?)[ \t]{0,8}\n(?=\s*\S)/gmu
/** A first line that only says that a summary follows: "Here is the summary you asked for:". */
const announcement = /^\s{0,80}[^\n]{1,200}[:：][ \t]{0,8}\n(?=\s*\S)/u
const rules = /^[ \t]{0,8}(?:[-*_=]{3,200}|`{3,10}[^\n]{0,40})[ \t]*$/gmu
const strong = /(?<![\p{L}\p{N}])(\*{1,3}|__|`)(?=\S)([^*_`\n]{1,800})\1/gu

/** Whether a text holds the address of a page. */
export function hasAddress(text: string): boolean {
  return text.search(address) !== -1
}

/** The paragraphs of a text: at blank lines; single line breaks are spaces. */
function paragraphsOf(text: string): string[] {
  return text
    .split(/\n[ \t]*\n/u)
    .map((paragraph) => paragraph.replace(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}

function withoutMarkup(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replaceAll('\r\n', '\n')
    .replace(hidden, '')
    .replace(htmlTag, '')
    .replace(link, '$1')
    .replace(rules, '')
    .replace(titles, '')
    .replace(announcement, '')
    .replace(lineMarks, '')
    .replace(strong, '$2')
    .replace(blockIds, '')
}

/** The sentences of each paragraph, with the spaces after them. */
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

const filterSentences = (text: string, keep: (sentence: string) => boolean): string =>
  joinSentences(sentencesOf(text).map((sentences) => sentences.filter(keep)))

/**
 * Converts an answer to plain text: paragraphs with a blank line between them, without Markdown, titles, HTML, block ids
 * and hidden characters. Removes sentences with links, and those that `leaks` recognizes.
 */
export function toPlainText(text: string, leaks: (sentence: string) => boolean): string {
  // The dots of a link would end sentences.
  const plain = withoutMarkup(text).replace(address, ADDRESS)
  return filterSentences(plain, (sentence) => !sentence.includes(ADDRESS) && !leaks(sentence))
}

/** The same for a line: one paragraph. */
export function toPlainLine(text: string, leaks: (sentence: string) => boolean): string {
  return paragraphsOf(toPlainText(text, leaks)).join(' ')
}

/** The same for a text that is still coming, whose last sentence has no end yet. */
export function toPlainPartial(text: string, leaks: (sentence: string) => boolean): string {
  const plain = withoutMarkup(text).replace(openLink, '').replace(address, '')
  return filterSentences(plain, (sentence) => !leaks(sentence))
}

const sentenceEnd = /[.!?…。！？｡．؟۔।॥።՜՞։][\s"'”’»)\]」』】）›*]*$/u
/** Thai, Lao, Khmer and Burmese end sentences with a space or with nothing. */
const endsWithoutMark = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\s"'”’)]*$/u

/** Whether a text ends as a sentence does. */
export function isFinished(text: string): boolean {
  return sentenceEnd.test(text.slice(-40)) || endsWithoutMark.test(text.slice(-40))
}

/** A text up to the end of its last full sentence; the whole text if it has none. */
export function dropUnfinished(text: string): string {
  const paragraphs = sentencesOf(text)
  let left = paragraphs.flat().findLastIndex(isFinished) + 1
  if (left === 0 || isFinished(text)) return text
  return joinSentences(paragraphs.map((sentences) => sentences.filter(() => (left -= 1) >= 0)))
}

/** Whole sentences from the beginning, of at most `mostWords` words; none if the first is longer. */
export function cutToWords(text: string, mostWords: number): string {
  if (countWords(text) <= mostWords) return text
  let words = 0
  const isKept = (sentence: string): boolean => (words += countWords(sentence)) <= mostWords
  return joinSentences(sentencesOf(text).map((sentences) => sentences.filter(isKept)))
}

/** The paragraphs of a text, those of more words than the bound divided at the ends of sentences. */
export function splitParagraphs(text: string, mostWords: number): string[] {
  return paragraphsOf(text).flatMap((paragraph) => {
    const parts: string[] = []
    for (let rest = paragraph; rest !== ''; rest = rest.slice(parts.at(-1)?.length ?? 0).trim())
      parts.push(cutToWords(rest, mostWords) || rest)
    return parts
  })
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
