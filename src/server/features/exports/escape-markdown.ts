/**
 * What could mean something in CommonMark (https://spec.commonmark.org/0.31.2/), in GitHub's strikethrough, math and
 * mentions, in wiki links, tags and templates of note-taking programs, or in HTML.
 */
const meaningful = /[\\`*_{}[\]<~$^#]|&(?=\w+;)|@(?=\S)/gu
/** An address that viewers would make a link of: the sign they look for is escaped, the words stay as they are. */
const bareAddress = /:(?=\/\/)|(?<=www)\./giu
/** What would make a line a list, a quotation, a rule, a definition or a comment if it stood first in it. */
const beginning = /^(?:[>+=:%-]|(?<digits>\d{1,9})(?=[.)]))/u
const doubled = /==|%%/gu
/** Controls, and marks that turn the direction of everything that follows them. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu

/** One line of text that can be seen: white space folded, controls gone, halves of surrogate pairs replaced. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unseen, ' ').replace(/\s+/gu, ' ').trim()
}

/**
 * Foreign text as one line of Markdown that any viewer shows as the text it is. It can stand at the beginning of a line
 * or anywhere within, and never becomes a link, an image, HTML or a block of its own.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(meaningful, '\\$&')
    .replace(doubled, (pair) => `\\${pair[0]}\\${pair[1]}`)
    .replace(bareAddress, '\\$&')
    .replace(beginning, (mark, digits: string | undefined) => (digits === undefined ? `\\${mark}` : `${digits}\\`))
}

/** An address of the web as a browser writes it; null for any other, and for one that carries a name or a password. */
export function webAddress(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return url.username === '' && url.password === '' ? url.href : null
}

/** Of the characters of an address, those that a link's target cannot hold as they are, whatever reads it. */
const extraordinary = /[^\w\-.~:/?#@!$&*+,;=%]/gu
const percentEncoded = (char: string): string =>
  Array.from(Buffer.from(char), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
/** What an `&` would turn into another character. */
const entity = /&(?=#?\w+;)/gu

/** A link to an address of the web; the text alone where the address is none. */
export function markdownLink(text: string, address: string | null): string {
  const label = escapeMarkdown(text)
  const url = address === null ? null : webAddress(address)
  if (url === null || label === '') return label
  return `[${label}](${url.replace(extraordinary, percentEncoded).replace(entity, '&amp;')})`
}
