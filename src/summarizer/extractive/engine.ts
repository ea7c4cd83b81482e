import type { CitedText } from '../../shared/citation.ts'
import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import type { Coverage, SummaryResult } from '../../shared/summary.ts'
import { countWords } from '../../shared/words.ts'
import { cite, placeOf } from '../citations.ts'
import { cutSections, type Section } from '../sections.ts'
import {
  extractiveEngine as engine,
  type SummarizeOptions,
  type Summarizer,
  type SummarizerEvent,
  throwIfCancelled,
} from '../summarizer.ts'
import { composeAdvanced, composeBasic } from './compose.ts'
import { pickQuotes, pickTakeaways, type Quote } from './lines.ts'
import { buildModel, type Model } from './model.ts'
import { readSentences } from './read-sentences.ts'

/** How long the parts of a summary are, from the length of the source in words. Lengths follow the source. */
export interface Lengths {
  basicWords: number
  advancedWords: number
  takeaways: number
  quotes: number
}

/** A summary is this share of a short source: two sentences for a note of 200 words. */
const SHORT_SHARE = 0.24
const SHORT_WORDS = 450
/** Words that each doubling of a longer source adds, up to the most. */
const WORDS_A_DOUBLING = 60
const MOST_BASIC_WORDS = 240
const LEAST_BASIC_WORDS = 25

/** The advanced summary is about five times the basic one, and never more than this share of the source. */
const ADVANCED_FACTOR = 5
const ADVANCED_SHARE = 0.4

/** Most of the source that a summary of a wanted length may repeat. */
const WANTED_SHARE = 0.6

/** The lengths for a source of so many words; `maxWords` sets the length of the basic summary. */
export function lengthsFor(sourceWords: number, maxWords: number | undefined): Lengths {
  const short = Math.min(sourceWords, SHORT_WORDS) * SHORT_SHARE
  const long = sourceWords > SHORT_WORDS ? WORDS_A_DOUBLING * Math.log2(sourceWords / SHORT_WORDS) : 0
  const natural = Math.max(LEAST_BASIC_WORDS, Math.min(MOST_BASIC_WORDS, short + long))
  const wanted = maxWords === undefined ? natural : Math.min(maxWords, Math.max(natural, sourceWords * WANTED_SHARE))
  return {
    basicWords: Math.max(1, Math.round(Math.min(wanted, maxWords ?? wanted))),
    advancedWords: Math.round(Math.min(natural * ADVANCED_FACTOR, Math.max(natural, sourceWords * ADVANCED_SHARE))),
    takeaways: sourceWords < 80 ? 1 : Math.min(8, Math.max(2, Math.round(2.2 * Math.log2(sourceWords / 75)))),
    quotes: sourceWords < 80 ? 1 : Math.min(8, Math.max(2, Math.round(1.5 * Math.log2(sourceWords / 60)))),
  }
}

/** Fewer words can't be made shorter. */
const LEAST_WORDS = 10

/** The built-in summarizer: every sentence of its summaries is one of the source's own. */
export function createExtractiveSummarizer(): Summarizer {
  return { engine, translates: false, summarize }
}

async function* summarize(document: ExtractedDocument, options: SummarizeOptions): AsyncGenerator<SummarizerEvent> {
  const sections = cutSections(document)
  const words = sections.reduce((sum, section) => sum + section.words, 0)
  if (words < LEAST_WORDS) throw tooShort(words)
  const reading = readSentences(document, sections)
  let step = reading.next()
  while (step.done !== true) {
    throwIfCancelled(options.signal)
    yield { type: 'progress', progress: { stage: 'summarizing', done: step.value, total: sections.length } }
    step = reading.next()
  }
  const model = buildModel(step.value)
  const lengths = lengthsFor(words, options.maxWords)
  const strict = options.maxWords !== undefined
  const basic = composeBasic(model, lengths.basicWords, strict)
  if (basic.text === '') throw tooShort(words)
  yield { type: 'partial', text: basic.text }
  throwIfCancelled(options.signal)

  const takeaways = pickTakeaways(model, lengths.takeaways, basic.indices)
  const advancedSummary = options.advanced
    ? composeAdvanced(model, sections, lengths.advancedWords) || basic.text
    : null
  const quotes = options.advanced ? pickQuotes(model, lengths.quotes, [...basic.indices, ...takeaways]) : []
  const cited = takeaways.length + quotes.length
  yield { type: 'progress', progress: { stage: 'checking', done: 0, total: cited } }
  const result: SummaryResult = {
    basicSummary: basic.text,
    advancedSummary,
    page: null,
    keyTakeaways: citeAll(model, takeaways, document.url),
    notableQuotes: quotes.map((quote) => citeQuote(quote, document.url)),
    language: document.language,
    engine,
    coverage: coverageOf(document, sections, model),
    usage: [],
  }
  yield { type: 'progress', progress: { stage: 'checking', done: cited, total: cited } }
  yield { type: 'done', result }
}

function tooShort(words: number): AppError {
  return new AppError(
    'source_too_short',
    words < LEAST_WORDS
      ? 'There is too little text here to summarize. Add at least a few full sentences.'
      : 'No full sentence was found in this source, so there is nothing to summarize. Check that it holds running text.',
  )
}

function citeAll(model: Model, indices: readonly number[], url: string | null): CitedText[] {
  return indices.flatMap((index) => {
    const sentence = model.candidates[index]?.sentence
    return sentence === undefined ? [] : [cite(sentence.block, sentence.text, url)]
  })
}

/** A quote, its place showing the words around it: they tell who says it. */
function citeQuote({ block, text, context }: Quote, url: string | null): CitedText {
  return { text, places: [placeOf(block, context, url)] }
}

/** Coverage counts headings and prose as read. Code, tables and captions are not read, nor are sections of nothing else. */
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
