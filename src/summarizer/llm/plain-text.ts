import { filterSentences, paragraphsOf } from '../text/cut-text.ts'

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
