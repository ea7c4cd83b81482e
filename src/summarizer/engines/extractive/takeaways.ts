import type { Candidate, Model } from './model.ts'
import { pickLines } from './pick-lines.ts'

/** Length in words of a line one takes away. */
const SHORTEST = 8
const LONGEST = 45
/** Takeaways may repeat the summary only when the source offers fewer than this share of them otherwise. */
const ENOUGH_SHARE = 0.5

const fits = ({ sentence, question }: Candidate) => !question && sentence.words >= SHORTEST && sentence.words <= LONGEST

const worth = (candidate: Candidate) => candidate.prior - (candidate.annotated ? 0.3 : 0)

/**
 * Chooses the key takeaways: weighty sentences that stand alone, from all over the source, other than those of the
 * summary where there are others. At least one when anything is usable.
 *
 * @param summary indices of the basic summary's sentences
 * @returns indices in source order
 */
export function pickTakeaways(model: Model, count: number, summary: readonly number[]): number[] {
  const fresh = pickLines(model, { count, worth, fits, shown: summary })
  if (fresh.length >= Math.max(1, Math.floor(count * ENOUGH_SHARE))) return fresh
  const repeated = pickLines(model, { count, worth, fits, shown: [] })
  return repeated.length > 0 ? repeated : summary.slice(0, count)
}
