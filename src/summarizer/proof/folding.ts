/** Characters that nobody sees: soft hyphen, zero-width characters, marks of direction, byte order mark. */
const unseen =
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
export function foldDigits(text: string): string {
  return text
    .replace(foreignDigit, (digit) => String(digitOf(digit) ?? digit))
    .replace(/٫/gu, '.')
    .replace(/[٬،]/gu, ',')
}

/** A word as it is written, in one form of Unicode, without what nobody sees; case and vowel points still stand. */
function written(word: string): string {
  return word
    .replace(unseen, '')
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
