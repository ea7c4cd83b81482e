import type { Pace } from '../../pace.ts'
import type { Candidate, Model } from './model.ts'
import { pickLines } from './pick-lines.ts'

const SHORTEST = 6
const LONGEST = 40
/** What it is worth to a quote that somebody says it in so many words. */
const SPOKEN_BONUS = 1.2
/** Length in words of the pithiest quotes. */
const IDEAL_WORDS = 18
/** What a sentence of the writer loses that names no finding, reason, decision or conclusion. */
const POINTLESS_COST = 0.6
/** From this share on the words of others are the sentence, and must mean something. */
const QUOTED_SHARE = 0.3

const fits = ({ sentence, annotated, announces, quotation, leaning }: Candidate) =>
  !annotated &&
  !announces &&
  sentence.words >= SHORTEST &&
  sentence.words <= LONGEST &&
  (quotation > 0 || (sentence.quotedShare < QUOTED_SHARE && !leaning))

/** Worth of being in somebody's words; of the writer's own words those that make a point do best. */
function voice({ quotation, cue }: Candidate): number {
  if (quotation > 0) return SPOKEN_BONUS
  return cue ? 0 : -POINTLESS_COST
}

/** Speech first, then short and weighty; being in the lead or in the first person is no fault in a quote. */
function worth(candidate: Candidate): number {
  const { sentence, terms } = candidate
  const pith = -Math.abs(Math.log(sentence.words / IDEAL_WORDS)) * 0.3
  const density = terms.content.length / Math.max(1, terms.all.length)
  const weight = (candidate.prior - candidate.lead) * 0.8
  return weight + voice(candidate) + pith + density * 0.5 + terms.personal - terms.hesitant
}

/**
 * Chooses notable quotes that are neither in the summary nor among the takeaways: what people say in quotation marks,
 * then sentences that are strong by themselves.
 *
 * @param shown indices of the lines shown elsewhere
 * @returns indices in source order
 */
export function pickQuotes(model: Model, count: number, shown: readonly number[], pace: Pace): Promise<number[]> {
  return pickLines(model, { count, worth, fits, shown }, pace)
}
