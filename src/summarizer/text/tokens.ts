const spacedWord = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
const unspacedRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const anyUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const segmentedScript = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

let wordSegmenter: Intl.Segmenter | undefined

/** Letters a word keeps: a prefix conflates inflected forms in many languages without a stemmer for each. */
const PREFIX_LETTERS = 6

/**
 * Cuts a word to a prefix. Prefix truncation does about as well as a stemmer for European languages
 * (McNamee & Mayfield 2004, "Character n-gram tokenization for European language text retrieval").
 */
export function stem(word: string): string {
  const bare = word.endsWith("'s") || word.endsWith('’s') ? word.slice(0, -2) : word
  if (bare.length > PREFIX_LETTERS) return bare.slice(0, PREFIX_LETTERS)
  return bare.length > 3 && bare.endsWith('s') && !bare.endsWith('ss') ? bare.slice(0, -1) : bare
}

/**
 * The words of a text in lower case, in order. Scripts with spaces: runs of letters and digits. Chinese and Japanese:
 * overlapping pairs of characters, which need no dictionary and match partly equal compounds. Thai, Lao, Khmer and
 * Burmese: dictionary segmentation by `Intl.Segmenter`.
 */
export function words(text: string): string[] {
  const lower = text.toLowerCase()
  if (segmentedScript.test(lower)) return segmentedWords(lower)
  if (!anyUnspaced.test(lower)) return lower.match(spacedWord) ?? []
  const found: string[] = []
  let last = 0
  for (const run of lower.matchAll(unspacedRun)) {
    for (const word of lower.slice(last, run.index).match(spacedWord) ?? []) found.push(word)
    for (const pair of pairs(run[0])) found.push(pair)
    last = run.index + run[0].length
  }
  for (const word of lower.slice(last).match(spacedWord) ?? []) found.push(word)
  return found
}

function segmentedWords(text: string): string[] {
  wordSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const found: string[] = []
  for (const part of wordSegmenter.segment(text)) if (part.isWordLike) found.push(part.segment)
  return found
}

function pairs(run: string): string[] {
  const characters = Array.from(run)
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}
