import MiniSearch from 'minisearch'
import type { ExtractedDocument } from '../../shared/document.ts'
import { ANSWER_PASSAGES, type Passage } from '../../shared/questions/answer.ts'
import type { Citation } from '../../shared/summary/citation.ts'
import type { Range } from '../../shared/summary/find-text.ts'
import { citationOf } from '../citations.ts'
import { type QuestionTerms, readQuestion, type WeightedText } from './question.ts'
import { namedSpeakers, type SpeakerNames, sharesOf, speakerNamesOf } from './speakers.ts'
import { splitPassages, type Window } from './split-passages.ts'
import { openTermReader, partsOf, partsToFind, type TermReader } from './terms.ts'

/** A passage of an index. */
export interface IndexedPassage extends Window {
  /** Index of its document. */
  document: number
  /** Share of the words of each speaker. */
  shares: ReadonlyMap<string, number>
  /** Whether a transcript opens with it: speakers name their topics there before they discuss them. */
  isOpening: boolean
}

/** Passages of one or more documents, prepared for ranking. */
export interface PassageIndex {
  documents: readonly ExtractedDocument[]
  /** The reader of each document, the same for those in one language. */
  readers: readonly TermReader[]
  speakers: SpeakerNames
  passages: readonly IndexedPassage[]
  search: MiniSearch<Entry>
}

interface Entry {
  id: number
  text: string
  headings: string
  /** Parts of the words of both. */
  parts: string
}

export interface RankOptions {
  /** Maximum number of passages. */
  count?: number
  /** Texts that say what the question is about, such as earlier questions. Their words weigh less. */
  context?: readonly string[]
  /** Whether passages without a word, or part of a word, of the question and its context are left out. */
  onlyMatches?: boolean
}

/**
 * Parameters of BM25+ (https://lucaong.github.io/minisearch/types/MiniSearch.BM25Params.html). Repeated terms count for
 * more than by default: a passage that discusses a subject comes before one that mentions it. All weights here are chosen
 * by `npm run bench -- ask`.
 */
const bm25 = { k: 2.5, b: 0.5, d: 0 }
const HEADING_BOOST = 0.5
/** Weight of the parts of a word, as a share of its own. */
const PARTS_WEIGHT = 0.6
/** Weight of the words of a question's context. */
const CONTEXT_WEIGHT = 0.3
/** Shares of a passage's score that its neighbors in the source get, by their distance. */
const NEIGHBOR_WEIGHTS = [0.2, 0.12, 0.07]
/** Factor of a passage whose neighbor comes before it. */
const REPEATED_WEIGHT = 0.75
/** Increase of the score of a passage that a named speaker says alone. */
const SPEAKER_BOOST = 1.5
/** Weight of a speaker's name as words of the text. */
const SPEAKER_NAME_WEIGHT = 0.3
/** Share of a transcript that is its opening, and the factor of its passages. */
const OPENING_SHARE = 0.08
const OPENING_WEIGHT = 0.7
/** Constant of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009). */
const FUSION = 60

const split = (text: string): string[] => text.split(' ')

const languageOf = ({ language }: ExtractedDocument): string => language?.split('-')[0]?.toLowerCase() ?? ''

/** Prepares documents for questions. Takes linear time. */
export async function createPassageIndex(documents: readonly ExtractedDocument[]): Promise<PassageIndex> {
  const languages = [...new Set(documents.map(languageOf))]
  const byLanguage = new Map(
    await Promise.all(languages.map(async (language) => [language, await openTermReader(language)] as const)),
  )
  const readers = documents.flatMap((document) => byLanguage.get(languageOf(document)) ?? [])
  const search = new MiniSearch<Entry>({
    fields: ['text', 'headings', 'parts'],
    tokenize: split,
    processTerm: (term) => term || null,
    searchOptions: { bm25, boost: { headings: HEADING_BOOST } },
  })
  const passages: IndexedPassage[] = []
  for (const [at, { language, terms }] of readers.entries()) {
    const read = (text: string): string[] => terms(text).map((term) => term.text)
    const windows = splitPassages(documents[at] ?? { blocks: [] })
    const isTranscript = windows.some(({ speeches }) => speeches.some(({ speaker }) => speaker !== ''))
    for (const [number, window] of windows.entries()) {
      const speeches = window.speeches.map(({ speaker, text }) => ({ speaker, terms: read(text) }))
      const text = speeches.flatMap((speech) => speech.terms)
      const headings = read(window.pieces[0]?.block.headingPath.join('\n') ?? '')
      const parts = [...text, ...headings].flatMap((term) => partsOf(term, language))
      search.add({ id: passages.length, text: text.join(' '), headings: headings.join(' '), parts: parts.join(' ') })
      const isOpening = isTranscript && number < windows.length * OPENING_SHARE
      passages.push({ ...window, document: at, shares: sharesOf(speeches), isOpening })
    }
  }
  return { documents, readers, speakers: speakerNamesOf(passages), passages, search }
}

/** Scores by BM25, of the passages that have a term of the question. */
function scoresByTerms({ search }: PassageIndex, terms: QuestionTerms): Map<number, number> {
  const parts = new Map<string, number>()
  for (const [term, { weight, languages }] of terms) {
    for (const language of languages) {
      const own = partsToFind(term, language)
      for (const part of own) {
        parts.set(part, Math.max(parts.get(part) ?? 0, (weight * PARTS_WEIGHT) / Math.sqrt(own.length)))
      }
    }
  }
  const found = search.search({
    combineWith: 'OR',
    queries: [
      {
        queries: [[...terms.keys()].join(' ')],
        fields: ['text', 'headings'],
        boostTerm: (term) => terms.get(term)?.weight ?? 0,
      },
      { queries: [[...parts.keys()].join(' ')], fields: ['parts'], boostTerm: (part) => parts.get(part) ?? 0 },
    ],
  })
  // MiniSearch multiplies the sum by the number of terms that match.
  return new Map(found.map(({ id, score, queryTerms }) => [Number(id), score / Math.max(1, queryTerms.length)]))
}

/** Score of each passage for one question, with those of its neighbors unless only matches are wanted. */
function scoresOf(index: PassageIndex, texts: readonly WeightedText[], onlyMatches = false): Map<number, number> {
  const { readers, passages, speakers } = index
  const [question] = texts
  const named = namedSpeakers(speakers, question?.text ?? '')
  const terms = new Map(readQuestion(texts, [...new Set(readers)]))
  for (const { terms: read } of new Set(readers)) {
    for (const { text } of read([...named].join(' '))) {
      const term = terms.get(text)
      if (term !== undefined) terms.set(text, { ...term, weight: term.weight * SPEAKER_NAME_WEIGHT })
    }
  }
  const own = new Map<number, number>()
  for (const [id, score] of scoresByTerms(index, terms)) {
    const { shares, isOpening } = passages[id] ?? { shares: new Map<string, number>(), isOpening: false }
    const share = [...named].reduce((sum, speaker) => sum + (shares.get(speaker) ?? 0), 0)
    own.set(id, score * (1 + SPEAKER_BOOST * Math.sqrt(share)) * (isOpening ? OPENING_WEIGHT : 1))
  }
  const scores = new Map(own)
  for (const [id, score] of own) {
    for (const [at, weight] of NEIGHBOR_WEIGHTS.entries()) {
      for (const neighbor of neighborsOf(index, id, at + 1)) {
        if (onlyMatches && !own.has(neighbor)) continue
        scores.set(neighbor, (scores.get(neighbor) ?? 0) + score * weight)
      }
    }
  }
  return scores
}

/** Least letters of a word that may be the beginning of another: "lighthouse" of "lighthouses" and "lighthousekeeper". */
const MIN_PREFIX = 4

/** Scores of the passages of an index for a text, by their numbers, and the share of its words that the index has. */
export function relevanceOf(
  index: PassageIndex,
  text: string,
): { scores: ReadonlyMap<number, number>; covered: number } {
  const texts = textsOf(text)
  let all = 0
  let found = 0
  for (const [term, { weight }] of readQuestion(texts, [...new Set(index.readers)])) {
    const options = { fields: ['text', 'headings'], prefix: term.length >= MIN_PREFIX }
    all += weight
    if (index.search.search(term, options).length > 0) found += weight
  }
  return { scores: scoresOf(index, texts), covered: all === 0 ? 0 : found / all }
}

/** The passages at a distance before and after one in its document. */
const neighborsOf = ({ passages }: PassageIndex, id: number, distance = 1): number[] =>
  [id - distance, id + distance].filter((neighbor) => passages[neighbor]?.document === passages[id]?.document)

/** The best passages, the best first. Neighbors of those chosen come later, so that the list covers more of the source. */
function choose(index: PassageIndex, scores: ReadonlyMap<number, number>, count: number): number[] {
  const left = new Map(scores)
  const chosen: number[] = []
  while (chosen.length < count && left.size > 0) {
    let best = -1
    for (const [id, score] of left) {
      const most = left.get(best) ?? 0
      if (best < 0 || score > most || (score === most && id < best)) best = id
    }
    chosen.push(best)
    left.delete(best)
    for (const neighbor of neighborsOf(index, best)) {
      const score = left.get(neighbor)
      if (score !== undefined) left.set(neighbor, score * REPEATED_WEIGHT)
    }
  }
  return chosen
}

/** Fuses rankings: each contributes the reciprocal of a passage's rank. */
function fuse(rankings: readonly (readonly number[])[]): Map<number, number> {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION + rank))
  }
  return scores
}

/** The texts of a question: its wording, then its context. */
const textsOf = (wording: string, context: readonly string[] = []): WeightedText[] => [
  { text: wording, weight: 1 },
  ...context.map((text) => ({ text, weight: CONTEXT_WEIGHT })),
]

/**
 * Ranks the passages of an index for a question, best first, by BM25 with the scores of their neighbors.
 *
 * @param wordings one question, or several wordings of it, whose rankings are fused
 * @returns fewer than `count` passages only if the documents have fewer; those without a word of the question come last
 */
export function findPassages(
  index: PassageIndex,
  wordings: readonly string[],
  { count = ANSWER_PASSAGES, context = [], onlyMatches = false }: RankOptions = {},
): IndexedPassage[] {
  const rankings = wordings.map((wording) =>
    choose(index, scoresOf(index, textsOf(wording, context), onlyMatches), count * 2),
  )
  const [first = []] = rankings
  const best = rankings.length === 1 ? first : choose(index, fuse(rankings), count)
  const chosen = new Set(best.slice(0, count))
  const others = onlyMatches ? 0 : index.passages.length
  for (let id = 0; chosen.size < count && id < others; id += 1) chosen.add(id)
  return [...chosen].flatMap((id) => index.passages[id] ?? [])
}

function showPassage({ readers }: PassageIndex, { document, pieces }: IndexedPassage, terms: QuestionTerms): Passage {
  const marks: Range[] = []
  const citations: Citation[] = []
  let text = ''
  for (const { block, start, end } of pieces) {
    if (text !== '') text += '\n'
    const own = block.text.slice(start, end)
    for (const term of readers[document]?.terms(own) ?? []) {
      if (terms.has(term.text)) marks.push({ start: text.length + term.start, end: text.length + term.end })
    }
    text += own
    citations.push(citationOf(block, own))
  }
  return { source: document, text, marks, citations }
}

/** Ranks passages as `findPassages` does, with the words of the question marked. */
export function rankPassages(
  index: PassageIndex,
  questions: string | readonly string[],
  options: RankOptions = {},
): Passage[] {
  const wordings = typeof questions === 'string' ? [questions] : questions
  const texts = wordings.flatMap((wording) => textsOf(wording))
  const terms = readQuestion(texts, [...new Set(index.readers)])
  return findPassages(index, wordings, options).map((passage) => showPassage(index, passage, terms))
}
