import type { Pace } from '../../pace.ts'
import type { Candidate, Model } from './model.ts'
import { pickLines } from './pick-lines.ts'

/** Length in words of a line one takes away. */
const SHORTEST = 8
const LONGEST = 40
/** At most this share of the takeaways stands in the summary too, and only where they beat the others by this much. */
const REPEATED_SHARE = 0.5
/** With fewer takeaways than this the source is so short that saying things twice would show. */
const MANY = 5
const REPEATING_COST = 0.35

/** Weight of the document's recurring concepts in a takeaway, and of being neither a scrap nor a sprawl. */
const CONCEPT_WEIGHT = 1
const FULL_LENGTH_WEIGHT = 0.5
const FULL_WORDS = 14
/** How much a point stands out by a figure, or by saying that it is one. */
const FIGURE_BONUS = 0.3
const CUE_BONUS = 0.35
/** A takeaway has no neighbors to lean on, and being early is no merit of its own. */
const LEANING_COST = 0.35
const LEAD_DISCOUNT = 0.6

const fits = ({ sentence, question, announces }: Candidate) =>
  !question && !announces && sentence.words >= SHORTEST && sentence.words <= LONGEST

/** Worth of a line by itself, without the company that a summary's sentences have. */
function worthIn(model: Model): (candidate: Candidate) => number {
  return ({ prior, lead, terms, sentence, annotated, figure, cue, leaning }) => {
    const concepts = terms.bigrams.reduce((sum, id) => sum + (model.bigramWeights[id] ?? 0), 0)
    const full = Math.min(1, sentence.words / FULL_WORDS)
    return (
      prior -
      LEAD_DISCOUNT * lead +
      CONCEPT_WEIGHT * concepts +
      FULL_LENGTH_WEIGHT * full +
      (figure ? FIGURE_BONUS : 0) +
      (cue ? CUE_BONUS : 0) -
      (leaning ? LEANING_COST : 0) -
      (annotated ? 0.3 : 0)
    )
  }
}

/**
 * Chooses the key takeaways: weighty sentences that stand alone, from all parts of the source; up to half of them may
 * be the summary's own where nothing else comes near. At least one when anything is usable.
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
  const most = count >= MANY ? Math.floor(count * REPEATED_SHARE) : 0
  const repeats = { of: new Set(summary), most, cost: REPEATING_COST }
  const options = { count, worth: worthIn(model), fits, shown: [] }
  const alone = (candidate: Candidate) => fits(candidate) && !candidate.leaning
  const picked = await pickLines(model, { ...options, fits: alone, repeats }, pace)
  if (picked.length >= Math.max(1, Math.floor(count * REPEATED_SHARE))) return picked
  const leaning = await pickLines(model, { ...options, repeats }, pace)
  if (leaning.length > picked.length) return leaning
  const repeated = await pickLines(model, options, pace)
  return repeated.length > 0 ? repeated : summary.slice(0, count)
}
