/** Characters that are invisible, which recognizers and truths set differently. */
const hidden = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff]/gu

/** Signs of Thai, Chinese, Japanese and Korean, each a word of its own. */
const single = /([\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{2ffff}])/gu

/** The words of a text, as recognition is scored: without case and punctuation, hyphens at line ends joined. */
export function wordsOf(text: string): string[] {
  const joined = text
    .replaceAll('\r', '')
    .replace(hidden, '')
    .replace(/(?<=[\p{L}\p{N}_])[-\u2010\u00ac]\s{0,20}\n\s{0,20}(?=\p{L})/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}_])['\u2019](?=[\p{L}\p{N}_])/gu, '')
    .replace(single, ' $1 ')
  return joined.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
}

/** Words that were changed, missed or added (Levenshtein). */
export function wordErrors(truth: readonly string[], given: readonly string[]): number {
  let row = Array.from({ length: given.length + 1 }, (_, index) => index)
  for (const [index, wanted] of truth.entries()) {
    const next = [index + 1]
    for (const [at, word] of given.entries()) {
      next.push(Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (row[at] ?? 0) + (wanted === word ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const countsOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** F1 of words regardless of their order, 0 to 1. */
export function wordF1(truth: readonly string[], given: readonly string[]): number {
  if (truth.length + given.length === 0) return 1
  const wanted = countsOf(truth)
  let hits = 0
  for (const [word, count] of countsOf(given)) hits += Math.min(count, wanted.get(word) ?? 0)
  return (2 * hits) / (truth.length + given.length)
}
