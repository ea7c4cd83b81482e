import { cosine } from './centrality.ts'
import type { Candidate, Model } from './document-model.ts'

/** Lines more alike than this say the same. */
const SAME_SIMILARITY = 0.5
/** How much likeness to lines already picked costs. */
const LIKENESS_COST = 0.3
/** What a second, third … line from one part costs. */
const CROWDING_COST = 0.2

export interface PickOptions {
  count: number
  worth: (candidate: Candidate) => number
  /** Only sentences for which this holds. */
  fits: (candidate: Candidate) => boolean
  /** Not even as many lines as asked when they are worth less than this. */
  leastWorth?: number
  /** Indices of lines shown elsewhere: neither they nor lines that say the same are picked. */
  shown: readonly number[]
  /** Lines shown elsewhere that may be picked again, but only so many, and at a cost. */
  repeats?: { of: ReadonlySet<number>; most: number; cost: number }
}

/**
 * Picks lines that do not repeat each other: maximal marginal relevance (Carbonell & Goldstein 1998)
 * with a share for every part. Indices in source order; fewer than asked when the source offers no more.
 */
export function pickLines(model: Model, options: PickOptions): number[] {
  const { candidates } = model
  const likeness = new Float64Array(candidates.length)
  const crowding = new Map<number, number>()
  const open = new Set<number>()
  candidates.forEach((candidate, index) => {
    if (options.fits(candidate)) open.add(index)
  })
  const compare = (picked: number) => {
    const from = candidates[picked]
    if (from === undefined) return
    for (const index of open) {
      const to = candidates[index]
      if (to !== undefined) likeness[index] = Math.max(likeness[index] ?? 0, cosine(from.vector, to.vector))
    }
  }
  for (const index of options.shown) {
    open.delete(index)
    compare(index)
  }
  const partOf = (index: number) => model.parts.of[index] ?? 0
  const picked: number[] = []
  let repeated = 0
  while (picked.length < options.count) {
    let best = -1
    let bestWorth = options.leastWorth ?? -Infinity
    for (const index of open) {
      const candidate = candidates[index]
      const alike = likeness[index] ?? 0
      if (candidate === undefined || alike > SAME_SIMILARITY) continue
      const repeats = options.repeats?.of.has(index) === true
      if (repeats && repeated >= (options.repeats?.most ?? 0)) continue
      const crowd = crowding.get(partOf(index)) ?? 0
      const cost = LIKENESS_COST * alike + CROWDING_COST * crowd + (repeats ? (options.repeats?.cost ?? 0) : 0)
      const worth = options.worth(candidate) - cost
      if (worth > bestWorth) {
        best = index
        bestWorth = worth
      }
    }
    const chosen = candidates[best]
    if (chosen === undefined) break
    picked.push(best)
    open.delete(best)
    if (options.repeats?.of.has(best) === true) repeated += 1
    crowding.set(partOf(best), (crowding.get(partOf(best)) ?? 0) + 1)
    compare(best)
  }
  return picked.toSorted((a, b) => a - b)
}
