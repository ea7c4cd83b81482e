import { type Token, tokensOf } from './words.ts'

/**
 * A parsed search, whose terms must all match. A term is one word or several adjacent words (O'Brien, example.com, a run
 * of Chinese). Its last word matches by prefix, since the user may still be typing; there is no stemming.
 */
export type Search =
  | { by: 'words'; terms: readonly (readonly string[])[] }
  /** A search without words, which matches verbatim. */
  | { by: 'signs'; text: string }

/** Limits of a query to the database. */
const MAX_TERMS = 64
const MAX_PARTS = 64

/** Whether a token is the last character of a run, which the pair before it already contains. */
const isRest = (token: Token, before: Token | undefined): boolean =>
  before !== undefined && before.end === token.end && before.start < token.start

function termOf(chunk: string): string[] {
  const tokens = [...tokensOf(chunk)]
  return tokens
    .filter((token, n) => n < tokens.length - 1 || !isRest(token, tokens[n - 1]))
    .slice(0, MAX_PARTS)
    .map(({ text }) => text)
}

/** Parses a search; null for an empty one. */
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
