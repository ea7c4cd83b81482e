const spacedWord = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
/** A run of characters without spaces, or a word of other letters. */
const runOrWord =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+(?:['’][\p{L}\p{M}]+)*/gv
const anyUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const segmentedScript = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Length of a stem: prefixes unite inflected forms in many languages without a stemmer for each. */
const PREFIX_LETTERS = 6

/** Cuts to a prefix, which does about as well as stemmers for European languages (McNamee & Mayfield 2004). */
export function stem(word: string): string {
  const bare = word.endsWith("'s") || word.endsWith('’s') ? word.slice(0, -2) : word
  if (bare.length > PREFIX_LETTERS) return bare.slice(0, PREFIX_LETTERS)
  return bare.length > 3 && bare.endsWith('s') && !bare.endsWith('ss') ? bare.slice(0, -1) : bare
}

/** Words in lower case: pairs of characters of Chinese and Japanese, dictionary words of Thai, Lao, Khmer, Burmese. */
export function words(text: string): string[] {
  const lower = text.toLowerCase()
  if (segmentedScript.test(lower)) {
    return Array.from(wordSegmenter.segment(lower)).flatMap(({ isWordLike, segment }) => (isWordLike ? [segment] : []))
  }
  if (!anyUnspaced.test(lower)) return lower.match(spacedWord) ?? []
  return Array.from(lower.matchAll(runOrWord), ([word, run]) => (run === undefined ? [word] : pairs(run))).flat()
}

function pairs(run: string): string[] {
  const characters = Array.from(run)
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}
