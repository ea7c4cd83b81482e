/** Multiset of tokens, or of runs of tokens, with how often each occurs. */
type Counts = ReadonlyMap<string, number>

/** Direction marks, soft hyphens and zero-width spaces: invisible, and handled differently by tools. */
const unseen = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff\u200b]/gu

const fold = (text: string): string => text.replace(unseen, '').normalize('NFKC').toLowerCase()

/** Text for searching: folded, with normalized white space. */
export const foldForSearch = (text: string): string => fold(text).replace(/\s+/gu, ' ').trim()

/** Scripts that write words without spaces between them: each character is a token. */
const spaceless = /([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u{20000}-\u{2ffff}\u0e00-\u0e7f])/u

/** Words of a text; characters of scripts without word separators. */
export function tokensOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.flatMap((word) => (spaceless.test(word) ? word.split(spaceless).filter(Boolean) : [word]))
}

export function countsOf(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

const SHINGLE = 4

/** Runs of four tokens; the whole text where it is shorter. */
function shinglesOf(tokens: readonly string[]): Map<string, number> {
  if (tokens.length === 0) return new Map()
  const starts = Math.max(1, tokens.length - SHINGLE + 1)
  return countsOf(Array.from({ length: starts }, (_, at) => tokens.slice(at, at + SHINGLE).join(' ')))
}

/** Difference of two multisets. */
function minus(from: Counts, taken: Counts): Map<string, number> {
  const left = [...from].map(([token, count]): [string, number] => [token, count - (taken.get(token) ?? 0)])
  return new Map(left.filter(([, count]) => count > 0))
}

const total = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

interface Agreement {
  precision: number
  recall: number
  f1: number
}

/** Agreement of two multisets; two empty ones agree completely. */
function agreement(found: Counts, expected: Counts): Agreement {
  const [given, wanted] = [total(found), total(expected)]
  if (given === 0 && wanted === 0) return { precision: 1, recall: 1, f1: 1 }
  const hit = [...found].reduce((sum, [token, count]) => sum + Math.min(count, expected.get(token) ?? 0), 0)
  const precision = given === 0 ? 0 : hit / given
  const recall = wanted === 0 ? 0 : hit / wanted
  return { precision, recall, f1: hit === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

export interface TextScore extends Agreement {
  shingleF1: number
}

/**
 * Compares an extracted text with its reference, as multisets of tokens and of 4-grams.
 * @param optional text that doesn't count against precision, such as headers and notes
 */
export function scoreText(found: string, expected: string, optional = ''): TextScore {
  const [got, want] = [tokensOf(found), tokensOf(expected)]
  const wanted = countsOf(want)
  const spared = optional === '' ? countsOf(got) : minus(countsOf(got), minus(countsOf(tokensOf(optional)), wanted))
  return { ...agreement(spared, wanted), shingleF1: agreement(shinglesOf(got), shinglesOf(want)).f1 }
}
