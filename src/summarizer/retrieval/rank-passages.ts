import MiniSearch from 'minisearch'
import type { ExtractedDocument } from '../../shared/document.ts'
import type { Passage } from '../../shared/questions/answer.ts'
import type { Citation } from '../../shared/summary/citation.ts'
import type { Range } from '../../shared/summary/find-text.ts'
import { citationOf } from '../citations.ts'
import { readQuestion, type WeightedText } from './question.ts'
import { splitPassages, type Window } from './split-passages.ts'
import { openTermReader, type Term, type TermReader } from './terms.ts'

/** Passages of one or more documents, prepared for ranking. */
export interface PassageIndex {
  documents: readonly ExtractedDocument[]
  /** The reader of each document, the same for those in one language. */
  readers: readonly TermReader[]
  windows: readonly { document: number; window: Window }[]
  search: MiniSearch<Entry>
}

interface Entry {
  id: number
  text: string
  headings: string
}

export interface RankOptions {
  /** Maximum number of passages. */
  count?: number
  /** Texts that say what the question is about, such as earlier questions. Their words weigh less. */
  context?: readonly string[]
}

const DEFAULT_COUNT = 8
/** Parameters of BM25+, see https://lucaong.github.io/minisearch/types/MiniSearch.BM25Params.html. */
const bm25 = { k: 1.2, b: 0.7, d: 0.5 }
const HEADING_BOOST = 0.5
/** Weight of the words of a question's context. */
const CONTEXT_WEIGHT = 0.3
/** Share of a passage's score that its neighbors in the source get. */
const NEIGHBOR_WEIGHT = 0.3
/** Constant of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009). */
const FUSION = 60

const split = (text: string): string[] => text.split(' ')

const joined = (terms: readonly Term[]): string => terms.map(({ text }) => text).join(' ')

const languageOf = ({ language }: ExtractedDocument): string => language?.split('-')[0]?.toLowerCase() ?? ''

/** Prepares documents for questions. Takes linear time. */
export async function createPassageIndex(documents: readonly ExtractedDocument[]): Promise<PassageIndex> {
  const languages = [...new Set(documents.map(languageOf))]
  const byLanguage = new Map(
    await Promise.all(languages.map(async (language) => [language, await openTermReader(language)] as const)),
  )
  const readers = documents.flatMap((document) => byLanguage.get(languageOf(document)) ?? [])
  const search = new MiniSearch<Entry>({
    fields: ['text', 'headings'],
    tokenize: split,
    processTerm: (term) => (term === '' ? null : term),
    searchOptions: { bm25, boost: { headings: HEADING_BOOST } },
  })
  const windows: PassageIndex['windows'][number][] = []
  for (const [at, reader] of readers.entries()) {
    for (const window of splitPassages(documents[at] ?? { blocks: [] })) {
      const texts = window.pieces.map(({ block, start, end }) => joined(reader.terms(block.text.slice(start, end))))
      const headings = window.pieces[0]?.block.headingPath.join('\n') ?? ''
      search.add({ id: windows.length, text: texts.join(' '), headings: joined(reader.terms(headings)) })
      windows.push({ document: at, window })
    }
  }
  return { documents, readers, windows, search }
}

/** Score of each passage for one question. */
function scoresOf({ readers, windows, search }: PassageIndex, texts: readonly WeightedText[]): Map<number, number> {
  const weights = readQuestion(texts, [...new Set(readers)])
  const found = search.search([...weights.keys()].join(' '), { boostTerm: (term) => weights.get(term) ?? 1 })
  const own = new Map(found.map(({ id, score }) => [Number(id), score]))
  const scores = new Map(own)
  for (const [id, score] of own) {
    for (const neighbor of [id - 1, id + 1]) {
      if (windows[neighbor]?.document !== windows[id]?.document) continue
      scores.set(neighbor, (scores.get(neighbor) ?? 0) + score * NEIGHBOR_WEIGHT)
    }
  }
  return scores
}

const ranked = (scores: ReadonlyMap<number, number>): number[] =>
  [...scores].toSorted(([a, one], [b, other]) => other - one || a - b).map(([id]) => id)

/** Fuses rankings: each contributes the reciprocal of a passage's rank. */
function fuse(rankings: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION + rank))
  }
  return ranked(scores)
}

function passageOf({ readers, windows }: PassageIndex, id: number, terms: ReadonlySet<string>): Passage[] {
  const { document, window } = windows[id] ?? { document: -1 }
  const reader = readers[document]
  if (window === undefined || reader === undefined) return []
  const marks: Range[] = []
  const citations: Citation[] = []
  let text = ''
  for (const { block, start, end } of window.pieces) {
    if (text !== '') text += '\n'
    const own = block.text.slice(start, end)
    for (const term of reader.terms(own)) {
      if (terms.has(term.text)) marks.push({ start: text.length + term.start, end: text.length + term.end })
    }
    text += own
    citations.push(citationOf(block, own))
  }
  return [{ source: document, text, marks, citations }]
}

/**
 * Ranks the passages of an index for a question, best first, by BM25 with the scores of their neighbors.
 *
 * @param questions one question, or several wordings of it, whose rankings are fused
 * @returns fewer than `count` passages only if the documents have fewer; those without a word of the question come last
 */
export function rankPassages(
  index: PassageIndex,
  questions: string | readonly string[],
  { count = DEFAULT_COUNT, context = [] }: RankOptions = {},
): Passage[] {
  const wordings = (typeof questions === 'string' ? [questions] : questions).map((text) => ({ text, weight: 1 }))
  const around = context.map((text) => ({ text, weight: CONTEXT_WEIGHT }))
  const rankings = wordings.map((wording) => ranked(scoresOf(index, [wording, ...around])))
  const best = rankings.length === 1 ? (rankings[0] ?? []) : fuse(rankings)
  const chosen = new Set(best.slice(0, count))
  for (let id = 0; chosen.size < count && id < index.windows.length; id += 1) chosen.add(id)
  const terms = new Set(readQuestion(wordings, [...new Set(index.readers)]).keys())
  return [...chosen].flatMap((id) => passageOf(index, id, terms))
}
