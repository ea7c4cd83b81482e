import { stopWordsOf } from '../text/languages.ts'
import { stem, words } from '../text/tokens.ts'
import type { ReadDocument, Sentence } from './read-sentences.ts'
import speech from './speech.json' with { type: 'json' }

export interface Candidate {
  readonly sentence: Sentence
  /** Ids of all words in order, and of stemmed content words. */
  readonly words: Int32Array
  readonly content: Int32Array
  /** TF-IDF weights of the content words, unit length. */
  readonly vector: ReadonlyMap<number, number>
  /** Value of the sentence by itself, about 0 to 3. */
  readonly prior: number
  /** From 1 for the first usable sentence toward 0. */
  readonly lead: number
  /** Share of the content words of the document's title. */
  readonly titled: number
}

export interface Model {
  readonly candidates: readonly Candidate[]
  /** Number of distinct words and content words. */
  readonly wordCount: number
  readonly contentCount: number
  /** Words of conversation rather than content, by id. */
  readonly conversational: ReadonlySet<number>
}

/**
 * Weights of a sentence's value by itself, chosen on the mean over news, meetings and stories by nested
 * cross-validation (docs/benchmarks.md). Changing one by half moves no set by more than its standard error.
 */
const WEIGHTS = { centrality: 0.75, forward: 0.75, lead: 0.5, conversational: 3 }
export type Weights = typeof WEIGHTS

/** Sentences of a short text rarely repeat each other, so centrality means little, but its point comes first. */
const FEW_SENTENCES = 12
const FIRST_OF_FEW = 2

/** The lead's weight falls to 1/e after this many times √N sentences: 9 in a news item, 50 in a long meeting. */
const LEAD_REACH = 1.5

const conversationalWords: ReadonlySet<string> = new Set(`${speech.words} ${speech.fillers}`.split(' '))

/** Number of a term, counted from 0 in order of appearance. */
function idIn(vocabulary: Map<string, number>, term: string): number {
  const id = vocabulary.get(term) ?? vocabulary.size
  vocabulary.set(term, id)
  return id
}

/** TF-IDF vectors of unit length, with the sentences as the collection. */
function vectorsOf(contents: readonly Int32Array[], size: number): Map<number, number>[] {
  const frequency = new Float64Array(size)
  for (const ids of contents) for (const id of new Set(ids)) frequency[id] = (frequency[id] ?? 0) + 1
  return contents.map((ids) => {
    const vector = new Map<number, number>()
    for (const id of ids) vector.set(id, (vector.get(id) ?? 0) + 1)
    let square = 0
    for (const [id, count] of vector) {
      const weight = (1 + Math.log(count)) * Math.log((contents.length + 1) / (frequency[id] ?? 1))
      vector.set(id, weight)
      square += weight * weight
    }
    const length = Math.sqrt(square) || 1
    for (const [id, weight] of vector) vector.set(id, weight / length)
    return vector
  })
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

/** Builds the model of a document from its sentences, in time linear in its words. */
export function buildModel({ sentences, language, title }: ReadDocument, weights: Weights = WEIGHTS): Model {
  const stopWords = stopWordsOf(language)
  const vocabulary = new Map<string, number>()
  const contentVocabulary = new Map<string, number>()
  const conversational = new Set<number>()
  const isContent = (token: string): boolean => !stopWords.has(token) && (token.length > 1 || token >= '\u0100')
  const titleIds = new Set(
    words(title)
      .filter(isContent)
      .map((token) => idIn(contentVocabulary, stem(token))),
  )
  const read = sentences.map(({ text }) => {
    const tokens = words(text)
    const ids = tokens.map((token) => {
      const id = idIn(vocabulary, token)
      if (conversationalWords.has(token)) conversational.add(id)
      return id
    })
    const content = tokens.filter(isContent)
    return {
      words: Int32Array.from(ids),
      content: Int32Array.from(content, (token) => idIn(contentVocabulary, stem(token))),
    }
  })
  const vectors = vectorsOf(
    read.map(({ content }) => content),
    contentVocabulary.size,
  )
  const used = vectors.map((vector, at) => (sentences[at]?.usable === true ? vector : new Map<number, number>()))
  const { all, forward } = centralities(used, contentVocabulary.size)
  const usable = sentences.filter((sentence) => sentence.usable)
  const reach = LEAD_REACH * Math.sqrt(Math.max(1, usable.length))
  const first =
    usable.length <= FEW_SENTENCES ? usable.find(({ dependent, spoken }) => !dependent && !spoken) : undefined
  let rank = 0
  const candidates = sentences.map((sentence, at): Candidate => {
    const terms = read[at] ?? { words: new Int32Array(), content: new Int32Array() }
    const lead = Math.exp(-rank / reach)
    if (sentence.usable) rank += 1
    const spoken = terms.words.filter((id) => conversational.has(id)).length / Math.max(1, terms.words.length)
    const titled = new Set(terms.content).intersection(titleIds).size / Math.max(1, titleIds.size)
    const prior =
      weights.centrality * (all[at] ?? 0) +
      weights.forward * (forward[at] ?? 0) +
      weights.lead * lead -
      weights.conversational * spoken +
      (sentence === first ? FIRST_OF_FEW : 0)
    const vector = vectors[at] ?? new Map<number, number>()
    return { sentence, ...terms, vector, prior, lead, titled }
  })
  return { candidates, wordCount: vocabulary.size, contentCount: contentVocabulary.size, conversational }
}

export function cosine(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let product = 0
  for (const [id, weight] of small) product += weight * (large.get(id) ?? 0)
  return product
}
