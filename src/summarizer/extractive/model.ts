import { findingCue, headingRank } from '../text/cues.ts'
import { stopWordsOf } from '../text/languages.ts'
import { conversationalWords } from '../text/speech.ts'
import { stem, words } from '../text/tokens.ts'
import { idIn, vectorsOf } from '../text/vectors.ts'
import type { ReadDocument, Sentence } from './read-sentences.ts'

export interface Candidate {
  readonly sentence: Sentence
  /** TF-IDF weights of the stemmed content words by id, unit length. */
  readonly vector: ReadonlyMap<number, number>
  /** Value of the sentence by itself, about 0 to 3. */
  readonly prior: number
  /** From 1 for the first usable sentence toward 0. */
  readonly lead: number
  /** Share of the content words of the focus, or without one of the document's title. */
  readonly titled: number
  /** Value of what it states, by cues and figures, and of its section; from -1 to 2. */
  readonly cue: number
  /** Share of words like "I", "you" and "well". */
  readonly talk: number
}

export interface Model {
  readonly candidates: readonly Candidate[]
  readonly language: string
  /** The document's title, which every line can refer to. */
  readonly title: string
  /** Stems of the words that occur in the most sentences. */
  readonly frequent: ReadonlySet<string>
}

/**
 * Weights of a sentence's value by itself, chosen on the mean over news, meetings and stories by nested
 * cross-validation (docs/benchmarks.md). Changing one by half moves no set by more than its standard error.
 */
const WEIGHTS = { centrality: 1.25, forward: 1.25, lead: 0.5, conversational: 3 }
export type Weights = typeof WEIGHTS

/** The lead's weight falls to 1/e after this many times √N sentences: 9 in a news item, 50 in a long meeting. */
const LEAD_REACH = 1.5

/** Value of a sentence with all words of the focus of a page. */
const FOCUS_WEIGHT = 2

/** A single shared word of a short title is weak evidence. */
const MIN_TITLE = 3

/** Value of a section's rank beside the cues of a sentence. */
const SECTION_RANK = 0.5

/** Minimum sentences with a frequent word, and maximum number of such words. */
const FREQUENT = { sentences: 3, words: 8 }

function frequentOf(vectors: readonly ReadonlyMap<number, number>[], vocabulary: ReadonlyMap<string, number>) {
  const counts = new Float64Array(vocabulary.size)
  for (const vector of vectors) for (const id of vector.keys()) counts[id] = (counts[id] ?? 0) + 1
  const found = [...vocabulary].map(([word, id]) => ({ word, count: counts[id] ?? 0 }))
  const frequent = found.filter(({ count }) => count >= FREQUENT.sentences)
  const most = frequent.toSorted((one, other) => other.count - one.count).slice(0, FREQUENT.words)
  return new Set(most.map(({ word }) => word))
}

function dot(vector: ReadonlyMap<number, number>, sums: Float64Array): number {
  let product = 0
  for (const [id, weight] of vector) product += weight * (sums[id] ?? 0)
  return product
}

function add(vector: ReadonlyMap<number, number>, sums: Float64Array): void {
  for (const [id, weight] of vector) sums[id] = (sums[id] ?? 0) + weight
}

function scaled(values: number[]): number[] {
  const most = values.reduce((high, value) => Math.max(high, value), 1e-9)
  return values.map((value) => value / most)
}

/** Degree centrality from 0 to 1: over all (Erkan & Radev 2004), and over those that follow (Zheng & Lapata 2019). */
function centralities(
  vectors: readonly ReadonlyMap<number, number>[],
  size: number,
): { all: number[]; forward: number[] } {
  const total = new Float64Array(size)
  for (const vector of vectors) add(vector, total)
  const all = vectors.map((vector) => dot(vector, total) - (vector.size > 0 ? 1 : 0))
  const later = new Float64Array(size)
  const forward = vectors.map(() => 0)
  for (let at = vectors.length - 1; at >= 0; at -= 1) {
    const vector = vectors[at] ?? new Map<number, number>()
    forward[at] = dot(vector, later)
    add(vector, later)
  }
  return { all: scaled(all), forward: scaled(forward) }
}

/**
 * Builds the model of a document from its sentences, in time linear in its words.
 * @param titles the heading of each section; null without one
 * @param focus topic of the page; null for that of the title
 */
export function buildModel(
  { sentences, language, title }: ReadDocument,
  titles: readonly (string | null)[] = [],
  focus: string | null = null,
  weights: Weights = WEIGHTS,
): Model {
  const stopWords = stopWordsOf(language)
  const vocabulary = new Map<string, number>()
  const isContent = (token: string): boolean => !stopWords.has(token) && (token.length > 1 || token >= '\u0100')
  const idsOf = (tokens: readonly string[]) => tokens.filter(isContent).map((token) => idIn(vocabulary, stem(token)))
  const titleIds = new Set(idsOf(words(focus ?? title)))
  const ranks = titles.map(headingRank)
  const read = sentences.map(({ text }) => {
    const tokens = words(text)
    const talk =
      tokens.filter((token) => conversationalWords.has(token.replaceAll('’', "'"))).length / Math.max(1, tokens.length)
    return { content: idsOf(tokens), talk }
  })
  const vectors = vectorsOf(
    read.map(({ content }) => content),
    vocabulary.size,
  )
  const used = vectors.map((vector, at) => (sentences[at]?.usable === true ? vector : new Map<number, number>()))
  const { all, forward } = centralities(used, vocabulary.size)
  const usable = sentences.filter((sentence) => sentence.usable)
  const reach = LEAD_REACH * Math.sqrt(Math.max(1, usable.length))
  let rank = 0
  const candidates = sentences.map((sentence, at): Candidate => {
    const { content, talk } = read[at] ?? { content: [], talk: 0 }
    const lead = Math.exp(-rank / reach)
    if (sentence.usable) rank += 1
    const titled = new Set(content).intersection(titleIds).size / Math.max(MIN_TITLE, titleIds.size)
    const prior =
      weights.centrality * (all[at] ?? 0) +
      weights.forward * (forward[at] ?? 0) +
      weights.lead * lead +
      (focus === null ? 0 : FOCUS_WEIGHT * titled) -
      weights.conversational * talk
    const cue = findingCue(sentence.text) + (ranks[sentence.section] ?? 0) * SECTION_RANK
    return { sentence, vector: vectors[at] ?? new Map<number, number>(), prior, lead, titled, cue, talk }
  })
  return { candidates, language, title, frequent: frequentOf(used, vocabulary) }
}
