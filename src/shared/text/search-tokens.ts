/**
 * A word of a text for searching, folded so that case, accents and compatibility forms make no difference. The database
 * only compares these words and never splits texts itself, so results don't depend on its locale.
 */
export interface Token {
  /** Folded. */
  text: string
  /** Position in the text, in UTF-16 units. */
  start: number
  end: number
}

/** Scripts without spaces between words. */
const unspaced =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{N}]]'
export const hasUnspaced = new RegExp(unspaced, 'v')
/** Vowel signs, accents, and invisible joiners and hyphens. */
const within = '\\p{M}\\u00ad\\u200c\\u200d\\u2060'

/** A word, or (the group) a run of an unspaced script. C++ and C# are words. */
const pieces = new RegExp(
  `[[\\p{L}\\p{N}]--${unspaced}][[\\p{L}\\p{N}${within}]--${unspaced}]*[+#]*|((?:${unspaced}[${within}]*)+)`,
  'gv',
)
/** One character of a run, with its vowel signs. */
const characters = new RegExp(`${unspaced}[${within}]*`, 'gv')

/**
 * Characters to remove from a folded word: accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and
 * everything that is not part of a word. Vowel signs of Indic scripts and Thai and Japanese voicing marks stay: without
 * them it is another word.
 */
const ignored = /[[[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]&&\p{Mn}]--[\u3099\u309a]]|\u0640|[^\p{L}\p{N}\p{M}+#]/gv
const plain = /^[a-zA-Z\d+#]*$/u

/** Longer words are cut: words in a tsvector have a limit. */
const MAX_LENGTH = 100

/** Folds compatibility forms, case (ß and SS, σ and ς) and accents of a word. */
export function fold(word: string): string {
  if (plain.test(word)) return word.toLowerCase()
  const letters = word.normalize('NFKD').replace(ignored, '').toUpperCase().toLowerCase()
  return letters.normalize('NFKD').replace(ignored, '').replaceAll('ς', 'σ')
}

const shorten = (word: string): string =>
  word.length <= MAX_LENGTH ? word : word.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/u, '')

/** Cache of folded characters of runs, which repeat often. */
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

/** The pairs of adjacent characters in a run, and its last character. Any part of the run is a sequence of these. */
function* pairs(run: string, at: number): Generator<Token> {
  const units = Array.from(run.matchAll(characters), ({ 0: unit, index }) => ({ unit, start: at + index }))
  for (const [n, { unit, start }] of units.entries()) {
    const next = units[n + 1]
    const end = next === undefined ? start + unit.length : next.start + next.unit.length
    yield { text: foldUnit(unit) + (next === undefined ? '' : foldUnit(next.unit)), start, end }
  }
}

/** The words of a text in order. A run of Chinese, Japanese, Thai and the like yields pairs of adjacent characters. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: piece, 1: run, index } of text.matchAll(pieces)) {
    if (run !== undefined) yield* pairs(run, index)
    else yield { text: shorten(fold(piece)), start: index, end: index + piece.length }
  }
}

/** Position in the text where the first `length` folded characters of a token end. */
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
