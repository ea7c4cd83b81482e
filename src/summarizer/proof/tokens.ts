import { foldDigits, foldWord } from './folding.ts'

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
