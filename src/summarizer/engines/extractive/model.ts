import { PACE_EVERY, type Pace } from '../../pace.ts'
import { directedCentrality } from './centrality.ts'
import type { Sentence } from './read-sentences.ts'
import { judge, type Readability } from './readability.ts'
import type { SentenceTerms, TermIndex } from './term-index.ts'
import { cosine, type SparseVector, weighSentences } from './vectors.ts'

/** A sentence with everything that scoring needs. */
export interface Candidate extends Readability {
  readonly sentence: Sentence
  readonly terms: SentenceTerms
  readonly vector: SparseVector
  /** Worth of the sentence by itself, about 0 to 2. */
  readonly prior: number
}

/** The whole document as candidates, with the distributions that a summary should follow. */
export interface Model {
  readonly candidates: readonly Candidate[]
  /** Square roots of the relative frequencies of all words, and of content words. */
  readonly wordRoots: Float64Array
  readonly contentRoots: Float64Array
  /** Weight of each pair of content words: 0 for one that comes once, adding up to 1. */
  readonly bigramWeights: Float64Array
}

/**
 * Weights of the single signals. One set serves every genre; they were chosen for a flat optimum over news, meetings
 * and stories together, not for the peak of any of them.
 */
const weights = {
  centrality: 1,
  lead: 0.8,
  quoted: 0.2,
  personal: 2,
  length: 0.3,
  hesitant: 2,
  annotated: 0.3,
  number: 0.1,
  question: 0.3,
  title: 0.4,
} as const

/** The lead's weight falls to 1/e after this many times √N sentences: 7 in a news item, 40 in a long meeting. */
const LEAD_REACH = 1.2

function rootsOf(sequences: readonly Int32Array[], size: number): Float64Array {
  const counts = new Float64Array(size)
  let total = 0
  for (const ids of sequences) {
    total += ids.length
    for (const id of ids) counts[id] = (counts[id] ?? 0) + 1
  }
  return counts.map((count) => Math.sqrt(count / Math.max(1, total)))
}

/** Pairs of words that several sentences share stand for the concepts of the document (Gillick & Favre 2009). */
function weighBigrams(terms: readonly SentenceTerms[], size: number): Float64Array {
  const counts = new Float64Array(size)
  for (const { bigrams } of terms) for (const id of bigrams) counts[id] = (counts[id] ?? 0) + 1
  const raw = counts.map((count) => Math.sqrt(Math.max(0, count - 1)))
  const total = Math.sqrt(raw.reduce((sum, weight) => sum + weight, 0)) || 1
  return raw.map((weight) => weight / total)
}

function lengthPreference(words: number): number {
  return Math.max(0, Math.min(1, Math.log(words / 5) / Math.log(8)))
}

export interface ModelInput {
  sentences: readonly Sentence[]
  terms: readonly SentenceTerms[]
  index: TermIndex
  /** Terms of the title, where it says more than the text's own first words. */
  title: SentenceTerms | null
  /** Primary language subtag, lower case. */
  language: string
  /** Sentences need no full stop at their end to be usable. */
  lenient: boolean
}

const empty: SparseVector = { ids: new Int32Array(), weights: new Float64Array() }

function priorOf(candidate: Omit<Candidate, 'prior'>, centrality: number, lead: number, title: SparseVector): number {
  const { sentence, terms, vector } = candidate
  return (
    weights.centrality * centrality +
    weights.lead * lead +
    weights.length * lengthPreference(sentence.words) +
    weights.title * cosine(title, vector) +
    (candidate.hasNumber ? weights.number : 0) -
    weights.quoted * sentence.quotedShare -
    weights.personal * terms.personal -
    weights.hesitant * terms.hesitant -
    (candidate.annotated ? weights.annotated : 0) -
    (candidate.question ? weights.question : 0)
  )
}

/** Builds the model of a document from its sentences, in time linear in its words. */
export async function buildModel(input: ModelInput, pace: Pace): Promise<Model> {
  const { sentences, terms, index } = input
  const readabilities: Readability[] = []
  for (const sentence of sentences) {
    if (readabilities.length % PACE_EVERY === 0) await pace()
    readabilities.push(judge(sentence, input))
  }
  const titleContent = input.title?.content ?? new Int32Array()
  const contents = [...terms.map((term) => term.content), titleContent]
  const vectors = await weighSentences(contents, index.contentCount, pace)
  const title = vectors.pop() ?? empty
  const usable = vectors.map((vector, at) => (readabilities[at]?.usable === true ? vector : empty))
  const centralities = await directedCentrality(usable, index.contentCount, pace)
  const reach = LEAD_REACH * Math.sqrt(Math.max(1, readabilities.filter((entry) => entry.usable).length))
  let rank = 0
  const candidates: Candidate[] = []
  for (const [at, sentence] of sentences.entries()) {
    const readability = readabilities[at]
    const term = terms[at]
    if (readability === undefined || term === undefined) continue
    const lead = Math.exp(-rank / reach)
    if (readability.usable) rank += 1
    const candidate = { ...readability, sentence, terms: term, vector: vectors[at] ?? empty }
    candidates.push({ ...candidate, prior: priorOf(candidate, centralities[at] ?? 0, lead, title) })
  }
  return {
    candidates,
    ...distributionsOf(
      candidates.filter((candidate) => candidate.usable),
      index,
    ),
  }
}

function distributionsOf(candidates: readonly Candidate[], index: TermIndex): Omit<Model, 'candidates'> {
  const terms = candidates.map((candidate) => candidate.terms)
  return {
    wordRoots: rootsOf(
      terms.map((term) => term.all),
      index.wordCount,
    ),
    contentRoots: rootsOf(
      terms.map((term) => term.content),
      index.contentCount,
    ),
    bigramWeights: weighBigrams(terms, index.bigramCount),
  }
}
