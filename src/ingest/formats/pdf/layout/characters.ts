import { ligatureLetters } from '../pdfium/ligatures.ts'

export const isSpace = (code: number): boolean =>
  code === 0x20 ||
  code === 0xa0 ||
  code === 0x3000 ||
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x2000 && code <= 0x200a)

/** Whether PDFium inserted a space for a gap between two letters: painted spaces have a width. */
export const isGuessedSpace = (code: number, x0: number, x1: number): boolean => code === 0x20 && x0 === x1

/** In the place of a letter that is struck out: no text, and no gap. */
export const STRUCK_OUT = -1

/** PDFium's code for the hyphen at the end of a line. */
const LINE_END_HYPHEN = 2

/** Presentation forms with separate code points: ligatures, Arabic forms, vertical punctuation, Kangxi radicals. */
const isPresentationForm = (code: number): boolean =>
  (code >= 0xfb00 && code <= 0xfb06) ||
  (code >= 0xfb13 && code <= 0xfb17) ||
  (code >= 0xfb1d && code <= 0xfdff) ||
  (code >= 0xfe10 && code <= 0xfe19) ||
  (code >= 0xfe30 && code <= 0xfe4f) ||
  (code >= 0xfe70 && code <= 0xfefc) ||
  (code >= 0x2f00 && code <= 0x2fd5)

/** Private-use codes of bullets in symbol fonts. */
const symbolBullets: ReadonlySet<number> = new Set([0xf0b7, 0xf0a7, 0xf076, 0xf0d8, 0xf0fc, 0xf06c, 0xf06e, 0xf071])

/**
 * Letters with private-use codes: Apple's two ligatures, and the old-style figures and small capitals of Adobe's corporate
 * use subarea (Adobe Glyph List 1.2).
 */
function privateLetter(code: number): string | null {
  if (code === 0xf001) return 'fi'
  if (code === 0xf002) return 'fl'
  if (code >= 0xf730 && code <= 0xf739) return String.fromCharCode(code - 0xf700)
  return code >= 0xf761 && code <= 0xf77a ? String.fromCharCode(code - 0xf700) : null
}

const MAX_CACHED = 20_000

/** Caches a function of codes, which is called for every character of a document. */
function cached<T>(compute: (code: number) => T): (code: number) => T {
  const known = new Map<number, T>()
  return (code) => {
    const value = known.get(code)
    if (value !== undefined) return value
    const computed = compute(code)
    if (known.size < MAX_CACHED) known.set(code, computed)
    return computed
  }
}

function convert(code: number): string {
  const letters = ligatureLetters(code)
  if (letters !== null) return letters
  if (code === LINE_END_HYPHEN) return '-'
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10ffff || (code & 0xfffe) === 0xfffe) return ''
  if (symbolBullets.has(code)) return '•'
  const letter = privateLetter(code)
  if (letter !== null) return letter
  const character = String.fromCodePoint(code)
  return isPresentationForm(code) ? character.normalize('NFKC') : character
}

/** The text of a character code: letters for ligatures and presentation forms, empty for codes without meaning. */
export const characterText = cached(convert)

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
export const isRtl = (code: number): boolean =>
  (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfeff)

/** Digits of Arabic, Persian and Urdu, and of N'Ko. */
export const isRtlDigit = (code: number): boolean =>
  (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9) || (code >= 0x7c0 && code <= 0x7c9)

/** Chinese, Japanese and Korean: characters that fill a square and may run vertically. */
export const isSquare = (code: number): boolean =>
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xfe10 && code <= 0xfe4f) ||
  (code >= 0xff00 && code <= 0xffef) ||
  (code >= 0x20000 && code <= 0x3ffff)

/** Squares of scripts with spaces: Hangul and its letters, full-width Latin. */
const isSpacedSquare = (code: number): boolean =>
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0x3130 && code <= 0x318f) ||
  (code >= 0xff10 && code <= 0xff5a) ||
  (code >= 0xffa0 && code <= 0xffdc)

/** Chinese and Japanese, which have no spaces between words. */
export const isUnspaced = (code: number): boolean => isSquare(code) && !isSpacedSquare(code)

/** Devanagari, Bengali and Gurmukhi. */
export const isHanging = (code: number): boolean => code >= 0x900 && code <= 0xa7f

const mark = /^\p{M}$/u
const isCombining = cached((code) => code <= 0x10ffff && mark.test(String.fromCodePoint(code)))

/** Accents and vowel signs, which are over, under or around the letter before them. */
export const isMark = (code: number): boolean => code >= 0x300 && isCombining(code)

/** Approximates whether a code is that of a letter or digit. */
export const isLettered = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0xc0 && code < 0x2000) ||
  code >= 0x2c00
