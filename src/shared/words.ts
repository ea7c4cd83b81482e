const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const spacedWord = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’\-.,][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu

let segmenter: Intl.Segmenter | undefined

/**
 * Number of words in a text. Scripts that put no spaces between words (Chinese, Japanese, Thai …) are counted by
 * Unicode word segmentation (UAX #29, `Intl.Segmenter`), all others as runs of letters with
 * their marks (the vowel signs of Hindi, the points of Arabic) and digits.
 */
export function countWords(text: string): number {
  if (!unspaced.test(text)) return text.match(spacedWord)?.length ?? 0
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let words = 0
  for (const part of segmenter.segment(text)) if (part.isWordLike) words += 1
  return words
}
