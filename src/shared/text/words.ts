const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const unspacedPunctuation = /[\u3000-\u303f\uff00-\uff60]/u
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

/** Whether the parts of a text that a line break separates belong together without a space. */
export function joinsWithoutSpace(before: string, after: string): boolean {
  const isUnspaced = (character: string): boolean => unspaced.test(character) || unspacedPunctuation.test(character)
  return isUnspaced(before.slice(-1)) && isUnspaced(after.slice(0, 1))
}

/** Whether a text has at least `count` different words, in upper or lower case; reads no further than it must. */
export function hasDifferentWords(text: string, count: number): boolean {
  const words = new Set<string>()
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const parts = unspaced.test(text) ? segmenter.segment(text) : text.matchAll(spacedWord)
  for (const part of parts) {
    if ('isWordLike' in part && part.isWordLike !== true) continue
    words.add(('segment' in part ? part.segment : part[0]).toLowerCase())
    if (words.size >= count) return true
  }
  return false
}
