/**
 * Words as a search knows them: cut out of a text, and folded so that upper and lower case, accents and other ways of
 * writing the same make no difference. The database never takes a text apart: what it is given are these words, and a
 * mark in a text is put where these words say. So every locale finds the same.
 */
export interface Token {
  /** Folded. */
  text: string
  /** Where it stands in the text, in UTF-16 units. */
  start: number
  end: number
}

/** Scripts that put no spaces between words. */
const unspaced =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{N}]]'
/** Vowel signs and accents; what joins or breaks without being seen. */
const within = '\\p{M}\\u00ad\\u200c\\u200d\\u2060'

/** A word, or (the group) a run of an unspaced script. C++ and C# are words. */
const pieces = new RegExp(
  `[[\\p{L}\\p{N}]--${unspaced}][[\\p{L}\\p{N}${within}]--${unspaced}]*[+#]*|((?:${unspaced}[${within}]*)+)`,
  'gv',
)
/** One character of a run, with its vowel signs. */
const characters = new RegExp(`${unspaced}[${within}]*`, 'gv')

/**
 * What is left out of a folded word. Accents of scripts whose marks are written on top of letters: those of Latin, Greek
 * and Cyrillic, the points of Hebrew and Arabic. Not the vowel signs of Indian scripts and Thai, nor the voicing marks
 * of Japanese: without them it is another word. And what is no part of a word at all.
 */
const ignored = /[[[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]&&\p{Mn}]--[\u3099\u309a]]|\u0640|[^\p{L}\p{N}\p{M}+#]/gv
const plain = /^[a-zA-Z\d+#]*$/u

/** Longer words are known by their beginning: a word of the database has a limit. */
const MAX_LENGTH = 100

/** A word as it is compared: compatibility forms, case (ß and SS, σ and ς) and accents folded away. */
export function fold(word: string): string {
  if (plain.test(word)) return word.toLowerCase()
  const letters = word.normalize('NFKD').replace(ignored, '').toUpperCase().toLowerCase()
  return letters.normalize('NFKD').replace(ignored, '').replaceAll('ς', 'σ')
}

const shorten = (word: string): string =>
  word.length <= MAX_LENGTH ? word : word.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/u, '')

/** Characters of runs, folded: there are few different ones in all texts of a language. */
const foldedUnits = new Map<string, string>()
const MAX_FOLDED_UNITS = 20_000

function foldUnit(unit: string): string {
  const known = foldedUnits.get(unit)
  if (known !== undefined) return known
  if (foldedUnits.size >= MAX_FOLDED_UNITS) foldedUnits.clear()
  const folded = fold(unit)
  foldedUnits.set(unit, folded)
  return folded
}

/** The pairs of neighbors in a run, and its last character: whatever stands in it begins one and goes on in the next. */
function* pairs(run: string, at: number): Generator<Token> {
  const units = Array.from(run.matchAll(characters), ({ 0: unit, index }) => ({ unit, start: at + index }))
  for (const [n, { unit, start }] of units.entries()) {
    const next = units[n + 1]
    const end = next === undefined ? start + unit.length : next.start + next.unit.length
    yield { text: foldUnit(unit) + (next === undefined ? '' : foldUnit(next.unit)), start, end }
  }
}

/**
 * The words of a text in order. A run of Chinese, Japanese, Thai and the like, where nothing says what a word is, gives
 * pairs of neighboring characters, each one word further than the last.
 */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: piece, 1: run, index } of text.matchAll(pieces)) {
    if (run !== undefined) yield* pairs(run, index)
    else yield { text: shorten(fold(piece)), start: index, end: index + piece.length }
  }
}

/** Where in a text a token's first folded characters end. */
export function endOfBeginning(text: string, { start, end }: Token, length: number): number {
  if (plain.test(text.slice(start, end))) return Math.min(start + length, end)
  let at = start
  let folded = 0
  for (const character of text.slice(start, end)) {
    if (folded >= length && !/^\p{M}/u.test(character)) break
    folded += fold(character).length
    at += character.length
  }
  return at
}

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
