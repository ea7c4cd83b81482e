import { connections, cosine, directedCentrality, type SparseVector, weighSentences } from './centrality.ts'
import { type Distribution, distributionOf } from './distribution.ts'
import { type PriorWeights, type Profile, priorWeights } from './profile.ts'
import type { Sentence } from './read-sentences.ts'
import { judge, type Readability } from './readability.ts'
import { hasAnaphor } from './references.ts'
import type { SentenceTerms, TermIndex } from './terms.ts'

/** What the parts are told by. */
interface Placed {
  readonly sentence: Sentence
  readonly usable: boolean
}

/** The parts of a document that a summary should hear: the part of each candidate, and the share of each part. */
export interface Parts {
  readonly of: Int32Array
  /** Sum to 1. By the square root of the length, so that short parts are heard too. */
  readonly shares: Float64Array
  /** Whether the source itself names them, by headings or chapters. */
  readonly named: boolean
}

/** Length in words of a part where the source names none, and the most parts made so. */
const PART_WORDS = 150
const MOST_UNNAMED_PARTS = 6

/** Where each new part begins is told by the section, else by the words so far, at the beginning of a block. */
function partNumbers(candidates: readonly Placed[]): Int32Array {
  const divided = candidates.some((candidate) => candidate.sentence.section !== candidates[0]?.sentence.section)
  if (divided) return Int32Array.from(candidates, (candidate) => candidate.sentence.section)
  const words = candidates.reduce((sum, candidate) => sum + candidate.sentence.words, 0)
  const count = Math.max(1, Math.min(MOST_UNNAMED_PARTS, Math.round(words / PART_WORDS)))
  let read = 0
  let part = 0
  return Int32Array.from(candidates, ({ sentence }, at) => {
    if (sentence.block !== candidates[at - 1]?.sentence.block) {
      part = Math.min(count - 1, Math.floor(((read + sentence.words / 2) / Math.max(1, words)) * count))
    }
    read += sentence.words
    return part
  })
}

/** Tells the parts of a document: its sections, else stretches of its paragraphs of about equal length. */
export function partsOf(candidates: readonly Placed[]): Parts {
  const numbers = partNumbers(candidates)
  const words = new Float64Array(numbers.reduce((most, part) => Math.max(most, part + 1), 0))
  candidates.forEach((candidate, at) => {
    const part = numbers[at] ?? 0
    if (candidate.usable) words[part] = (words[part] ?? 0) + candidate.sentence.words
  })
  const roots = words.map((count) => Math.sqrt(count))
  const total = roots.reduce((sum, root) => sum + root, 0) || 1
  const named =
    numbers.some((part) => part !== numbers[0]) &&
    candidates.some(({ sentence: { block } }) => block.headingPath.length > 0 || block.place.kind === 'chapter')
  return { of: numbers, shares: roots.map((root) => root / total), named }
}

/** A sentence with everything that scoring needs. */
export interface Candidate extends Readability {
  readonly sentence: Sentence
  readonly terms: SentenceTerms
  readonly vector: SparseVector
  /** Worth of the sentence by itself, about 0 to 2. */
  readonly prior: number
  /** What being early adds to it. */
  readonly lead: number
  /** How connected it is with the rest: 1 on average, at most 1.6. */
  readonly connection: number
}

/** The whole document as candidates, with the distributions that a summary should follow. */
export interface Model extends Distribution {
  readonly candidates: readonly Candidate[]
  readonly profile: Profile
  /** Primary language subtag, lower case; empty where it could not be told. */
  readonly language: string
  /** Parts that a summary should hear. */
  readonly parts: Parts
}

/** The lead's weight falls to 1/e after this many times √N sentences: 9 in a news item, 50 in a long meeting. */
const LEAD_REACH = 1.5
/** From this share of quoted words on, a sentence that holds no whole quotation is a piece torn from one. */
const TORN_SHARE = 0.2

/**
 * Of a few sentences hardly one says the words of another again, so likeness tells little; but a short text says first
 * what it is about. That fades with this many sentences.
 */
const FEW_USABLE = 12

const empty: SparseVector = { ids: new Int32Array(), weights: new Float64Array() }

/** From 0 for five words to 1 for forty and more. */
function lengthPreference(words: number): number {
  return Math.max(0, Math.min(1, Math.log(words / 5) / Math.log(8)))
}

/** Sentences below this many words are asides and replies more often than points. */
const SHORT_WORDS = 10

/** The signals of one sentence that come from its place among the others. */
interface Standing {
  centrality: number
  /** What being early is worth. */
  lead: number
  /** Likeness to the title. */
  title: number
  /** What opening a short text is worth. */
  first: number
}

/** What somebody asked is part of what happened; what a writer asks is left to the answer. */
function questionCost({ question, sentence }: Omit<Candidate, 'prior' | 'lead' | 'connection'>, weights: PriorWeights) {
  if (!question) return 0
  const asked = sentence.speaker !== null || sentence.quotedShare > TORN_SHARE
  return asked ? weights.question : weights.writersQuestion
}

function priorOf(
  candidate: Omit<Candidate, 'prior' | 'lead' | 'connection'>,
  standing: Standing,
  weights: PriorWeights,
): number {
  const { sentence, terms } = candidate
  return (
    weights.centrality * standing.centrality +
    standing.lead +
    weights.title * standing.title +
    standing.first +
    weights.length * lengthPreference(sentence.words) -
    weights.short * Math.max(0, 1 - sentence.words / SHORT_WORDS) +
    (candidate.hasNumber ? weights.number : 0) +
    (!sentence.follows && sentence.speaker === null ? weights.opening : 0) -
    weights.quoted * sentence.quotedShare -
    (candidate.quotation === 0 && sentence.quotedShare > TORN_SHARE ? weights.torn : 0) -
    weights.personal * terms.personal -
    weights.hesitant * terms.hesitant -
    (candidate.annotated ? weights.annotated : 0) -
    questionCost(candidate, weights) -
    (candidate.announces ? weights.announcing : 0) -
    (candidate.leaning ? weights.leaning : 0) -
    (candidate.foreign ? weights.foreign : 0)
  )
}

export interface ModelInput {
  sentences: readonly Sentence[]
  terms: readonly SentenceTerms[]
  index: TermIndex
  /** Terms of the title, where it says more than the text's own first words. */
  title: SentenceTerms | null
  profile: Profile
  /** Primary language subtag, lower case. */
  language: string
  /** Sentences need no full stop at their end to be usable. */
  lenient: boolean
}

/** With more of its sentences than this in another language, a document is in two, or was told wrong. */
const MOST_FOREIGN = 0.3

/** Sentences in another language count as strays only where they are few. */
function settleForeign(readabilities: Readability[]): void {
  const usable = readabilities.filter((readability) => readability.usable)
  const foreign = usable.filter((readability) => readability.foreign)
  if (foreign.length > usable.length * MOST_FOREIGN) for (const readability of foreign) readability.foreign = false
}

/** Builds the model of a document from its sentences, in time linear in its words. */
export function buildModel(input: ModelInput): Model {
  const { sentences, terms, index, profile } = input
  const readabilities: Readability[] = []
  for (const sentence of sentences) {
    readabilities.push(judge(sentence, input))
  }
  settleForeign(readabilities)
  const titleContent = input.title?.content ?? new Int32Array()
  const contents = [...terms.map((term) => term.content), titleContent]
  const vectors = weighSentences(contents, index.contentCount)
  const title = vectors.pop() ?? empty
  const usable = vectors.map((vector, at) => (readabilities[at]?.usable === true ? vector : null))
  const used = usable.map((vector) => vector ?? empty)
  const centralities = directedCentrality(used, index.contentCount)
  const connected = connections(usable, index.contentCount)
  const usableCount = readabilities.filter((readability) => readability.usable).length
  const reach = LEAD_REACH * Math.sqrt(Math.max(1, usableCount))
  const weights = priorWeights(profile)
  let rank = 0
  let opened = false
  const candidates: Candidate[] = []
  for (const [at, sentence] of sentences.entries()) {
    const readability = readabilities[at]
    const term = terms[at]
    const vector = vectors[at]
    if (readability === undefined || term === undefined || vector === undefined) continue
    const connection = connected[at] ?? 0
    // What opens a feature is often a scene whose words never come again: being early counts as far as it is connected.
    const lead = weights.lead * Math.exp(-rank / reach) * Math.min(1, connection)
    if (readability.usable) rank += 1
    const dependent = readability.dependent || readability.earlyPronoun || hasAnaphor(sentence.text, input.language)
    const candidate = { ...readability, dependent, sentence, terms: term, vector }
    const opens = readability.usable && !dependent && !opened && sentence.speaker === null && !sentence.aside
    if (opens) opened = true
    const first = opens ? weights.first * Math.exp(-((usableCount / FEW_USABLE) ** 2)) : 0
    const standing = { centrality: centralities[at] ?? 0, lead, title: cosine(title, vector), first }
    candidates.push({ ...candidate, prior: priorOf(candidate, standing, weights), lead, connection })
  }
  const counted = candidates.filter((candidate) => candidate.usable).map((candidate) => candidate.terms)
  const counts = { wordShares: index.wordShares(), content: index.contentCount, bigrams: index.bigramCount }
  const distribution = distributionOf(counted, counts, profile, reach)
  return { candidates, profile, language: input.language, parts: partsOf(candidates), ...distribution }
}
