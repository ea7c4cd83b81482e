/** Precision and recall of a page; null where undefined, and then left out of that mean. */
export interface PageScore {
  precision: number | null
  recall: number | null
}

const SHINGLE = 4

function shingles(text: string): Map<string, number> {
  const tokens = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const counts = new Map<string, number>()
  for (let at = 0; at < Math.max(1, tokens.length - SHINGLE + 1); at += 1) {
    const shingle = tokens.slice(at, at + SHINGLE).join(' ')
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return counts
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

/**
 * The score of scrapinghub/article-extraction-benchmark for one page: 4-gram shingles of word tokens, compared as
 * multisets.
 */
export function scorePage(truth: string, predicted: string): PageScore {
  const want = shingles(truth)
  const got = shingles(predicted)
  const hit = sum([...got].map(([shingle, count]) => Math.min(count, want.get(shingle) ?? 0)))
  const wanted = sum(want.values())
  const given = sum(got.values())
  return { precision: given === 0 ? null : hit / given, recall: wanted === 0 ? null : hit / wanted }
}

const mean = (values: readonly (number | null)[]): number => {
  const defined = values.filter((value) => value !== null)
  return defined.length === 0 ? 0 : sum(defined) / defined.length
}

/** Means of precision and recall over pages, and F1 of the two means. */
export function scoreAll(pages: readonly PageScore[]): { f1: number; precision: number; recall: number } {
  const precision = mean(pages.map((page) => page.precision))
  const recall = mean(pages.map((page) => page.recall))
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall }
}
