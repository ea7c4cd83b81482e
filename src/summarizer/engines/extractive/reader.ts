import { relevance } from './centrality.ts'
import type { Candidate, Model } from './model.ts'
import { partsOf } from './parts.ts'

/** Weight of how well a sentence is connected with the rest, from -1 (not at all) to this many times the mean. */
const RELEVANCE_WEIGHT = 0.5
const MOST_RELEVANCE = 1.6
/** First sentences of paragraphs tend to say what the paragraph is about. */
const OPENING_BONUS = 0.15
const ANNOUNCING_COST = 0.5
const LEANING_COST = 0.15

/**
 * Worth of a sentence for someone who reads the summary in place of the source. Being early counts only as far as the
 * sentence is connected with the rest: what opens a feature is often a scene whose words never come again.
 */
function worthFor(candidate: Candidate, ratio: number): number {
  const opens = !candidate.sentence.follows && candidate.sentence.speaker === null
  return (
    candidate.prior -
    candidate.lead * (1 - Math.min(1, ratio)) +
    RELEVANCE_WEIGHT * (Math.min(MOST_RELEVANCE, ratio) - 1) +
    (opens ? OPENING_BONUS : 0) -
    (candidate.announces ? ANNOUNCING_COST : 0) -
    LEANING_COST * candidate.leaning
  )
}

/**
 * The model as it serves readers: sentences connected with the rest of the document are worth more, scenery and
 * announcements less, and every part of the document asks to be heard.
 */
export function modelForReaders(model: Model): Model {
  const { candidates } = model
  const connected = relevance(
    candidates.map((candidate) => (candidate.usable ? candidate.vector : null)),
    model.contentRoots.length,
  )
  const usable = candidates.filter((candidate) => candidate.usable).length
  const mean = connected.reduce((sum, value) => sum + value, 0) / Math.max(1, usable)
  const ratio = (at: number) => (mean > 0 ? (connected[at] ?? 0) / mean : 1)
  return {
    ...model,
    parts: partsOf(candidates),
    candidates: candidates.map((candidate, at) => ({ ...candidate, prior: worthFor(candidate, ratio(at)) })),
  }
}
