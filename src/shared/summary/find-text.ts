const syntax = /[\^$\\.*+?()[\]{}|/]/gu

/** Finds a text as typed: any case, any white space, straight or curly quotation marks. Empty text matches nothing. */
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

export const rangesOf = (text: string, pattern: RegExp): Range[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({ start: index, end: index + match.length }))
