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
    String.raw`(?<number>\p{Nd}+(?:[.,:\/'’٫٬،．，：]\p{Nd}+)*)`,
    String.raw`(?<character>[${unspaced}][\p{M}\uFF9E\uFF9F${unseen}]*)`,
    // Apostrophes and the marks of Hebrew abbreviations belong to a word when letters stand on both sides.
    String.raw`(?<word>${letter}${inWord}*(?:(?:['’‘ʼʻ＇\`´]|(?<=[\u05D0-\u05EA])["״])${letter}${inWord}*)*)`,
    // A dash is a sign before a digit, unless it only ties the digit to a word ("COVID-19").
    String.raw`(?<sign>\p{No}|[\p{Sc}%‰٪％＄#@&+=<>~^°§×÷±]|(?<![\p{L}\p{Nd}])[\-−‐‑–—－](?=\p{Nd})|(?<=\p{Nd})\s?[\-−‐‑–—－]\s?(?=\p{Nd}))`,
  ].join('|'),
  'gv',
)

/** Cuts a text into what it says; punctuation, white space and ornaments stand between the tokens. */
export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(pieces)) {
    const { number, character, word } = match.groups ?? {}
    const kind =
      word !== undefined ? 'word' : number !== undefined ? 'number' : character !== undefined ? 'character' : 'sign'
    yield { start: match.index, end: match.index + match[0].length, kind }
  }
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
