import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import type { Citation, CitedText } from '../../shared/summary/citation.ts'
import { emptyPage, type PartialPage } from '../../shared/summary/partial-page.ts'
import { MIN_ADVANCED_WORDS } from '../../shared/summary/short-source.ts'
import type { Coverage, SummaryResult } from '../../shared/summary/summary.ts'
import type { PagePart } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { citationOf } from '../citations.ts'
import { detectKind } from '../kind.ts'
import { cutSections, type Section } from '../sections.ts'
import {
  extractiveEngine as engine,
  type SummarizeOptions,
  type Summarizer,
  type SummarizerEvent,
  throwIfCancelled,
} from '../summarizer.ts'
import { composeBasic, composeParts, joinSentences, paragraphsOf } from './compose.ts'
import { pickGist, pickQuotes, pickTakeaways } from './lines.ts'
import { buildModel, type Candidate, type Model } from './model.ts'
import { readSentences, type Sentence } from './read-sentences.ts'

/** The whole page is at most this share of its source. */
const PAGE_SHARE = 0.4
/** Shorter sources have a first screen only, of at most 100 words. */
const FIRST_SCREEN_ONLY_BELOW = 400
const SHORT_FIRST_SCREEN_WORDS = 100
const FIRST_SCREEN_WORDS = 180
const WORDS_A_TAKEAWAY = 25
/** The summary is about a tenth of its source. */
const BASIC_SHARE = 0.1
const MIN_BASIC_WORDS = 40
const MAX_BASIC_WORDS = 120
const ADVANCED_FACTOR = 4.5
const ADVANCED_SHARE = 0.3
const ADVANCED_PARTS = 5
/** Books have one part for each chapter. */
const BOOK_FROM = 20_000
const BOOK_SHARE = 0.02
const MAX_BOOK_WORDS = 2500
const BOOK_PARTS = 60
const MANY_TAKEAWAYS_FROM = 10_000
const MAX_QUOTES = 3

/** Most of the source that a summary of a wanted length may repeat. */
const WANTED_SHARE = 0.6

function takeawaysFor(sourceWords: number): number {
  if (sourceWords < 700) return 3
  if (sourceWords < MIN_ADVANCED_WORDS) return 4
  return Math.min(8, 5 + Math.max(0, Math.floor(1 + Math.log2(sourceWords / MANY_TAKEAWAYS_FROM))))
}

/** The sizes for a source of a number of words. `maxWords`: wanted length of the basic summary. */
export function lengthsFor(sourceWords: number, maxWords: number | undefined, isBook = false) {
  const isShort = sourceWords < FIRST_SCREEN_ONLY_BELOW
  const page = sourceWords * PAGE_SHARE
  const takeaways = takeawaysFor(sourceWords)
  const firstScreen = isShort ? SHORT_FIRST_SCREEN_WORDS : Math.max(FIRST_SCREEN_WORDS, takeaways * WORDS_A_TAKEAWAY)
  const natural = isShort ? 0 : Math.min(MAX_BASIC_WORDS, Math.max(MIN_BASIC_WORDS, sourceWords * BASIC_SHARE))
  const firstScreenWords = Math.round(Math.min(firstScreen, page - natural))
  const wanted = maxWords === undefined ? natural : Math.min(maxWords, Math.max(natural, sourceWords * WANTED_SHARE))
  const advanced = Math.min(natural * ADVANCED_FACTOR, sourceWords * ADVANCED_SHARE, page - natural - firstScreenWords)
  const bookWords = Math.min(MAX_BOOK_WORDS, Math.max(advanced, sourceWords * BOOK_SHARE))
  return {
    /** Words of gist and takeaways together, at most. */
    firstScreenWords,
    takeaways,
    /** Words of the summary; 0 where the gist is all of it. */
    basicWords: maxWords === undefined ? Math.round(wanted) : Math.max(1, Math.round(wanted)),
    /** Words of the advanced summary; 0 without one. */
    advancedWords:
      sourceWords < MIN_ADVANCED_WORDS ? 0 : Math.round(isBook && sourceWords >= BOOK_FROM ? bookWords : advanced),
    advancedParts: isBook ? BOOK_PARTS : ADVANCED_PARTS,
    quotes: isShort ? 0 : MAX_QUOTES,
  }
}

/** Gist, takeaways and quotes of a story are from this first share of it, so that they don't give away its end. */
const STORY_SHARE = 0.35

/** Fewer words can't be made shorter. */
const MIN_WORDS = 10

/** The built-in summarizer: every sentence of its summaries is one of the source's own. */
export function createExtractiveSummarizer(): Summarizer {
  return { engine, translates: false, summarize }
}

async function* summarize(document: ExtractedDocument, options: SummarizeOptions): AsyncGenerator<SummarizerEvent> {
  const sections = cutSections(document)
  const words = sections.reduce((sum, section) => sum + section.words, 0)
  if (words < MIN_WORDS) throw tooShort(words)
  const reading = readSentences(document, sections)
  let step = reading.next()
  while (step.done !== true) {
    throwIfCancelled(options.signal)
    yield { type: 'progress', progress: { stage: 'summarizing', done: step.value, total: sections.length } }
    step = reading.next()
  }
  const model = buildModel(step.value)
  const unit = document.blocks[0]?.place.kind
  const isBook = unit === 'chapter' || (unit === 'page' && document.words >= BOOK_FROM)
  const lengths = lengthsFor(document.words, options.maxWords, isBook)
  const detected = detectKind(document)
  const until = detected.flags.includes('fiction') ? Math.ceil(model.candidates.length * STORY_SHARE) : Infinity
  const screen = composeFirstScreen(model, lengths, options.maxWords !== undefined, until)
  if (screen === null) throw tooShort(words)
  const { gist, takeaways, basicSummary, summary, shown } = screen
  const cited = (indices: readonly number[]): CitedText[] =>
    indices.flatMap((index) => {
      const sentence = model.candidates[index]?.sentence
      if (sentence === undefined) return []
      return [{ text: withEllipses(sentence), citations: [citationOf(sentence.block, sentence.text)] }]
    })
  const [gistLine = { text: basicSummary, citations: [] }] = cited(gist)
  const shownTakeaways = cited(takeaways).map(({ text, citations }) => ({ label: '', text, citations }))
  const texts = basicSummary.split('\n\n')
  const paragraphs =
    basicSummary === gistLine.text
      ? []
      : paragraphsOf(model, summary).map((sentences, at) => ({
          text: texts[at] ?? '',
          citations: citationsOf(sentences),
        }))
  const kind = { kind: detected.kind, flags: [...detected.flags] }
  const page: PartialPage = {
    ...emptyPage,
    ...kind,
    gist: gistLine.text,
    takeaways: shownTakeaways.map(({ label, text }) => ({ label, text })),
    summary: paragraphs.map(({ text }) => text),
  }
  yield { type: 'partial', page }
  throwIfCancelled(options.signal)

  const quotes = options.advanced ? pickQuotes(model, lengths.quotes, shown, until) : []
  const size = { words: lengths.advancedWords, maxParts: lengths.advancedParts }
  const quoted = quotes.flatMap(({ sentences }) => sentences.map(({ sentence }) => sentence.index))
  const composed = options.advanced ? composeParts(model, sections, size, [...shown, ...quoted]) : []
  const parts = composed.map(({ title, points }) => toPagePart(title, points))
  const checked = takeaways.length + quotes.length
  if (options.advanced) {
    const written = parts.map((part) => ({ ...part, lines: part.lines.map(({ cells }) => cells) }))
    yield {
      type: 'partial',
      page: { ...page, parts: written, quotes: quotes.map(({ text, speaker }) => ({ text, speaker })) },
    }
  }
  yield { type: 'progress', progress: { stage: 'checking', done: 0, total: checked } }
  const result: SummaryResult = {
    page: {
      ...kind,
      gist: gistLine,
      keyParts: [],
      takeaways: shownTakeaways,
      summary: paragraphs,
      parts,
      // The words around a quote usually name the speaker.
      quotes: quotes.map(({ block, text, speaker, context }) => ({
        text,
        speaker,
        citations: [citationOf(block, context)],
      })),
      notices: [
        ...(options.advanced && document.words < MIN_ADVANCED_WORDS ? ['short_source' as const] : []),
        ...(detected.flags.includes('fiction') ? ['fiction_extracts' as const] : []),
      ],
      check: 'verbatim',
    },
    language: document.language,
    engine,
    coverage: coverageOf(document, sections, model),
    usage: [],
  }
  yield { type: 'progress', progress: { stage: 'checking', done: checked, total: checked } }
  yield { type: 'done', result }
}

/**
 * No sentence appears twice. A summary of a wanted length has to do without the rest of the page, so it is composed
 * first. If nothing is left for it, the gist is the summary. Null if the source has no sentence to show.
 */
function composeFirstScreen(model: Model, lengths: ReturnType<typeof lengthsFor>, isWanted: boolean, until: number) {
  const wanted = isWanted ? composeBasic(model, lengths.basicWords, true) : null
  if (wanted?.text === '') return null
  const before = wanted?.indices ?? []
  const first = pickGist(model, before, until)
  const gist = first === null ? [] : [first]
  const left = lengths.firstScreenWords - (model.candidates[first ?? -1]?.sentence.words ?? 0)
  const limits = { count: lengths.takeaways, words: Math.max(0, left) }
  const picked = pickTakeaways(model, limits, [...before, ...gist], until)
  const shown = [...before, ...gist, ...picked]
  const basic = wanted ?? composeBasic(model, lengths.basicWords, false, new Set(shown))
  const gistText = model.candidates[gist[0] ?? -1]?.sentence.text ?? ''
  const basicSummary = basic.text === '' ? gistText : basic.text
  if (basicSummary === '') {
    const only = composeBasic(model, lengths.firstScreenWords, false)
    if (only.text === '') return null
    return { gist: only.indices, takeaways: [], basicSummary: only.text, summary: only.indices, shown: only.indices }
  }
  const takeaways = picked.toSorted((a, b) => a - b)
  return { gist, takeaways, basicSummary, summary: basic.indices, shown: [...shown, ...basic.indices] }
}

/** Citations of a paragraph: one for each block that it quotes. */
function citationsOf(sentences: readonly Candidate[]): Citation[] {
  const byBlock = Map.groupBy(sentences, ({ sentence }) => sentence.block)
  return [...byBlock].map(([block, [first]]) => citationOf(block, first?.sentence.text ?? block.text))
}

function toPagePart(title: string, points: readonly (readonly Candidate[])[]): PagePart {
  const lines = points.map((candidates) => {
    const [first] = candidates
    const citations = first === undefined ? [] : [citationOf(first.sentence.block, first.sentence.text)]
    return { cells: [joinSentences(candidates)], citations }
  })
  return { title, form: 'bullets', header: [], lines }
}

function tooShort(words: number): AppError {
  return new AppError(
    'source_too_short',
    words < MIN_WORDS
      ? 'There is too little text here to summarize. Add at least a few full sentences.'
      : 'No full sentence was found in this source, so there is nothing to summarize. Check that it holds running text.',
  )
}

/** Marks with an ellipsis where a passage was cut from unpunctuated speech. */
function withEllipses({ spoken, text, start, end, block }: Sentence): string {
  if (!spoken || /\p{P}$/u.test(text)) return text
  return `${start > 0 ? '… ' : ''}${text}${end < block.text.length ? ' …' : ''}`
}

/** Coverage counts headings and prose as read, but not code, tables, captions, and sections without prose. */
function coverageOf(document: ExtractedDocument, sections: readonly Section[], model: Model): Coverage {
  const read = new Set(model.candidates.map((candidate) => candidate.sentence.block))
  const wordsRead = document.blocks.reduce(
    (sum, block) => sum + (block.type === 'heading' || read.has(block) ? countWords(block.text) : 0),
    0,
  )
  return {
    words: document.blocks.reduce((sum, block) => sum + countWords(block.text), 0),
    wordsRead,
    sections: sections.length,
    sectionsRead: new Set(model.candidates.map((candidate) => candidate.sentence.section)).size,
  }
}
