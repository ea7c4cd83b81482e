/** Invisible characters: soft hyphen, zero-width characters, marks of direction, byte order mark. */
const invisible =
  /\u034F|[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\p{Variation_Selector}/gu
/** Vowel marks that Arabic and Hebrew write or leave out, and the stroke that stretches an Arabic word. */
const pointing = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED]/gu
const tatweel = /\u0640/gu
const apostrophes = /['’‘ʼʻ＇`´]/gu
const hebrewMarks = /(?<=[\u05D0-\u05EA])["״]/gu
const geresh = /[\u05F3]/gu

/** The digit that a character of any script stands for (Unicode keeps the ten of a script together), or null. */
export function digitOf(character: string): number | null {
  if (!/^\p{Nd}$/u.test(character)) return null
  const point = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1
  // Only the mathematical digits stand next to others of their kind; they come in tens as well.
  return point >= 0x1d7ce && point <= 0x1d7ff ? (point - 0x1d7ce) % 10 : value
}

const foreignDigit = /[\p{Nd}--[0-9]]/gv

/** Digits of all scripts as 0-9, and the Arabic separators as point and comma. */
function foldDigits(text: string): string {
  return text
    .replace(foreignDigit, (digit) => String(digitOf(digit) ?? digit))
    .replace(/٫/gu, '.')
    .replace(/[٬،]/gu, ',')
}

/** A word as it is written, in one form of Unicode, without what nobody sees; case and vowel points still stand. */
function written(word: string): string {
  return word
    .replace(invisible, '')
    .replace(tatweel, '')
    .replace(hebrewMarks, '')
    .normalize('NFKC')
    .replace(apostrophes, "'")
    .replace(geresh, "'")
}

/** The dot that lower case leaves on a Turkish capital İ. */
const dotted = /i\u0307/gu

/**
 * The form under which two writings of a word meet: NFKC, full case folding in no particular language (ß and SS are
 * one, as are ı and i), no vowel points. It may join two words that differ; `sameWord` tells them apart.
 */
export function foldWord(word: string): string {
  const plain = written(word)
  // Most words are plain ASCII, where none of the rest does anything.
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.toLowerCase()
  return plain.toUpperCase().toLowerCase().replace(dotted, 'i').replace(/ς/gu, 'σ').replace(pointing, '')
}

const precise = (word: string) => written(word).toLowerCase().replace(dotted, 'i').replace(/ς/gu, 'σ')
const isCapitals = (word: string) => /\p{Lu}.*\p{Lu}/su.test(word) && !/\p{Ll}/u.test(word)

/**
 * Whether two writings that fold to the same form are the same word: "Maße" is not "Masse" though both are MASSE in
 * capitals, and two words with different vowel points are two words, while one without any may be either.
 */
export function sameWord(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [precise(one), precise(other)]
  if (first === second) return true
  const [bareFirst, bareSecond] = [first.replace(pointing, ''), second.replace(pointing, '')]
  if (bareFirst === bareSecond) return bareFirst === first || bareSecond === second
  return isCapitals(one) || isCapitals(other)
}

/** A word, number, character of a script without spaces, or sign that means something, with where it stands. */
export interface Token {
  start: number
  end: number
  kind: TokenKind
}

/** `character`: of a script that puts no spaces between words. `sign`: %, $, +, a minus: what may not be left out. */
export type TokenKind = 'word' | 'number' | 'character' | 'sign'

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\uFF70\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const unseen = String.raw`\u00AD\u034F\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF`
const letter = String.raw`[[\p{L}\p{M}\p{Nl}]--[${unspaced}\uFF9E\uFF9F]]`
const inWord = String.raw`(?:${letter}|[${unseen}])`

const pieces = new RegExp(
  [
    // Digits with what separates them: 1,234.5 and 12:30 and 12/05/2020 are one token each.
    String.raw`(\p{Nd}+(?:[.,:\/'’٫٬،．，：]\p{Nd}+)*)`,
    String.raw`([${unspaced}][\p{M}\uFF9E\uFF9F${unseen}]*)`,
    // Apostrophes and the marks of Hebrew abbreviations belong to a word when letters stand on both sides.
    String.raw`(${letter}${inWord}*(?:(?:['’‘ʼʻ＇\`´]|(?<=[\u05D0-\u05EA])["״])${letter}${inWord}*)*)`,
    // A dash is a sign before a digit, unless it only ties the digit to a word ("COVID-19").
    String.raw`(?:\p{No}|[\p{Sc}%‰٪％＄#@&+=<>~^°§×÷±]|(?<![\p{L}\p{Nd}])[\-−‐‑–—－](?=\p{Nd})|(?<=\p{Nd})\s?[\-−‐‑–—－]\s?(?=\p{Nd}))`,
  ].join('|'),
  'gv',
)

const isAsciiLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const APOSTROPHE = 39

/** End of a word of ASCII letters; -1 where the word goes on in other letters or another apostrophe. */
function asciiWordEnd(text: string, start: number): number {
  let end = start + 1
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (isAsciiLetter(code)) continue
    if (code > 127 || text.charAt(end) === '`') return -1
    if (code !== APOSTROPHE || end + 1 === text.length) return end
    const next = text.charCodeAt(end + 1)
    if (next > 127) return -1
    if (!isAsciiLetter(next)) return end
  }
  return end
}

/**
 * Cuts a text into what it says; punctuation, white space and ornaments stand between the tokens.
 *
 * @param visit called with each token, in order
 */
export function scanTokens(text: string, visit: (start: number, end: number, kind: TokenKind) => void): void {
  let at = 0
  while (at < text.length) {
    // Most of most texts: plain words and plain spaces, which need no expression.
    const code = text.charCodeAt(at)
    if (code === 32) {
      at += 1
      continue
    }
    const end = isAsciiLetter(code) ? asciiWordEnd(text, at) : -1
    if (end > 0) {
      visit(at, end, 'word')
      at = end
      continue
    }
    pieces.lastIndex = at
    const match = pieces.exec(text)
    if (match === null) return
    at = match.index + match[0].length
    visit(match.index, at, kindOf(match))
  }
}

function kindOf([, number, character, word]: RegExpExecArray): TokenKind {
  if (word !== undefined) return 'word'
  if (number !== undefined) return 'number'
  return character === undefined ? 'sign' : 'character'
}

/** The tokens of a text that is no whole document. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  scanTokens(text, (start, end, kind) => tokens.push({ start, end, kind }))
  return tokens
}

const fraction = /^(\d+)⁄(\d+)$/u

/** The form under which two writings of a token meet. */
export function foldToken(raw: string, kind: TokenKind): string {
  switch (kind) {
    case 'word':
    case 'character':
      return foldWord(raw)
    case 'number':
      return foldDigits(raw).normalize('NFKC').replace(/[’']/gu, "'")
    case 'sign': {
      if (/[-−‐‑–—－]/u.test(raw)) return '-'
      const plain = raw.normalize('NFKC')
      const parts = fraction.exec(plain)
      if (parts !== null) return `${parts[1]}/${parts[2]}`
      // Raised digits keep their height: 10² is not 102.
      return /^\p{No}/u.test(raw) ? `^${plain}` : plain
    }
  }
}

/** A text as a row of tokens, however it is kept: a whole document, or a sentence of a summary. */
export interface TokenRow {
  readonly length: number
  /** Folded form of a token; empty beyond the ends. */
  form(at: number): string
  kind(at: number): TokenKind | undefined
  /** A token as it is written; empty beyond the ends. */
  raw(at: number): string
  /** Text between a token and the one before it. */
  gapBefore(at: number): string
}

/** A token of a short text with how it is written. */
interface RowToken {
  start: number
  end: number
  raw: string
}

/** A short text as a row. */
export class TextRow implements TokenRow {
  readonly tokens: readonly RowToken[]
  private readonly text: string
  private readonly forms: readonly string[]
  private readonly kinds: readonly TokenKind[]

  constructor(text: string) {
    this.text = text
    const tokens = tokensOf(text)
    this.kinds = tokens.map(({ kind }) => kind)
    this.tokens = tokens.map(({ start, end }) => ({ start, end, raw: text.slice(start, end) }))
    this.forms = tokens.map(({ start, end, kind }) => foldToken(text.slice(start, end), kind))
  }

  get length(): number {
    return this.tokens.length
  }

  form(at: number): string {
    return this.forms[at] ?? ''
  }

  kind(at: number): TokenKind | undefined {
    return this.kinds[at]
  }

  raw(at: number): string {
    return this.tokens[at]?.raw ?? ''
  }

  gapBefore(at: number): string {
    return this.text.slice(this.tokens[at - 1]?.end ?? 0, this.tokens[at]?.start ?? this.text.length)
  }
}
