import { type Candidate, cosine, type Model } from './model.ts'

interface SelectOptions {
  /** Words the selection may have, strictly. */
  maxWords: number
  maxSentences?: number
  /** Sentences that may be taken, all usable ones when unset. */
  allowed?: (candidate: Candidate) => boolean
  /** Rank sentences by what each adds, not by what each of its words adds: for a number of lines, not of words. */
  perSentence?: boolean
  /** Indices shown elsewhere: sentences like them count as redundant. */
  shown?: readonly number[]
}

/** Weights of the objective; how they were chosen: docs/benchmarks.md. */
const OVERLAP = 10
const COVERAGE = 1
const REDUNDANCY = 1
/** Coverage of the document's sections. */
const SECTIONS = 0.5
/** Sentences more similar than this are duplicates. */
const SAME = 0.7

/** How much more than others the first sentences count in the words a summary should have. */
const LEAD_EMPHASIS = 1
/** A summary has conversational words this much less often than its source. */
const CONVERSATIONAL_SHARE = 0.05
/** Absolute discount of each word's count (Ney, Essen & Kneser 1994): single mentions rarely reach a summary. */
const DISCOUNT = 0.4
/** Expected length against the limit. */
const RATE_SCALE = 1.1

/** Rates of words in the summary, and square roots of the shares of content words in the document. */
function expectationOf(model: Model, candidates: readonly Candidate[], maxWords: number) {
  const emphasized = new Float64Array(model.wordCount)
  const counts = new Float64Array(model.wordCount)
  const content = new Float64Array(model.contentCount)
  for (const candidate of candidates) {
    const emphasis = 1 + LEAD_EMPHASIS * candidate.lead
    for (const id of candidate.words) {
      emphasized[id] = (emphasized[id] ?? 0) + emphasis * (model.conversational.has(id) ? CONVERSATIONAL_SHARE : 1)
      counts[id] = (counts[id] ?? 0) + 1
    }
    for (const id of candidate.content) content[id] = (content[id] ?? 0) + emphasis
  }
  const discounted = emphasized.map((count, id) => count * (1 - DISCOUNT / Math.max(1, counts[id] ?? 1)))
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0) || 1
  const [words, contentWords] = [sum(discounted), sum(content)]
  return {
    rates: discounted.map((count) => (count / words) * maxWords * RATE_SCALE),
    contentRoots: content.map((count) => Math.sqrt(count / contentWords)),
  }
}

/** Sentences considered in one selection, the best by themselves; this bounds the time for long documents. */
const MAX_CANDIDATES = 2000

/** Starts a selection, which is empty. */
function createSelection(model: Model, candidates: readonly Candidate[], { maxWords, shown = [] }: SelectOptions) {
  const { rates, contentRoots } = expectationOf(model, candidates, maxWords)
  // Of each word: how often it was taken, P(X = taken) and P(X > taken) for X ~ Poisson(rate).
  const taken = new Float64Array(model.wordCount)
  const mass = rates.map((rate) => Math.exp(-rate))
  const tail = mass.map((value) => 1 - value)
  const contentTaken = new Float64Array(model.contentCount)
  const similarities = new Float64Array(model.candidates.length)
  const sections = Map.groupBy(candidates, ({ sentence }) => sentence.section)
  const roots = [...sections].map(
    ([section, members]) =>
      [section, Math.sqrt(members.reduce((sum, { sentence }) => sum + sentence.words, 0))] as const,
  )
  const total = roots.reduce((sum, [, root]) => sum + root, 0) || 1
  const sectionShares = new Map(roots.map(([section, root]) => [section, root / total]))
  const sectionWords = new Map<number, number>()
  const indices = new Set<number>()

  function compare(index: number, others: readonly Candidate[]): void {
    const from = model.candidates[index]
    if (from === undefined) return
    for (const { sentence, vector } of others) {
      if (sentence.index === index) continue
      const similarity = cosine(from.vector, vector)
      if (similarity > (similarities[sentence.index] ?? 0)) similarities[sentence.index] = similarity
    }
  }

  function use(id: number): void {
    const count = (taken[id] ?? 0) + 1
    const next = ((mass[id] ?? 0) * (rates[id] ?? 0)) / count
    taken[id] = count
    mass[id] = next
    tail[id] = Math.max(0, (tail[id] ?? 0) - next)
  }

  function overlapGain(ids: Int32Array): number {
    const before = Array.from(ids, (id) => ({ id, taken: taken[id] ?? 0, mass: mass[id] ?? 0, tail: tail[id] ?? 0 }))
    let gain = 0
    for (const id of ids) {
      gain += tail[id] ?? 0
      use(id)
    }
    for (const old of before) {
      taken[old.id] = old.taken
      mass[old.id] = old.mass
      tail[old.id] = old.tail
    }
    return gain
  }

  function coverageGain(ids: Int32Array): number {
    let gain = 0
    for (const id of ids) {
      const count = contentTaken[id] ?? 0
      gain += (contentRoots[id] ?? 0) * (Math.sqrt(count + 1) - Math.sqrt(count))
      contentTaken[id] = count + 1
    }
    for (const id of ids) contentTaken[id] = (contentTaken[id] ?? 0) - 1
    return gain
  }

  function sectionGain({ sentence }: Candidate): number {
    if (sectionShares.size < 2) return 0
    const share = sectionShares.get(sentence.section) ?? 0
    const before = (sectionWords.get(sentence.section) ?? 0) / maxWords
    return Math.min(share, before + sentence.words / maxWords) - Math.min(share, before)
  }

  for (const index of shown) compare(index, candidates)
  return {
    indices,
    words: 0,

    /**
     * Gain of a sentence: expected word overlap with a summary written by a human (the k-th use of a word counts
     * P(X ≥ k)), coverage of content words (square roots, Lin & Bilmes 2011) and of sections, and its own value, less
     * its similarity to what was taken. Each part shrinks as the selection grows, so the greedy choice is near the
     * optimum.
     */
    gain(candidate: Candidate): number {
      const { sentence, prior, words, content } = candidate
      const similarity = similarities[sentence.index] ?? 0
      if (similarity > SAME) return -Infinity
      const value = (prior - REDUNDANCY * similarity) * sentence.words
      const ofWords = (OVERLAP * overlapGain(words) + value) / maxWords
      return ofWords + (COVERAGE * coverageGain(content)) / Math.sqrt(maxWords) + SECTIONS * sectionGain(candidate)
    },

    take({ sentence, words, content }: Candidate, others: readonly Candidate[]): void {
      const { index, section } = sentence
      indices.add(index)
      this.words += sentence.words
      for (const id of words) use(id)
      for (const id of content) contentTaken[id] = (contentTaken[id] ?? 0) + 1
      sectionWords.set(section, (sectionWords.get(section) ?? 0) + sentence.words)
      compare(index, others)
    },
  }
}

/**
 * Chooses greedily by gain a word (Lin & Bilmes 2010), lazily, since gains only shrink (Minoux 1978); best first. A
 * dependent sentence is taken only after the one before it.
 */
export function selectSentences(model: Model, options: SelectOptions): number[] {
  const { maxWords, maxSentences = Infinity, perSentence = false, allowed = () => true } = options
  const candidates = model.candidates.filter((candidate) => candidate.sentence.usable && allowed(candidate))
  const selection = createSelection(model, candidates, options)
  const byIndex = new Map(candidates.map((candidate) => [candidate.sentence.index, candidate]))
  const measure = (candidate: Candidate): Rated => ({
    candidate,
    rate: selection.gain(candidate) / (perSentence ? 1 : candidate.sentence.words),
    measuredAt: selection.indices.size,
  })
  // Ascending, so that the best comes off the end. Rates measured earlier are upper bounds.
  const measured = candidates.filter(({ sentence }) => !sentence.dependent).map(measure)
  const queue = measured.toSorted((a, b) => a.rate - b.rate).slice(-MAX_CANDIDATES)
  const dependents = candidates.filter(({ sentence }) => sentence.dependent)
  const open = [...queue.map(({ candidate }) => candidate), ...dependents]
  for (let best = queue.pop(); best !== undefined && selection.indices.size < maxSentences; best = queue.pop()) {
    const { candidate, rate, measuredAt } = best
    const { index, words, block } = candidate.sentence
    if (rate <= 0) break
    if (selection.words + words > maxWords) continue
    if (measuredAt < selection.indices.size) {
      insert(queue, measure(candidate))
      continue
    }
    selection.take(candidate, open)
    const next = byIndex.get(index + 1)
    if (next?.sentence.dependent === true && next.sentence.block === block) insert(queue, measure(next))
  }
  return [...selection.indices]
}

interface Rated {
  candidate: Candidate
  rate: number
  /** Size of the selection when the rate was measured. */
  measuredAt: number
}

function insert(queue: Rated[], rated: Rated): void {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((queue[middle]?.rate ?? 0) < rated.rate) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, rated)
}
