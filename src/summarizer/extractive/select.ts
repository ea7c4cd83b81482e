import { cosine } from './centrality.ts'
import { ExpectedCounts } from './distribution.ts'
import type { Candidate, Model } from './document-model.ts'
import { type ObjectiveWeights, objectiveWeights } from './profile.ts'

/** From this likeness on two sentences are the same one twice. */
const TWIN_SIMILARITY = 0.85

/** Least power of length in `lengthPower`, and how fast it falls with the room there is. */
const LEAST_LENGTH_POWER = 0.5
const CROWDING = 0.75

/** Units looked at in one selection of usual length; more are thinned to the best of each section. */
const MOST_CANDIDATES = 600

export interface SelectOptions {
  /** The words the selection may hold, strictly. */
  maxWords: number
  /** Sentences that may be taken, by index; all usable ones when unset. */
  allowed?: (candidate: Candidate) => boolean
  /** Indices that are already shown elsewhere: taking words like theirs counts as redundant. */
  shown?: readonly number[]
}

/** One or more neighboring sentences that are taken together, as indices of candidates. */
interface Unit {
  members: readonly number[]
  words: number
  /** Index that must have been taken before, since the first member points back to it. */
  needs: number | null
}

/** How many interjections of others may stand between two sentences of a speaker that belong together. */
const MOST_INTERJECTIONS = 3

/** Index of the sentence that a dependent one points back to; null when it was passed over for good. */
function antecedentOf(candidates: readonly Candidate[], index: number): number | null {
  const dependent = candidates[index]
  for (let at = index - 1; at >= index - 1 - MOST_INTERJECTIONS; at -= 1) {
    const before = candidates[at]
    if (before === undefined || before.sentence.section !== dependent?.sentence.section) return null
    if (before.usable) return at
    if (dependent.sentence.speaker === null) return null
  }
  return null
}

/** A sentence that can be read alone; one that only announces the next is taken with it or not at all. */
function independentUnits(
  candidates: readonly Candidate[],
  index: number,
  allowed: (candidate: Candidate) => boolean,
): Unit[] {
  const candidate = candidates[index]
  if (candidate === undefined) return []
  const { words, block } = candidate.sentence
  if (!candidate.announces) return [{ members: [index], words, needs: null }]
  const next = candidates[index + 1]
  if (next?.usable !== true || next.announces || next.sentence.block !== block || !allowed(next)) return []
  return [{ members: [index, index + 1], words: words + next.sentence.words, needs: null }]
}

/** Readable alone, or together with the sentence before it, which it points back to. */
function unitsOf(candidates: readonly Candidate[], allowed: (candidate: Candidate) => boolean): Unit[] {
  const units: Unit[] = []
  candidates.forEach((candidate, index) => {
    if (!candidate.usable || !allowed(candidate)) return
    const { words } = candidate.sentence
    if (!candidate.dependent) {
      units.push(...independentUnits(candidates, index, allowed))
      return
    }
    const antecedent = antecedentOf(candidates, index)
    const before = candidates[antecedent ?? -1]
    if (antecedent === null || before === undefined || !allowed(before)) return
    units.push({ members: [index], words, needs: antecedent })
    if (!before.dependent && !(before.announces && antecedent === index - 1)) {
      units.push({ members: [antecedent, index], words: before.sentence.words + words, needs: null })
    }
  })
  return units
}

/** Keeps the best units of every section, in proportion, so that no part of a long source is passed over. */
function thin(units: readonly Unit[], model: Model, maxWords: number): readonly Unit[] {
  const most = Math.max(MOST_CANDIDATES, (2 * maxWords) / Math.max(1, meanWords(units)))
  if (units.length <= most) return units
  const worth = (unit: Unit) =>
    unit.members.reduce((sum, member) => sum + (model.candidates[member]?.prior ?? 0), 0) / unit.members.length
  const bySection = Map.groupBy(units, (unit) => model.candidates[unit.members[0] ?? 0]?.sentence.section ?? 0)
  const share = most / units.length
  return [...bySection.values()].flatMap((section) =>
    section.toSorted((a, b) => worth(b) - worth(a)).slice(0, Math.max(3, Math.ceil(section.length * share))),
  )
}

/**
 * Growth of Σ √(p·q), the Bhattacharyya coefficient of the document's distribution p and the summary's q, when terms
 * are added. Each further use of a term adds less, so the sum is submodular (Lin & Bilmes 2011).
 */
function growth(ids: Int32Array, roots: Float64Array, counts: Float64Array): number {
  let gain = 0
  for (const id of ids) {
    const count = counts[id] ?? 0
    gain += (roots[id] ?? 0) * (Math.sqrt(count + 1) - Math.sqrt(count))
    counts[id] = count + 1
  }
  for (const id of ids) counts[id] = (counts[id] ?? 0) - 1
  return gain
}

/** A selection in the making. */
class Selection {
  readonly #model: Model
  readonly #limit: number
  readonly #members: ReadonlySet<number>
  readonly #overlaps: Float64Array
  readonly #objective: ObjectiveWeights
  readonly #expected: ExpectedCounts
  readonly #wordCounts: Float64Array
  readonly #contentCounts: Float64Array
  readonly #bigrams = new Set<number>()
  /** Words taken from each part. */
  readonly #partWords: Float64Array
  readonly taken = new Set<number>()
  words = 0

  constructor(model: Model, units: readonly Unit[], options: SelectOptions, objective: ObjectiveWeights) {
    this.#model = model
    this.#objective = objective
    this.#expected = new ExpectedCounts(model.wordRates, options.maxWords)
    this.#limit = options.maxWords
    this.#members = new Set(units.flatMap((unit) => unit.members))
    this.#overlaps = new Float64Array(model.candidates.length)
    this.#wordCounts = new Float64Array(model.wordRoots.length)
    this.#contentCounts = new Float64Array(model.contentRoots.length)
    this.#partWords = new Float64Array(model.parts.shares.length)
    for (const index of options.shown ?? []) this.#noteOverlaps(index)
  }

  /** Whether a unit can be taken now. */
  admits(unit: Unit): boolean {
    return (
      this.words + unit.words <= this.#limit &&
      (unit.needs === null || this.taken.has(unit.needs)) &&
      !unit.members.some((member) => this.taken.has(member))
    )
  }

  /** What a unit adds to the worth of the selection; -Infinity when it says again what is taken. */
  gain(unit: Unit): number {
    const objective = this.#objective
    const { candidates, wordRoots, contentRoots, bigramWeights } = this.#model
    let gain = this.#partGain(unit)
    for (const member of unit.members) {
      const candidate = candidates[member]
      if (candidate === undefined) continue
      const { terms, sentence, prior, connection } = candidate
      const overlap = this.#overlaps[member] ?? 0
      if (overlap > TWIN_SIMILARITY) return -Infinity
      const coverage =
        objective.likeness * growth(terms.all, wordRoots, this.#wordCounts) +
        objective.content * growth(terms.content, contentRoots, this.#contentCounts)
      const worth = prior + objective.connection * connection - objective.redundancy * overlap
      gain += (worth * sentence.words) / this.#limit
      gain += coverage / Math.sqrt(this.#limit)
      gain += (objective.expected * this.#expected.gain(terms.all)) / this.#limit
      for (const id of terms.bigrams) {
        if (!this.#bigrams.has(id)) gain += objective.bigrams * (bigramWeights[id] ?? 0)
      }
    }
    return gain
  }

  /**
   * What hearing the unit's part adds: the first words from a part most, each further one less. The diversity reward
   * of Lin & Bilmes 2011 (a sum of square roots over the parts), here the Bhattacharyya coefficient of the parts'
   * shares of the document and of the summary.
   */
  #partGain(unit: Unit): number {
    const { parts } = this.#model
    const part = parts.of[unit.members[0] ?? 0] ?? 0
    const before = (this.#partWords[part] ?? 0) / this.#limit
    const after = before + unit.words / this.#limit
    return this.#objective.parts * Math.sqrt(parts.shares[part] ?? 0) * (Math.sqrt(after) - Math.sqrt(before))
  }

  take(unit: Unit): void {
    this.words += unit.words
    const part = this.#model.parts.of[unit.members[0] ?? 0] ?? 0
    this.#partWords[part] = (this.#partWords[part] ?? 0) + unit.words
    for (const member of unit.members) {
      this.taken.add(member)
      this.#noteOverlaps(member)
      const terms = this.#model.candidates[member]?.terms
      if (terms === undefined) continue
      this.#expected.take(terms.all)
      for (const id of terms.all) this.#wordCounts[id] = (this.#wordCounts[id] ?? 0) + 1
      for (const id of terms.content) this.#contentCounts[id] = (this.#contentCounts[id] ?? 0) + 1
      for (const id of terms.bigrams) this.#bigrams.add(id)
    }
  }

  /** Keeps each open sentence's greatest similarity to any that is taken or shown. */
  #noteOverlaps(taken: number): void {
    const from = this.#model.candidates[taken]
    if (from === undefined) return
    for (const member of this.#members) {
      const to = this.#model.candidates[member]
      if (to === undefined || member === taken) continue
      this.#overlaps[member] = Math.max(this.#overlaps[member] ?? 0, cosine(from.vector, to.vector))
    }
  }
}

/** Mean length in words of the sentences that may be taken alone. */
function meanWords(units: readonly Unit[]): number {
  const single = units.filter((unit) => unit.members.length === 1 && unit.needs === null)
  return single.reduce((sum, unit) => sum + unit.words, 0) / Math.max(1, single.length)
}

/**
 * The power of a unit's length that its gain is divided by. With room for many sentences, gain a word decides;
 * with room for two or three, short ones must not crowd out the one that
 * says most.
 *
 * @param sentences about how many the selection will hold
 */
function lengthPower(sentences: number): number {
  return Math.max(LEAST_LENGTH_POWER, 1 - CROWDING / Math.max(1, sentences))
}

/**
 * Chooses sentences that together make the worthiest summary within a number of words: greedily, whole sentences, by
 * gain against length (the budgeted greedy rule of Lin & Bilmes 2010), for the sum of their priors, the likeness of
 * the summary's words to the document's and their expected overlap with a person's summary, the concepts covered,
 * less what is said twice.
 *
 * @returns indices of the candidates, in source order; empty when none fits
 */
export function selectSentences(model: Model, options: SelectOptions): number[] {
  const all = unitsOf(model.candidates, options.allowed ?? (() => true))
  const units = thin(all, model, options.maxWords)
  const sentences = options.maxWords / Math.max(1, meanWords(units))
  const power = lengthPower(sentences)
  const selection = new Selection(model, units, options, objectiveWeights(sentences, model.parts.named))
  let open: readonly Unit[] = units
  for (;;) {
    let best: Unit | null = null
    let bestRate = 0
    for (const unit of open) {
      if (!selection.admits(unit)) continue
      const rate = selection.gain(unit) / unit.words ** power
      if (rate > bestRate) {
        best = unit
        bestRate = rate
      }
    }
    if (best === null) break
    selection.take(best)
    open = open.filter((unit) => selection.words + unit.words <= options.maxWords)
  }
  return [...selection.taken].toSorted((a, b) => a - b)
}
