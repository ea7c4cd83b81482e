import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import type { Citation, CitedText } from '../../shared/summary/citation.ts'
import { emptyPage, type PartialPage, partsAsText } from '../../shared/summary/partial-page.ts'
import { MIN_ADVANCED_WORDS } from '../../shared/summary/short-source.ts'
import type { Coverage, SummaryResult } from '../../shared/summary/summary.ts'
import type { PageNotice, PagePart } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { citationOf } from '../citations.ts'
import { detectKind } from '../kind.ts'
import { isAdvancedLength, isBook, lengthsFor, PARTS_SHARE, requestedWords } from '../lengths.ts'
import { quoteNotices } from '../quote-notices.ts'
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

/** The gist and takeaways of a source of fewer words have no quotes beside them. */
const QUOTES_FROM = 400
/** Parts of the advanced summary; books have one for each chapter. */
const MAX_PARTS = { usual: 5, book: 60 }
const MANY_TAKEAWAYS_FROM = 10_000

function takeawaysFor(sourceWords: number): number {
  if (sourceWords < 700) return 3
  if (sourceWords < MIN_ADVANCED_WORDS) return 4
  return Math.min(8, 5 + Math.max(0, Math.floor(1 + Math.log2(sourceWords / MANY_TAKEAWAYS_FROM))))
}

/** Gist, takeaways and quotes of a story are from this first share of it, so that they don't give away its end. */
const STORY_SHARE = 0.35

/** Sources of fewer words can't be summarized. */
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
  const detected = detectKind(document)
  const until = detected.flags.includes('fiction') ? Math.ceil(model.candidates.length * STORY_SHARE) : Infinity
  const texts = composeTexts(model, sections, document, options, until)
  if (texts === null) throw tooShort(words)
  const { gist, takeaways, basicSummary, summary, quotes } = texts
  const cited = (indices: readonly number[]): CitedText[] =>
    indices.flatMap((index) => {
      const sentence = model.candidates[index]?.sentence
      if (sentence === undefined) return []
      return [{ text: withEllipses(sentence), citations: [citationOf(sentence.block, sentence.text)] }]
    })
  const [gistLine = { text: basicSummary, citations: [] }] = cited(gist)
  const shownTakeaways = cited(takeaways).map(({ text, citations }) => ({ label: '', text, citations }))
  const paragraphTexts = basicSummary.split('\n\n')
  const paragraphs =
    basicSummary === gistLine.text
      ? []
      : paragraphsOf(model, summary).map((sentences, at) => ({
          text: paragraphTexts[at] ?? '',
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

  const { parts } = texts
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
        ...(options.advanced && parts.length === 0 ? [missingPartsNotice(document)] : []),
        ...(options.advanced ? quoteNotices(document.blocks, quotes) : []),
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

const missingPartsNotice = ({ words }: ExtractedDocument): PageNotice =>
  words < MIN_ADVANCED_WORDS ? 'short_source' : 'too_few_sentences'

/** Shares of the usual basic summary, and multiples of it for the parts, in the order in which they are tried. */
const BASIC_SHARES = [1, 0.8, 0.6]
const PARTS_FACTORS = [5, 4.6, 5.4, 4.3]

/**
 * Composes all texts of a page. Whole sentences seldom have the planned length, so the lengths of summary and parts are
 * varied until the parts are 4 to 6 times as long as the summary; there are no parts if they never are.
 * Null if the source has no sentence to show.
 */
function composeTexts(
  model: Model,
  sections: readonly Section[],
  document: ExtractedDocument,
  { advanced, maxWords }: SummarizeOptions,
  until: number,
) {
  const ofBook = isBook(document)
  const lengths = lengthsFor(document.words, advanced, maxWords, ofBook)
  const size = {
    firstScreenWords: lengths.firstScreen,
    takeaways: takeawaysFor(document.words),
    basicWords: lengths.summary?.most ?? requestedWords(document.words, maxWords),
  }
  const composeScreen = (share: number) =>
    composeFirstScreen(
      model,
      { ...size, basicWords: Math.round(size.basicWords * share) },
      maxWords !== undefined,
      until,
    )
  const withQuotes = (screen: FirstScreen) => {
    const quotes = document.words < QUOTES_FROM ? [] : pickQuotes(model, lengths.quotes, screen.shown, until)
    const quoted = quotes.flatMap(({ sentences }) => sentences.map(({ sentence }) => sentence.index))
    return { ...screen, quotes, taken: [...screen.shown, ...quoted] }
  }
  const usual = composeScreen(1)
  if (usual === null) return null
  if (lengths.parts === null) return { ...withQuotes(usual), parts: [] }
  const maxParts = ofBook ? MAX_PARTS.book : MAX_PARTS.usual
  const most = document.words * PARTS_SHARE
  const partsOf = (words: number, taken: readonly number[]): PagePart[] =>
    composeParts(model, sections, { words: Math.round(Math.min(words, most)), maxParts }, taken).map(toPagePart)
  // A requested length changes the summary alone.
  if (maxWords !== undefined) {
    const page = withQuotes(usual)
    return { ...page, parts: partsOf(lengths.parts.most, page.taken) }
  }
  for (const share of BASIC_SHARES) {
    const screen = share === 1 ? usual : composeScreen(share)
    if (screen === null) break
    const page = withQuotes(screen)
    const basicWords = countWords(page.basicSummary)
    for (const factor of PARTS_FACTORS) {
      const parts = partsOf(basicWords * factor, page.taken)
      if (isAdvancedLength(countWords(partsAsText(parts)), basicWords)) return { ...page, parts }
    }
  }
  return { ...withQuotes(usual), parts: [] }
}

interface FirstScreenSize {
  /** Words of gist and takeaways together, at most. */
  firstScreenWords: number
  takeaways: number
  /** Words of the summary; 0 where the gist is all of it. */
  basicWords: number
}

/** Indices of the sentences of a first screen and its summary. */
interface FirstScreen {
  gist: readonly number[]
  takeaways: readonly number[]
  basicSummary: string
  summary: readonly number[]
  shown: readonly number[]
}

/**
 * No sentence appears twice. A summary of a wanted length has to do without the rest of the page, so it is composed
 * first. If nothing is left for it, the gist is the summary. Null if the source has no sentence to show.
 */
function composeFirstScreen(
  model: Model,
  lengths: FirstScreenSize,
  isWanted: boolean,
  until: number,
): FirstScreen | null {
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

function toPagePart({ title, points }: { title: string; points: readonly (readonly Candidate[])[] }): PagePart {
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
