import type { Pace } from '../../pace.ts'
import type { Candidate, Model } from './model.ts'
import { cosine } from './vectors.ts'

/** Weights of the parts of a summary's worth; see `Selection`. */
const objective = { words: 3, content: 0.5, bigrams: 0.4, redundancy: 0.5 } as const

/** Partial selections kept at each step: many for a short text, one for a long one, where greedy does as well. */
const BEAM_WORK = 400
const WIDEST_BEAM = 6

/** From this likeness on two sentences are the same one twice. */
const TWIN_SIMILARITY = 0.85

/** Candidates looked at in one selection; more are thinned to the best of each section. */
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

/** A partial summary, with what is needed to tell the gain of one more unit. */
interface Selection {
  taken: readonly number[]
  words: number
  worth: number
  wordCounts: Float64Array
  contentCounts: Float64Array
  bigrams: ReadonlySet<number>
}

/** Readable alone, or together with the sentence before it, which it points back to. */
function unitsOf(candidates: readonly Candidate[], allowed: (candidate: Candidate) => boolean): Unit[] {
  const units: Unit[] = []
  candidates.forEach((candidate, index) => {
    if (!candidate.usable || !allowed(candidate)) return
    const { words } = candidate.sentence
    if (!candidate.dependent) {
      units.push({ members: [index], words, needs: null })
      return
    }
    const before = candidates[index - 1]
    if (before === undefined || !before.usable || !allowed(before) || !candidate.sentence.follows) return
    units.push({ members: [index], words, needs: index - 1 })
    if (!before.dependent) {
      units.push({ members: [index - 1, index], words: before.sentence.words + words, needs: null })
    }
  })
  return units
}

/** Keeps the best units of every section, in proportion, so that no part of a long source is passed over. */
function thin(units: readonly Unit[], model: Model): readonly Unit[] {
  if (units.length <= MOST_CANDIDATES) return units
  const worth = (unit: Unit) =>
    unit.members.reduce((sum, member) => sum + (model.candidates[member]?.prior ?? 0), 0) / unit.members.length
  const bySection = Map.groupBy(units, (unit) => model.candidates[unit.members[0] ?? 0]?.sentence.section ?? 0)
  const share = MOST_CANDIDATES / units.length
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

class Selector {
  readonly #model: Model
  readonly #limit: number
  readonly #shown: readonly number[]
  readonly #similarities = new Map<number, Float64Array>()

  constructor(model: Model, options: SelectOptions) {
    this.#model = model
    this.#limit = options.maxWords
    this.#shown = options.shown ?? []
  }

  start(): Selection {
    return {
      taken: [],
      words: 0,
      worth: 0,
      wordCounts: new Float64Array(this.#model.wordRoots.length),
      contentCounts: new Float64Array(this.#model.contentRoots.length),
      bigrams: new Set(),
    }
  }

  /** Gain in worth when a unit joins a selection; -Infinity when it says again what is taken. */
  gain(selection: Selection, unit: Unit): number {
    let gain = 0
    for (const member of unit.members) {
      const candidate = this.#model.candidates[member]
      if (candidate === undefined) continue
      const { terms, sentence } = candidate
      const overlap = this.#overlap(member, selection.taken)
      if (overlap > TWIN_SIMILARITY) return -Infinity
      gain += ((candidate.prior - objective.redundancy * overlap) * sentence.words) / this.#limit
      const coverage =
        objective.words * growth(terms.all, this.#model.wordRoots, selection.wordCounts) +
        objective.content * growth(terms.content, this.#model.contentRoots, selection.contentCounts)
      gain += coverage / Math.sqrt(this.#limit)
      for (const id of terms.bigrams) {
        if (!selection.bigrams.has(id)) gain += objective.bigrams * (this.#model.bigramWeights[id] ?? 0)
      }
    }
    return gain
  }

  join(selection: Selection, unit: Unit, worth: number): Selection {
    const wordCounts = selection.wordCounts.slice()
    const contentCounts = selection.contentCounts.slice()
    const bigrams = new Set(selection.bigrams)
    for (const member of unit.members) {
      const terms = this.#model.candidates[member]?.terms
      if (terms === undefined) continue
      for (const id of terms.all) wordCounts[id] = (wordCounts[id] ?? 0) + 1
      for (const id of terms.content) contentCounts[id] = (contentCounts[id] ?? 0) + 1
      for (const id of terms.bigrams) bigrams.add(id)
    }
    const taken = [...selection.taken, ...unit.members].toSorted((a, b) => a - b)
    return { taken, words: selection.words + unit.words, worth, wordCounts, contentCounts, bigrams }
  }

  /** Greatest similarity of a sentence to any that is taken or shown. */
  #overlap(member: number, taken: readonly number[]): number {
    let most = 0
    for (const other of taken) most = Math.max(most, this.#similarity(other, member))
    for (const other of this.#shown) most = Math.max(most, this.#similarity(other, member))
    return most
  }

  #similarity(from: number, to: number): number {
    let row = this.#similarities.get(from)
    if (row === undefined) {
      row = new Float64Array(this.#model.candidates.length).fill(-1)
      this.#similarities.set(from, row)
    }
    const known = row[to] ?? -1
    if (known >= 0) return known
    const a = this.#model.candidates[from]
    const b = this.#model.candidates[to]
    const similarity = a === undefined || b === undefined ? 0 : cosine(a.vector, b.vector)
    row[to] = similarity
    return similarity
  }
}

/**
 * Chooses sentences that together make the worthiest summary within a number of words: a beam search over whole
 * sentences, by worth against the square root of length, for the sum of their priors, the likeness of the summary's
 * words to the document's, the concepts covered, less what is said twice.
 *
 * @returns indices of the candidates, in source order; empty when none fits
 */
export async function selectSentences(model: Model, options: SelectOptions, pace: Pace): Promise<number[]> {
  const selector = new Selector(model, options)
  const units = thin(unitsOf(model.candidates, options.allowed ?? (() => true)), model)
  const width = Math.max(1, Math.min(WIDEST_BEAM, Math.round(BEAM_WORK / Math.max(1, units.length))))
  let best = selector.start()
  let beam: Selection[] = [best]
  while (beam.length > 0) {
    await pace()
    const steps = beam.flatMap((selection) => {
      const taken = new Set(selection.taken)
      return units
        .filter(
          (unit) =>
            selection.words + unit.words <= options.maxWords &&
            (unit.needs === null || taken.has(unit.needs)) &&
            !unit.members.some((member) => taken.has(member)),
        )
        .map((unit) => {
          const worth = selection.worth + selector.gain(selection, unit)
          return { selection, unit, worth, rate: worth / Math.sqrt(selection.words + unit.words) }
        })
        .filter((step) => step.worth > -Infinity)
    })
    steps.sort((a, b) => b.rate - a.rate)
    const seen = new Set<string>()
    beam = []
    for (const { selection, unit, worth } of steps) {
      if (beam.length >= width) break
      const key = [...selection.taken, ...unit.members].toSorted((a, b) => a - b).join()
      if (seen.has(key)) continue
      seen.add(key)
      const joined = selector.join(selection, unit, worth)
      beam.push(joined)
      if (joined.worth > best.worth) best = joined
    }
  }
  return [...best.taken]
}
