/** Tokens a character, by the end of each range of UTF-16 units: what today's vocabularies need, rounded up. */
const ranges: readonly (readonly [end: number, tokens: number])[] = [
  // Latin with its accents, which vocabularies know less well than plain letters.
  [0x02_50, 0.55],
  [0x03_70, 1],
  // Greek, Cyrillic, Armenian.
  [0x05_90, 0.5],
  // Hebrew, Arabic and their supplements.
  [0x09_00, 0.6],
  // The scripts of India, Thai, Lao, Tibetan, Burmese, Georgian, Ethiopic, Khmer and Mongolian.
  [0x1e_00, 0.9],
  [0x20_00, 0.6],
  [0x2e_80, 1],
  // Han, kana, Hangul and their punctuation.
  [0xd8_00, 1.1],
]
/** Half a surrogate pair, and whatever stands behind. */
const OTHERS = 1.5
const ASCII_LETTER = 0.25
const ASCII_OTHER = 0.5

const table = Float32Array.from({ length: 0x1_00_00 }, (_, code) => {
  if (code < 0x80) return /[a-z ]/iu.test(String.fromCharCode(code)) ? ASCII_LETTER : ASCII_OTHER
  return ranges.find(([end]) => code < end)?.[1] ?? OTHERS
})

/**
 * About how many tokens a language model counts in a text, rather too many than too few: about four Latin letters are
 * one token, of other alphabets two, and a Chinese, Japanese or Korean character is one of its own. Vocabularies
 * differ, so nothing closer can be said without the model's own; whoever sends too much is told so and sends less.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at += 1) tokens += table[text.charCodeAt(at)] ?? OTHERS
  return Math.ceil(tokens)
}
