import { truncate } from '../../shared/text/format.ts'
import { countWords } from '../../shared/text/words.ts'
import { splitSentences } from '../text/sentences.ts'

/** Longest text of one field; the rest is dropped. */
const MAX_CHARACTERS = 20_000

/** Placeholder of a link until its sentence is removed. */
const ADDRESS = '\uE000'
const hidden = /[\uE000\uFFF9-\uFFFB[\p{Default_Ignorable_Code_Point}--[\u200C\u200D]][\p{Cc}--[\n\t]]]/gv
const htmlTag = /<[/!?]?[a-zA-Z][^<>]{0,400}>|<!--[^<>]{0,400}-->|<\|[^<>|]{0,80}\|>/gu
const link = /!?\[([^[\]]{0,400})\](?:\([^()]{0,2000}\)|\[[^[\]]{0,80}\])/gu
/** An incomplete link at the end of a streamed text. */
const openLink = /!?\[[^[\]]{0,400}(?:\]\([^()]{0,2000})?$/u
const address = /(?:https?:\/\/|www\.)[^\s<>"'）)\]}]{0,2000}[^\s<>"'）)\]}.,;:!?]/giu
const blockIds = /\s{0,3}[[(]\s?b\d{1,7}(?:[\s,;–-]{1,3}b?\d{1,7}){0,20}\s?[\])]/gu
const lineMarks =
  /^[ \t]{0,8}(?:#{1,6}[ \t]{1,4}|>(?![ \t]?[=~≈±+−\p{Sc}\p{N}.,]|[ \t]?-\p{N})[ \t]?|[-*•‣·][ \t]{1,4})+/gmu
/** Titles: lines that do not end like a sentence. */
const titles =
  /^[ \t]{0,8}(?:#{1,6}[ \t]{1,4}[^\n]{1,200}(?<![.!?…。！？।])|\*\*[^*\n]{1,200}(?<![.!?…。！？।])\*\*:?)[ \t]{0,8}\n(?=\s*\S)/gmu
/** A first line that announces the summary: "Here is the summary you asked for:". */
const announcement = /^\s{0,80}[^\n]{1,200}[:：][ \t]{0,8}\n(?=\s*\S)/u
const rules = /^[ \t]{0,8}(?:[-*_=]{3,200}|`{3,10}[^\n]{0,40})[ \t]*$/gmu
const strong = /(?<![\p{L}\p{N}])(\*{1,3}|__|`)(?=\S)([^*_`\n]{1,800})\1/gu

/** Whether a text contains a link. */
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
    .slice(0, MAX_CHARACTERS)
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
 * Converts an answer to plain text: paragraphs with a blank line between them, without Markdown, titles, HTML, block
 * ids and hidden characters. Removes sentences with links, and those that `leaks` recognizes.
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

/** A streamed answer whose texts end before an incomplete link. */
export function dropOpenLinks(answer: unknown): unknown {
  if (typeof answer === 'string') return answer.replace(openLink, '')
  if (Array.isArray(answer)) return answer.map(dropOpenLinks)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, dropOpenLinks(value)]))
}

const sentenceEnd = /[.!?…。！？｡．؟۔।॥።՜՞։][\s"'”’»)\]」』】）›*]*$/u
/** Thai, Lao, Khmer and Burmese sentences may end without a mark. */
const endsWithoutMark = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\s"'”’)]*$/u

/** Whether a text ends like a sentence. */
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

/** The paragraphs of a text; splits longer ones at the ends of sentences. */
export function splitParagraphs(text: string, mostWords: number): string[] {
  return paragraphsOf(text).flatMap((paragraph) => {
    const parts: string[] = []
    for (let rest = paragraph; rest !== ''; rest = rest.slice(parts.at(-1)?.length ?? 0).trim())
      parts.push(cutToWords(rest, mostWords) || rest)
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
