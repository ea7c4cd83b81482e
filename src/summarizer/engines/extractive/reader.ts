import { relevance } from './centrality.ts'
import type { Candidate, Model } from './model.ts'
import { type Parts, partsOf } from './parts.ts'

/** Weight of how well a sentence is connected with the rest, from -1 (not at all) to this many times the mean. */
const RELEVANCE_WEIGHT = 0.5
const MOST_RELEVANCE = 1.6
/** In so few sentences it is half chance which words come again. */
const DOUBTED_SENTENCES = 15
/** Long sentences meet more words of others; this power of the length takes some of that back. */
const LENGTH_DISCOUNT = 0.35
/** First sentences of paragraphs tend to say what the paragraph is about. */
const OPENING_BONUS = 0.15
const CUE_BONUS = 0.35
const FIGURE_BONUS = 0.15
/** What a quotation costs whose own words point back to something. */
const TORN_QUOTE_COST = 0.4
const TORN_SHARE = 0.2
/** Of what being early is worth to the likeness with abstracts of news, this share is kept for readers. */
const LEAD_SHARE = 0.85
const ANNOUNCING_COST = 0.5
const LEANING_COST = 0.25
/** Sentences below this many words are asides more often than points. */
const SHORT_WORDS = 10
const SHORT_COST = 0.3
/** From here on a sentence asks more of the reader than it gives. */
const LONG_WORDS = 32
const LONG_COST = 0.6
/** How much of the difference between the parts' mean worth is evened out, so that late parts compete. */
const LEVELLING = 0.6

/**
 * Worth of a sentence for someone who reads the summary in place of the source. Being early counts only as far as the
 * sentence is connected with the rest: what opens a feature is often a scene whose words never come again.
 */
function worthFor(candidate: Candidate, lead: number, ratio: number): number {
  const { prior, sentence } = candidate
  const opens = !sentence.follows && sentence.speaker === null
  const short = Math.max(0, 1 - sentence.words / SHORT_WORDS)
  const long = Math.max(0, Math.min(1, (sentence.words - LONG_WORDS) / LONG_WORDS))
  return (
    prior -
    candidate.lead +
    lead +
    RELEVANCE_WEIGHT * (Math.min(MOST_RELEVANCE, ratio) - 1) +
    (opens ? OPENING_BONUS : 0) +
    (candidate.cue ? CUE_BONUS : 0) +
    (candidate.figure ? FIGURE_BONUS : 0) -
    (candidate.quotation === 0 && sentence.quotedShare > TORN_SHARE ? TORN_QUOTE_COST : 0) -
    (candidate.announces ? ANNOUNCING_COST : 0) -
    (candidate.leaning ? LEANING_COST : 0) -
    SHORT_COST * short -
    LONG_COST * long
  )
}

/** How connected each sentence is with all others, 1 being the mean, discounted for its length. */
function connections({ candidates, contentRoots }: Model): Float64Array {
  const vectors = candidates.map((candidate) => (candidate.usable ? candidate.vector : null))
  const raw = relevance(vectors, contentRoots.length)
  const discounted = raw.map((value, at) => value / Math.max(1, vectors[at]?.ids.length ?? 1) ** LENGTH_DISCOUNT)
  const total = discounted.reduce((sum, value) => sum + value, 0)
  if (total === 0) return discounted.fill(1)
  const count = candidates.filter((candidate) => candidate.usable).length
  const trust = count / (count + DOUBTED_SENTENCES)
  return discounted.map((value) => 1 + trust * ((value * count) / total - 1))
}

/** What each part's sentences are worth more than those of the whole, on average. */
function advantages(candidates: readonly Candidate[], parts: Parts): Float64Array {
  const sums = new Float64Array(parts.shares.length)
  const counts = new Float64Array(parts.shares.length)
  candidates.forEach((candidate, at) => {
    if (!candidate.usable) return
    const part = parts.of[at] ?? 0
    sums[part] = (sums[part] ?? 0) + candidate.prior
    counts[part] = (counts[part] ?? 0) + 1
  })
  const mean =
    sums.reduce((sum, value) => sum + value, 0) /
    Math.max(
      1,
      counts.reduce((sum, count) => sum + count, 0),
    )
  return sums.map((sum, part) => ((counts[part] ?? 0) > 0 ? sum / (counts[part] ?? 1) - mean : 0))
}

/**
 * The model as it serves readers: sentences connected with the rest of the document are worth more, scenery and
 * announcements less, and every part of the document asks to be heard.
 */
export function modelForReaders(model: Model): Model {
  const parts = partsOf(model.candidates)
  const connected = connections(model)
  const weighed = model.candidates.map((candidate, at) => {
    const ratio = connected[at] ?? 0
    const lead = LEAD_SHARE * candidate.lead * Math.min(1, ratio)
    const dependent = candidate.dependent || candidate.earlyPronoun
    return { ...candidate, dependent, lead, prior: worthFor(candidate, lead, ratio) }
  })
  const ahead = advantages(weighed, parts)
  weighed.forEach((candidate, at) => {
    candidate.prior -= LEVELLING * (ahead[parts.of[at] ?? 0] ?? 0)
  })
  return { ...model, parts, candidates: weighed }
}
