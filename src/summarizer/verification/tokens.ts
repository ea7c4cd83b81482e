import { asciiDigits } from '../../shared/text/numerals.ts'

const invisibles = String.raw`\u00AD\u034F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF`
/** Soft hyphen, zero-width characters, direction marks, byte order mark; and the stroke that stretches Arabic words. */
const invisible = new RegExp(String.raw`[${invisibles}\u0640\p{Variation_Selector}]`, 'gv')
/** Vowel points, which Arabic and Hebrew may leave out. */
const pointing = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED]/gu
const apostrophes = /['’‘ʼʻ＇`´׳]/gu
const hebrewMarks = /(?<=[\u05D0-\u05EA])["״]/gu

/** Folds spellings: NFKC, full case folding in no particular language (ß equals SS, ı equals i), no vowel points. */
export function foldWord(word: string): string {
  // Most words are plain ASCII.
  if (/^[a-z\d]*$/i.test(word)) return word.toLowerCase()
  return word
    .replace(invisible, '')
    .replace(hebrewMarks, '')
    .normalize('NFKC')
    .replace(apostrophes, "'")
    .toUpperCase()
    .toLowerCase()
    .replace(/i\u0307/gu, 'i')
    .replace(/ς/gu, 'σ')
    .replace(pointing, '')
}

/** `character`: of a script without spaces between words. `sign`: %, $, +, a minus and the like. */
export type TokenKind = 'word' | 'number' | 'character' | 'sign'

export interface Token {
  start: number
  end: number
  kind: TokenKind
}

/** Tokens of a row from `from` up to, but not including, `to`. */
export interface TokenRange {
  from: number
  to: number
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\uFF70\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const letter = String.raw`[[\p{L}\p{M}\p{Nl}]--[${unspaced}\uFF9E\uFF9F]]`
const inWord = String.raw`(?:${letter}|[${invisibles}])`

const pieces = new RegExp(
  [
    // Digits and their separators: 1,234.5 and 12:30 and 12/05/2020 are one token each.
    String.raw`(\p{Nd}+(?:[.,:\/'’٫٬،．，：]\p{Nd}+)*)`,
    String.raw`([${unspaced}][\p{M}\uFF9E\uFF9F${invisibles}]*)`,
    // Apostrophes and the marks of Hebrew abbreviations belong to a word if letters surround them.
    String.raw`(${letter}${inWord}*(?:(?:['’‘ʼʻ＇\`´]|(?<=[\u05D0-\u05EA])["״])${letter}${inWord}*)*)`,
    // A dash before a digit is a sign, unless it joins the digit to a word ("COVID-19").
    String.raw`(?:\p{No}|[\p{Sc}%‰٪％＄#@&+=<>~^°§×÷±]|(?<![\p{L}\p{Nd}])[\-−‐‑–—－](?=\p{Nd})|(?<=\p{Nd})\s?[\-−‐‑–—－]\s?(?=\p{Nd}))`,
  ].join('|'),
  'gv',
)

/** Splits a text into tokens; punctuation and white space separate them. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(pieces), ({ index, 0: raw, 1: number, 2: character, 3: word }) => {
    const kind = word ? 'word' : number ? 'number' : character ? 'character' : 'sign'
    return { start: index, end: index + raw.length, kind }
  })
}

export function foldToken(raw: string, kind: TokenKind): string {
  if (kind === 'word' || kind === 'character') return foldWord(raw)
  if (kind === 'number') {
    const digits = asciiDigits(raw).replace(/٫/gu, '.').replace(/[٬،]/gu, ',')
    return digits.normalize('NFKC').replace(/[’']/gu, "'")
  }
  if (/[-−‐‑–—－]/u.test(raw)) return '-'
  const plain = raw.normalize('NFKC')
  const fraction = /^(\d+)⁄(\d+)$/u.exec(plain)
  if (fraction !== null) return `${fraction[1]}/${fraction[2]}`
  // A raised digit stays one: 10² is not 102.
  return /^\p{No}/u.test(raw) ? `^${plain}` : plain
}

export interface TokenRow {
  readonly length: number
  /** Folded form of a token; empty out of range. */
  form(at: number): string
  kind(at: number): TokenKind | undefined
  /** A token as written; empty out of range. */
  raw(at: number): string
  /** Text between a token and the one before it. */
  gapBefore(at: number): string
}

export class TextRow implements TokenRow {
  readonly tokens: readonly (Token & { raw: string; form: string })[]
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.tokens = tokensOf(text).map(({ start, end, kind }) => {
      const raw = text.slice(start, end)
      return { start, end, kind, raw, form: foldToken(raw, kind) }
    })
  }

  get length(): number {
    return this.tokens.length
  }

  form(at: number): string {
    return this.tokens[at]?.form ?? ''
  }

  kind(at: number): TokenKind | undefined {
    return this.tokens[at]?.kind
  }

  raw(at: number): string {
    return this.tokens[at]?.raw ?? ''
  }

  gapBefore(at: number): string {
    return this.#text.slice(this.tokens[at - 1]?.end ?? 0, this.tokens[at]?.start ?? this.#text.length)
  }
}
