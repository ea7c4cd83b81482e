import { toPattern } from '../text/language-tables.ts'
import type { Candidate, Model } from './document-model.ts'
import { faultOf } from './faults.ts'
import { pickLines } from './pick-lines.ts'
import { hasAnaphor, pointsInside } from './references.ts'
import { isHearsay, sceneWords, takesBack } from './signals.ts'
import tables from './takeaways.json' with { type: 'json' }

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
/** From here on a line is no longer read at a glance. */
const LONG_WORDS = 28
const LONG_COST = 0.5
/** How much a point stands out by a figure, or by saying that it is one. */
const FIGURE_BONUS = 0.3
const CUE_BONUS = 0.35
/** A takeaway has no neighbors to lean on, and being early is no merit of its own. */
const LEANING_COST = 0.35
const LEAD_DISCOUNT = 0.6
const ANAPHOR_COST = 0.5
const POINTER_COST = 0.3
/** What the next sentence takes back, the source does not hold to be so, or not simply so. */
const TAKEN_BACK_COST = 0.5
/** Words of others are quotes; a takeaway says itself what is the case. */
const QUOTED_COST = 0.6
/** What someone writes of themselves is seldom of use to others; those who speak can't help it. */
const PERSONAL_WEIGHT = 6
const SPOKEN_PERSONAL_WEIGHT = 3
const HESITANT_WEIGHT = 8
/** What a word of narration costs, up to three. */
const SCENE_COST = 0.3
const MOST_SCENE_WORDS = 3
const SPOKEN_OPENING_COST = 1
/** From this share on the words of others are the sentence. */
const MOST_QUOTED = 0.6
/** And from this on they must mean something by themselves. */
const TORN_SHARE = 0.25

/** Can be read at all, says something, and says it as the source's own statement. */
function fits({ usable, dependent, sentence, question, announces }: Candidate): boolean {
  return usable && !dependent && !question && !announces && sentence.words >= SHORTEST && sentence.words <= LONGEST
}

/** Judgements of lines that only takeaways and quotes ask for, made once for each sentence. */
interface Line {
  /** Nothing in it is about the page, and it is not only what some believe. */
  sound: boolean
  cost: number
}

/** How people begin to speak; what follows is often worth taking, with that before it less so. */
const spokenOpening = /^(?:so|and|but|well|okay|ok|now|um|uh|oh|yeah|yep|yes|right|no|hmm|mm|i mean|you know)\b/iu

/** Below such a heading stands what the text goes on to check. */
const hearsayHeading = toPattern(tables.hearsayHeading)

/** Below such a heading an item names what is no longer so; without the heading it says that it is. */
const mendedHeading = toPattern(tables.mendedHeading)

function judgeLine(model: Model, candidate: Candidate): Line {
  const { text, index, block, quotedShare, spoken } = candidate.sentence
  const { language } = model
  const { quotation } = candidate
  const next = model.candidates[index + 1]?.sentence
  const back = next !== undefined && next.block === block && takesBack(next.text, language)
  const sound =
    quotedShare < MOST_QUOTED &&
    (quotation > 0 || quotedShare < TORN_SHARE) &&
    !candidate.foreign &&
    faultOf(text, language) === null &&
    !isHearsay(text, language) &&
    !hearsayHeading.test(block.headingPath.at(-1) ?? '') &&
    !mendedHeading.test((block.headingPath.at(-1) ?? '').trim())
  const scenes = Math.min(MOST_SCENE_WORDS, sceneWords(text, language))
  const drawl = spoken && spokenOpening.test(text)
  const cost =
    (back ? TAKEN_BACK_COST : 0) +
    (hasAnaphor(text, language) ? ANAPHOR_COST : 0) +
    (pointsInside(text, language) ? POINTER_COST : 0) +
    (drawl ? SPOKEN_OPENING_COST : 0) +
    SCENE_COST * scenes
  return { sound, cost }
}

/** Worth of a line by itself, without the company that a summary's sentences have. */
function worthIn(model: Model, lineOf: (candidate: Candidate) => Line): (candidate: Candidate) => number {
  return (candidate) => {
    const { prior, lead, terms, sentence, annotated, figure, cue, leaning } = candidate
    const concepts = terms.bigrams.reduce((sum, id) => sum + (model.bigramWeights[id] ?? 0), 0)
    const full = Math.min(1, sentence.words / FULL_WORDS)
    const long = Math.max(0, (sentence.words - LONG_WORDS) / (LONGEST - LONG_WORDS))
    return (
      prior -
      LEAD_DISCOUNT * lead +
      CONCEPT_WEIGHT * concepts +
      FULL_LENGTH_WEIGHT * full -
      LONG_COST * long +
      (figure ? FIGURE_BONUS : 0) +
      (cue ? CUE_BONUS : 0) -
      (leaning ? LEANING_COST : 0) -
      (annotated ? 0.3 : 0) -
      QUOTED_COST * sentence.quotedShare -
      (sentence.spoken ? SPOKEN_PERSONAL_WEIGHT : PERSONAL_WEIGHT) * terms.personal -
      HESITANT_WEIGHT * terms.hesitant -
      lineOf(candidate).cost
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
export function pickTakeaways(model: Model, count: number, summary: readonly number[]): number[] {
  const most = count >= MANY ? Math.floor(count * REPEATED_SHARE) : 0
  const repeats = { of: new Set(summary), most, cost: REPEATING_COST }
  const lines = new Map<Candidate, Line>()
  const lineOf = (candidate: Candidate): Line => {
    const known = lines.get(candidate) ?? judgeLine(model, candidate)
    lines.set(candidate, known)
    return known
  }
  const options = { count, worth: worthIn(model, lineOf), fits, shown: [] }
  const sound = (candidate: Candidate) => fits(candidate) && lineOf(candidate).sound
  const alone = (candidate: Candidate) => sound(candidate) && !candidate.leaning
  const few = Math.max(1, Math.floor(count * REPEATED_SHARE))
  const picked = pickLines(model, { ...options, fits: alone, repeats })
  if (picked.length >= few) return picked
  const leaning = pickLines(model, { ...options, fits: sound, repeats })
  if (leaning.length >= few) return leaning
  const repeated = pickLines(model, { ...options, fits: sound })
  if (repeated.length > 0) return repeated
  const anything = pickLines(model, { ...options, count: 1 })
  return anything.length > 0 ? anything : summary.slice(0, 1)
}
