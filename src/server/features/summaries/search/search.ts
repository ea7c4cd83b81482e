import { type Token, tokensOf } from './words.ts'

/**
 * What somebody is looking for. Every term has to be there. A term is one word or several that stand next to each other
 * (O'Brien, example.com, a run of Chinese), and of the last one a beginning is enough: it may still be being typed, and
 * no word is ever cut down to its stem.
 */
export type Search =
  | { by: 'words'; terms: readonly (readonly string[])[] }
  /** Signs that make no word, to be found as they are. */
  | { by: 'signs'; text: string }

/** More of them find nothing more exactly, and what the database takes is bounded. */
const MAX_TERMS = 64
const MAX_PARTS = 64

/** The last character of a run that also stands in the pair before it. */
const isRest = (token: Token, before: Token | undefined): boolean =>
  before !== undefined && before.end === token.end && before.start < token.start

function termOf(chunk: string): string[] {
  const tokens = [...tokensOf(chunk)]
  return tokens
    .filter((token, n) => n < tokens.length - 1 || !isRest(token, tokens[n - 1]))
    .slice(0, MAX_PARTS)
    .map(({ text }) => text)
}

/** Reads what was typed; null where that is nothing. */
export function readSearch(typed: string): Search | null {
  const text = typed.trim()
  if (text === '') return null
  const terms = text
    .split(/\s+/u)
    .map(termOf)
    .filter((term) => term.length > 0)
  if (terms.length === 0) return { by: 'signs', text }
  const different = new Map(terms.map((term) => [JSON.stringify(term), term]))
  return { by: 'words', terms: [...different.values()].slice(0, MAX_TERMS) }
}
