const syntax = /[\^$\\.*+?()[\]{}|/]/gu

/**
 * A pattern that finds a text as typed, in any case, with any white space between its words, and with straight or curly
 * quotation marks. Matches nothing for an empty text.
 */
export function findPattern(text: string): RegExp {
  const words = text.trim().split(/\s+/u)
  if (words[0] === '') return /(?!)/gu
  const source = words.map((word) =>
    word.replace(syntax, '\\$&').replace(/['‘’]/gu, "['‘’]").replace(/["“”]/gu, '["“”]'),
  )
  return new RegExp(source.join(String.raw`\s+`), 'giu')
}

/** A range of a text, from its first character to the one after its last. */
export interface Range {
  start: number
  end: number
}

/** The ranges of a text that a pattern matches. */
export const rangesOf = (text: string, pattern: RegExp): Range[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({ start: index, end: index + match.length }))
