import type { Pace } from '../../pace.ts'
import type { Candidate, Model } from './model.ts'
import { pickLines } from './pick-lines.ts'

/** Length in words of a line one takes away. */
const SHORTEST = 8
const LONGEST = 45
/** Takeaways may repeat the summary only when the source offers fewer than this share of them otherwise. */
const ENOUGH_SHARE = 0.5

const fits = ({ sentence, question }: Candidate) => !question && sentence.words >= SHORTEST && sentence.words <= LONGEST

/** Weight of the document's recurring concepts in a takeaway, and of being neither a scrap nor a sprawl. */
const CONCEPT_WEIGHT = 1
const FULL_LENGTH_WEIGHT = 0.5
const FULL_WORDS = 14

/** Worth of a line by itself, without the company that a summary's sentences have. */
function worthIn(model: Model): (candidate: Candidate) => number {
  return ({ prior, terms, sentence, annotated }) => {
    const concepts = terms.bigrams.reduce((sum, id) => sum + (model.bigramWeights[id] ?? 0), 0)
    const full = Math.min(1, sentence.words / FULL_WORDS)
    return prior + CONCEPT_WEIGHT * concepts + FULL_LENGTH_WEIGHT * full - (annotated ? 0.3 : 0)
  }
}

/**
 * Chooses the key takeaways: weighty sentences that stand alone, from all over the source, other than those of the
 * summary where there are others. At least one when anything is usable.
 *
 * @param summary indices of the basic summary's sentences
 * @returns indices in source order
 */
export async function pickTakeaways(
  model: Model,
  count: number,
  summary: readonly number[],
  pace: Pace,
): Promise<number[]> {
  const worth = worthIn(model)
  const fresh = await pickLines(model, { count, worth, fits, shown: summary }, pace)
  if (fresh.length >= Math.max(1, Math.floor(count * ENOUGH_SHARE))) return fresh
  const repeated = await pickLines(model, { count, worth, fits, shown: [] }, pace)
  return repeated.length > 0 ? repeated : summary.slice(0, count)
}
