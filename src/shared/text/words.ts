const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const spacedWord = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’\-.,][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu

let segmenter: Intl.Segmenter | undefined

/** Counts words: by UAX #29 (`Intl.Segmenter`) in scripts without spaces, else runs of letters, marks and digits. */
export function countWords(text: string): number {
  if (!unspaced.test(text)) return text.match(spacedWord)?.length ?? 0
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let words = 0
  for (const part of segmenter.segment(text)) if (part.isWordLike) words += 1
  return words
}
