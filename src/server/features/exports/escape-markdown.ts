/**
 * Characters with a meaning in CommonMark (https://spec.commonmark.org/0.31.2/), in GitHub's strikethrough, math and
 * mentions, in wiki links, tags and templates of note-taking apps, or in HTML.
 */
const special = /[\\`*_{}[\]<~$^#]|&(?=\w+;)|@(?=\S)/gu
/** Characters by which viewers recognize a bare URL. */
const bareUrl = /:(?=\/\/)|(?<=www)\./giu
/** Beginning of a line that would make it a list, a quote, a rule, a definition or a comment. */
const blockStart = /^(?:[>+=:%-]|(?<digits>\d{1,9})(?=[.)]))/u
const doubled = /==|%%/gu
/** Control characters, line breaks and directional formatting characters. */
const invisible = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu

/** Converts text to one line: folds white space, removes control characters, and replaces lone surrogates. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(invisible, ' ').replace(/\s+/gu, ' ').trim()
}

/** Escapes foreign text as one line of Markdown. It never becomes a link, an image, HTML or a block. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(special, '\\$&')
    .replace(doubled, (pair) => `\\${pair[0]}\\${pair[1]}`)
    .replace(bareUrl, '\\$&')
    .replace(blockStart, (mark, digits: string | undefined) => (digits === undefined ? `\\${mark}` : `${digits}\\`))
}

/** Normalizes an http URL; null for other URLs and for those with credentials. */
export function webAddress(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return url.username === '' && url.password === '' ? url.href : null
}

/** Characters of a URL that need percent-encoding in a link's target. */
const unsafeInTarget = /[^\w\-.~:/?#@!$&*+,;=%]/gu
const percentEncoded = (char: string): string =>
  Array.from(Buffer.from(char), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
/** An `&` that would begin a character reference. */
const entity = /&(?=#?\w+;)/gu

/** A link to an http URL; only the text for other URLs. */
export function markdownLink(text: string, address: string | null): string {
  const label = escapeMarkdown(text)
  const url = address === null ? null : webAddress(address)
  if (url === null || label === '') return label
  return `[${label}](${url.replace(unsafeInTarget, percentEncoded).replace(entity, '&amp;')})`
}
