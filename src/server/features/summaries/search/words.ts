import { hasUnspaced, type Token, tokensOf } from '../../../../shared/text/search-tokens.ts'

/** Limits of a tsvector (https://www.postgresql.org/docs/current/textsearch-limitations.html). */
const MAX_POSITION = 16_383
export const MAX_POSITIONS = 255
/** Keeps a tsvector below one megabyte; no summary is this long. */
const MAX_CHARACTERS = 50_000

/** Languages that write compounds as one word: Seehafen, zeehaven, satama-alue. */
const compounding = new Set('da de fi fo fy hu is nb nl nn no sv'.split(' '))
export const isCompounding = (language: string | null | undefined): boolean =>
  compounding.has(language?.split('-')[0]?.toLowerCase() ?? '')

const MIN_COMPOUND = 8
const MIN_FIRST_PART = 3
const MIN_LAST_PART = 4
const letters = /^\p{L}+$/u

/** Where a second part of a compound may begin in a folded word: nowhere in a short one. */
export function* partsOf(word: string): Generator<number> {
  if (word.length < MIN_COMPOUND || !letters.test(word)) return
  for (let at = MIN_FIRST_PART; at <= word.length - MIN_LAST_PART; at += 1) yield at
}

export const quoted = (word: string): string => `'${word.replaceAll(/['\\]/gu, '$&$&')}'`

/**
 * Builds a tsvector of some texts, in PostgreSQL's text format. A gap in the positions keeps words of two texts from
 * being adjacent. In languages with compounds, the ends of long words are words at the same position.
 * @param language BCP 47 tag of the texts
 */
export function vectorOf(texts: readonly string[], language: string | null | undefined = null): string {
  const words = new Map<string, number[]>()
  const hasCompounds = isCompounding(language)
  let position = 0
  let left = MAX_CHARACTERS
  const add = (word: string): void => {
    const positions = words.get(word)
    if (positions === undefined) words.set(word, [Math.min(position, MAX_POSITION)])
    else if (positions.length < MAX_POSITIONS && position <= MAX_POSITION) positions.push(position)
  }
  for (const text of texts) {
    position += 1
    for (const token of tokensOf(text.slice(0, left))) {
      position += 1
      add(token.text)
      if (hasCompounds) for (const at of partsOf(token.text)) add(token.text.slice(at))
    }
    left = Math.max(0, left - text.length)
  }
  return Array.from(words, ([word, positions]) => `${quoted(word)}:${positions.join(',')}`).join(' ')
}

type Terms = readonly (readonly string[])[]
/** Stems of words, each with what is left of it in its other forms. */
export type Stems = ReadonlyMap<string, readonly string[]>

interface QueryForm {
  /** Whether the last word of a term matches by prefix. */
  hasPrefix: (word: string) => boolean
  operator: '&' | '|'
  stems?: Stems | undefined
}

const MIN_PREFIX = 3

/**
 * Whether a word matches longer ones in the text of a source. Nearly every source has words that begin with one or two
 * given letters; of scripts without spaces, these are words.
 */
export const isPrefixInSource = (word: string): boolean => word.length >= MIN_PREFIX || hasUnspaced.test(word)

/** The stems of a term of one word; none of several adjacent words, which are names and the like. */
export const stemsOfTerm = ([word = '', ...more]: readonly string[], stems: Stems | undefined): readonly string[] =>
  more.length > 0 ? [] : (stems?.get(word) ?? [])

function queryOf(terms: Terms, { hasPrefix, operator, stems }: QueryForm): string {
  const words = terms.map((term) => {
    const typed = term
      .map((word, n) => `${quoted(word)}${n === term.length - 1 && hasPrefix(word) ? ':*' : ''}`)
      .join(' <-> ')
    return [typed, ...stemsOfTerm(term, stems).map((stem) => `${quoted(stem)}:*`)].join(' | ')
  })
  return words.map((word) => `(${word})`).join(` ${operator} `)
}

const always = (): boolean => true

/**
 * Builds tsqueries: all terms as prefixes, any term as a prefix, all terms as whole words, all terms as prefixes or by
 * their stems, and the same for texts of sources.
 */
export const queriesOf = (
  terms: Terms,
  stems?: Stems,
): Record<'all' | 'any' | 'whole' | 'stemmed' | 'inSource', string> => ({
  all: queryOf(terms, { hasPrefix: always, operator: '&' }),
  any: queryOf(terms, { hasPrefix: always, operator: '|', stems }),
  whole: queryOf(terms, { hasPrefix: () => false, operator: '&' }),
  stemmed: queryOf(terms, { hasPrefix: always, operator: '&', stems }),
  inSource: queryOf(terms, { hasPrefix: isPrefixInSource, operator: '&', stems }),
})

/**
 * A parsed search, whose terms must all match. A term is one word or several adjacent words (O'Brien, example.com, a run
 * of Chinese). Its last word matches by prefix, since the user may still be typing, and a term of one word by its stems.
 */
export type Search =
  | { by: 'words'; terms: readonly (readonly string[])[]; stems?: Stems }
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
