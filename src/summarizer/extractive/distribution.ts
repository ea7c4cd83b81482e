import { leadEmphasis, type Profile } from './profile.ts'
import type { SentenceTerms } from './terms.ts'

/** What the words of a summary should be like, from the words of the document. */
export interface Distribution {
  /** Square roots of the relative frequencies of all words, and of content words. */
  readonly wordRoots: Float64Array
  readonly contentRoots: Float64Array
  /** How often each word is expected in a summary, as a share of its words. */
  readonly wordRates: Float64Array
  /** Weight of each pair of content words; 0 for one that only one sentence has. */
  readonly bigramWeights: Float64Array
}

export interface TermCounts {
  /** How often each word stands in summaries, against how often in what they summarize. */
  wordShares: Float64Array
  content: number
  bigrams: number
}

/** A pair that comes twice in unimportant places still weighs this much. */
const LEAST_BIGRAM = 0.2
/** What is taken off the count of each word. */
const DISCOUNT = 0.4

function rootsOf(sequences: readonly Int32Array[], emphases: readonly number[], shares: Float64Array): Float64Array {
  const counts = new Float64Array(shares.length)
  sequences.forEach((ids, at) => {
    const emphasis = emphases[at] ?? 1
    for (const id of ids) counts[id] = (counts[id] ?? 0) + emphasis * (shares[id] ?? 1)
  })
  const total = counts.reduce((sum, count) => sum + count, 0) || 1
  return counts.map((count) => Math.sqrt(count / total))
}

/**
 * Shares of words to expect in a summary. What a document says once comes again there less often than its frequency
 * tells, so a part of each count is taken off (absolute discounting, Ney, Essen & Kneser 1994).
 */
function ratesOf(roots: Float64Array, sequences: readonly Int32Array[]): Float64Array {
  const counts = new Float64Array(roots.length)
  for (const ids of sequences) for (const id of ids) counts[id] = (counts[id] ?? 0) + 1
  const rates = roots.map((root, id) => root * root * (1 - DISCOUNT / Math.max(1, counts[id] ?? 1)))
  const total = rates.reduce((sum, rate) => sum + rate, 0) || 1
  return rates.map((rate) => rate / total)
}

/** Pairs of words that several sentences share stand for the concepts of the document (Gillick & Favre 2009). */
function weighBigrams(terms: readonly SentenceTerms[], emphases: readonly number[], size: number): Float64Array {
  const frequencies = new Float64Array(size)
  const counts = new Float64Array(size)
  terms.forEach(({ bigrams }, at) => {
    for (const id of bigrams) {
      frequencies[id] = (frequencies[id] ?? 0) + 1
      counts[id] = (counts[id] ?? 0) + (emphases[at] ?? 1)
    }
  })
  const mean = emphases.reduce((sum, emphasis) => sum + emphasis, 0) / Math.max(1, emphases.length)
  const raw = counts.map((count, id) =>
    (frequencies[id] ?? 0) < 2 ? 0 : Math.sqrt(Math.max(LEAST_BIGRAM, count / mean - 1)),
  )
  const total = Math.sqrt(raw.reduce((sum, weight) => sum + weight, 0)) || 1
  return raw.map((weight) => weight / total)
}

/**
 * The distribution that a summary should follow: that of the document, with its first sentences counting more where
 * the text puts the important things first.
 *
 * @param terms of the usable sentences, in order
 * @param reach sentences after which the emphasis of the lead has fallen to 1/e
 */
export function distributionOf(
  terms: readonly SentenceTerms[],
  counts: TermCounts,
  profile: Profile,
  reach: number,
): Distribution {
  const extra = leadEmphasis(profile)
  const emphases = terms.map((_, at) => 1 + extra * Math.exp(-at / reach))
  const words = terms.map((term) => term.all)
  const wordRoots = rootsOf(words, emphases, counts.wordShares)
  const wordRates = ratesOf(wordRoots, words)
  const contentRoots = rootsOf(
    terms.map((term) => term.content),
    emphases,
    new Float64Array(counts.content).fill(1),
  )
  return { wordRoots, wordRates, contentRoots, bigramWeights: weighBigrams(terms, emphases, counts.bigrams) }
}

/** How much longer than its bound a summary is thought to be when its word counts are foretold. */
const RATE_SCALE = 1.1

/**
 * Tells how much a further use of a word is likely to be matched in a person's summary. The count of a word there is
 * taken as Poisson distributed with the rate of the document: the k-th use counts P(X ≥ k), which falls with k, so the
 * sum over words is submodular and is the expected unigram overlap with such a summary.
 */
export class ExpectedCounts {
  readonly #rates: Float64Array
  readonly #used: Float64Array
  /** P(X = used) and P(X > used) of each word. */
  readonly #mass: Float64Array
  readonly #tail: Float64Array

  /**
   * @param shares of the words that a summary is expected to be made of
   * @param words length of the summary
   */
  constructor(shares: Float64Array, words: number) {
    this.#rates = shares.map((share) => share * words * RATE_SCALE)
    this.#used = new Float64Array(shares.length)
    this.#mass = this.#rates.map((rate) => Math.exp(-rate))
    this.#tail = this.#mass.map((mass) => 1 - mass)
  }

  /** Expected matches that a sentence adds. */
  gain(ids: Int32Array): number {
    let gain = 0
    const undo: (readonly [id: number, mass: number, tail: number])[] = []
    for (const id of ids) {
      const mass = this.#mass[id] ?? 0
      const tail = this.#tail[id] ?? 0
      undo.push([id, mass, tail])
      gain += tail
      this.#use(id, mass, tail)
    }
    for (let at = undo.length - 1; at >= 0; at -= 1) {
      const entry = undo[at]
      if (entry === undefined) continue
      const [id, mass, tail] = entry
      this.#mass[id] = mass
      this.#tail[id] = tail
      this.#used[id] = (this.#used[id] ?? 0) - 1
    }
    return gain
  }

  /** Counts the words of a sentence that was taken. */
  take(ids: Int32Array): void {
    for (const id of ids) this.#use(id, this.#mass[id] ?? 0, this.#tail[id] ?? 0)
  }

  #use(id: number, mass: number, tail: number): void {
    const used = (this.#used[id] ?? 0) + 1
    const next = (mass * (this.#rates[id] ?? 0)) / used
    this.#used[id] = used
    this.#mass[id] = next
    this.#tail[id] = Math.max(0, tail - next)
  }
}
