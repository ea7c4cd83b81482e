/** ROUGE F-measures of one summary, each the best over the references. */
export interface Rouge {
  r1: number
  r2: number
  rl: number
}

/** Lower-case runs of letters, digits and underscores; no stemming. */
function rougeTokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

function fMeasure(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function countGrams(tokens: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + size <= tokens.length; at += 1) {
    const gram = tokens.slice(at, at + size).join(' ')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

function rougeN(summary: readonly string[], reference: readonly string[], size: number): number {
  const grams = countGrams(reference, size)
  let hits = 0
  for (const [gram, count] of countGrams(summary, size)) hits += Math.min(count, grams.get(gram) ?? 0)
  const total = (tokens: readonly string[]) => Math.max(1, tokens.length - size + 1)
  return fMeasure(hits / total(summary), hits / total(reference))
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let previous = new Uint32Array(b.length + 1)
  let current = new Uint32Array(b.length + 1)
  for (const token of a) {
    for (const [at, other] of b.entries()) {
      current[at + 1] = token === other ? previous[at]! + 1 : Math.max(previous[at + 1]!, current[at]!)
    }
    const swap = previous
    previous = current
    current = swap
  }
  return previous[b.length]!
}

function rougeL(summary: readonly string[], reference: readonly string[]): number {
  const length = longestCommonSubsequence(summary, reference)
  return fMeasure(length / Math.max(1, summary.length), length / Math.max(1, reference.length))
}

/** ROUGE-1, -2 and -L (Lin 2004) of a summary against its references. */
export function rouge(summary: string, references: readonly string[]): Rouge {
  const tokens = rougeTokens(summary)
  const others = references.map(rougeTokens)
  const best = (score: (reference: readonly string[]) => number) => Math.max(...others.map(score))
  return {
    r1: best((reference) => rougeN(tokens, reference, 1)),
    r2: best((reference) => rougeN(tokens, reference, 2)),
    rl: best((reference) => rougeL(tokens, reference)),
  }
}
