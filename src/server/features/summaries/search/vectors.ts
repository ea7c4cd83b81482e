import { tokensOf } from './tokens.ts'

/** What PostgreSQL takes in a tsvector: positions up to 16383, and 255 of each word (https://www.postgresql.org/docs/current/textsearch-limitations.html). */
const MAX_POSITION = 16_383
const MAX_POSITIONS = 255
/** A tsvector has at most a megabyte; no text that is searched comes near this. */
const MAX_CHARACTERS = 50_000

const quoted = (word: string): string => `'${word.replaceAll(/['\\]/gu, '$&$&')}'`

/**
 * The words of some texts as a tsvector, in the form that the database reads. A gap before each text keeps words of two
 * texts from standing next to each other.
 */
export function vectorOf(texts: readonly string[]): string {
  const words = new Map<string, number[]>()
  let position = 0
  let left = MAX_CHARACTERS
  for (const text of texts) {
    position += 1
    for (const token of tokensOf(text.slice(0, left))) {
      position += 1
      const positions = words.get(token.text)
      if (positions === undefined) words.set(token.text, [Math.min(position, MAX_POSITION)])
      else if (positions.length < MAX_POSITIONS && position <= MAX_POSITION) positions.push(position)
    }
    left = Math.max(0, left - text.length)
  }
  return Array.from(words, ([word, positions]) => `${quoted(word)}:${positions.join(',')}`).join(' ')
}

type Terms = readonly (readonly string[])[]

function queryOf(terms: Terms, { last, operator }: { last: ':*' | ''; operator: '&' | '|' }): string {
  const words = terms.map((term) =>
    term.map((word, n) => `${quoted(word)}${n === term.length - 1 ? last : ''}`).join(' <-> '),
  )
  return words.map((word) => `(${word})`).join(` ${operator} `)
}

/** Terms as tsqueries: all of them, at least one, each by its beginning; and all of them as whole words. */
export const queriesOf = (terms: Terms): { all: string; any: string; whole: string } => ({
  all: queryOf(terms, { last: ':*', operator: '&' }),
  any: queryOf(terms, { last: ':*', operator: '|' }),
  whole: queryOf(terms, { last: '', operator: '&' }),
})
