import { splitSentences } from '../extractive/sentences.ts'

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
export function paragraphsOf(text: string): string[] {
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

/** The sentences that are to be kept, with the spaces between them as they were. */
function filterSentences(text: string, keep: (sentence: string) => boolean): string {
  return paragraphsOf(text)
    .map((paragraph) => {
      const sentences = splitSentences(paragraph)
      return sentences
        .map(({ start, end }, at) =>
          keep(paragraph.slice(start, end)) ? paragraph.slice(start, sentences[at + 1]?.start ?? end) : '',
        )
        .join('')
        .trim()
    })
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/**
 * What a model wrote, as plain text: paragraphs with a blank line between them, without Markdown, titles, HTML, ids of
 * blocks and hidden characters. A sentence that holds an address, or that `leaks`, goes: a summary has no business with either.
 */
export function toPlainText(text: string, leaks: (sentence: string) => boolean): string {
  // An address is no end of a sentence, but its marks look like some.
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
