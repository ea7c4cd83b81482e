import type { OutputLanguage } from './output-language.ts'
import type { SectionSize } from './split-source.ts'

/** From how many to how many: words, or lines. */
export interface Range {
  least: number
  most: number
}

/** How long the parts of a summary may be. */
export interface Lengths {
  /** Words as `countWords` counts. */
  basic: Range
  advanced: Range
  /** Lines. */
  takeaways: Range
  quotes: Range
}

/** How much the notes on one section, or on a group of them, may hold. */
export interface NotesSize {
  summaryWords: number
  points: number
  quotes: number
}

/** A short source is told in at most this share of its words; a longer summary of it would only repeat it. */
const MOST_SHARE = 1 / 3
const LEAST_SHARE = 0.15
/** The basic summary of everything from an article up. */
const BASIC: Range = { least: 150, most: 250 }
/** The advanced summary is five times the basic one, where the source carries so much. */
const ADVANCED_FACTOR = 5
const ADVANCED_MOST_SHARE = 0.4
const ADVANCED_LEAST_SHARE = 0.2
/** One short sentence: no summary can be asked to be shorter. */
const SENTENCE_WORDS = 12
/** Most of the source that a summary of a wanted length may repeat. */
const WANTED_SHARE = 0.6

/** The most lines for a source below so many words. */
const takeawaySteps: readonly (readonly [words: number, range: Range])[] = [
  [80, { least: 1, most: 1 }],
  [200, { least: 1, most: 2 }],
  [400, { least: 2, most: 4 }],
  [700, { least: 3, most: 5 }],
]
const quoteSteps: readonly (readonly [words: number, range: Range])[] = [
  [150, { least: 0, most: 1 }],
  [400, { least: 1, most: 2 }],
  [1000, { least: 2, most: 4 }],
]

function stepOf(steps: typeof takeawaySteps, words: number, full: Range): Range {
  return steps.find(([below]) => words < below)?.[1] ?? full
}

function basicRange(words: number, maxWords: number | undefined): Range {
  const most = Math.max(SENTENCE_WORDS, Math.min(BASIC.most, words * MOST_SHARE))
  const least = Math.min(BASIC.least, words * LEAST_SHARE)
  if (maxWords === undefined) return { least: Math.round(least), most: Math.round(most) }
  const bound = Math.min(maxWords, Math.max(most, words * WANTED_SHARE))
  return { least: Math.round(bound * 0.6), most: Math.max(1, Math.floor(bound)) }
}

/**
 * The lengths for a source of so many words. They follow the source: two sentences for a note of 200 words, 150 to 250
 * words for an article of 1,000 and all that is longer.
 *
 * @param maxWords upper bound of the basic summary, if the user set one
 */
export function lengthsFor(words: number, maxWords: number | undefined): Lengths {
  const basic = basicRange(words, undefined)
  return {
    basic: basicRange(words, maxWords),
    advanced: {
      least: Math.round(Math.max(basic.least, Math.min(basic.least * ADVANCED_FACTOR, words * ADVANCED_LEAST_SHARE))),
      most: Math.round(Math.max(basic.most, Math.min(basic.most * ADVANCED_FACTOR, words * ADVANCED_MOST_SHARE))),
    },
    takeaways: stepOf(takeawaySteps, words, { least: 5, most: 8 }),
    quotes: stepOf(quoteSteps, words, { least: 3, most: 8 }),
  }
}

/** Most of the notes on a source that a summary of it may hold: a longer one would have to be made up. */
const NOTES_SHARE = 0.8

/** The same lengths, for a summary that is written from notes of so many words. */
export function lengthsFromNotes(lengths: Lengths, noteWords: number): Lengths {
  const bound = Math.max(SENTENCE_WORDS, Math.round(noteWords * NOTES_SHARE))
  const within = ({ least, most }: Range): Range => ({ least: Math.min(least, bound), most: Math.min(most, bound) })
  return { ...lengths, basic: within(lengths.basic), advanced: within(lengths.advanced) }
}

/** Words that a takeaway and a quote take, about. */
const TAKEAWAY_WORDS = 28
const QUOTE_WORDS = 35
/** Tokens of an answer a word: of plain Latin text, and of everything else. */
const LATIN_TOKENS_A_WORD = 1.6
const OTHER_TOKENS_A_WORD = 3.6
/** Tokens of JSON and of ids around each line. */
const LINE_TOKENS = 24

/** Tokens that an answer of the most that may be written takes. */
export function answerTokens(lengths: Lengths, advanced: boolean, latin: boolean): number {
  const aWord = latin ? LATIN_TOKENS_A_WORD : OTHER_TOKENS_A_WORD
  const lines = lengths.takeaways.most + (advanced ? lengths.quotes.most + 8 : 0)
  const words =
    lengths.basic.most +
    lengths.takeaways.most * TAKEAWAY_WORDS +
    (advanced ? lengths.advanced.most + lengths.quotes.most * QUOTE_WORDS : 0)
  return Math.ceil(words * aWord + lines * LINE_TOKENS)
}

/** The share of a small context that an answer may take; the rest is for what it is made from. */
const ANSWER_SHARE = 0.45

/** The same lengths, made to fit a model of a small context: the advanced summary and the quotes give way first. */
function fitLengths(lengths: Lengths, advanced: boolean, latin: boolean, contextTokens: number): Lengths {
  const room = contextTokens * ANSWER_SHARE
  let fitted = lengths
  for (let step = 0; step < 8 && answerTokens(fitted, advanced, latin) > room; step += 1) fitted = lessOf(fitted)
  return fitted
}

function lessOf({ basic, advanced, takeaways, quotes }: Lengths): Lengths {
  return {
    basic,
    advanced: scale(advanced, 0.75),
    takeaways: { least: Math.min(takeaways.least, 3), most: Math.max(1, takeaways.most - 1) },
    quotes: { least: Math.min(quotes.least, 1), most: Math.max(1, quotes.most - 2) },
  }
}

function scale(range: Range, factor: number): Range {
  return { least: Math.round(range.least * factor), most: Math.round(range.most * factor) }
}

/** Size limits of each kind of call for a model's context. All sizes are tokens. */
export interface Budget {
  contextTokens: number
  lengths: Lengths
  /** Source text of a call that makes the whole summary. */
  wholeSource: number
  section: SectionSize
  /** A block larger than this is cut. */
  piece: number
  notes: NotesSize
  /** Tokens of notes of that size. */
  oneNote: number
  /** Notes in one call that merges them to fewer. */
  group: number
  /** Notes in the call that makes the summary of them. */
  allNotes: number
  answers: { summary: number; notes: number; rewrite: number }
}

/**
 * A section's size. Models find less of what stands in the middle the more they read at once (Liu et al. 2024, "Lost
 * in the Middle"), and summaries of long texts leave out more than those of the same text in parts; much smaller ones
 * cost more calls and know less of what stands around them.
 */
const SECTION_TARGET = 6000
const SECTION_MOST = 8000
/** Notes are dense, so a call gets no more of them than this, however large its context is. */
const MOST_NOTES = 40_000
/** Estimates may be wrong by this much. */
const MARGIN = 0.93
/** Instructions are told with about this many tokens; title, author, site and headings come on top. */
const INSTRUCTION_TOKENS = 780
const FACT_TOKENS = 160
/** From this context on there is room for answers that are longer than asked for. */
const ROOMY = 24_000
/** The context at which notes reach their full size. */
const FULL_NOTES_CONTEXT = 12_000
/** Nothing sensible can be done with less. */
const LEAST_MATERIAL = 200

/** A source is read in at least about so many sections once it is read in sections: few notes make a poor summary. */
const LEAST_SECTIONS = 4
/** But in none that is planned smaller than this. */
const LEAST_TARGET = 1000

/** The size of the sections of a source of so many tokens. */
export function sectionSizeFor({ section }: Budget, tokens: number): SectionSize {
  const target = Math.min(section.target, Math.max(LEAST_TARGET, Math.ceil(tokens / LEAST_SECTIONS)))
  return { target, most: Math.min(section.most, Math.ceil((target * 4) / 3)) }
}

const NOTE_WORDS = { point: 26, quote: 35 }

function allowance(tokens: number, contextTokens: number): number {
  if (contextTokens >= ROOMY) return Math.ceil(tokens * 1.6 + 200)
  return Math.ceil(Math.min(tokens * 1.2 + 40, contextTokens / 2))
}

function notesSize(contextTokens: number, advanced: boolean): NotesSize {
  const scale = Math.min(1, contextTokens / FULL_NOTES_CONTEXT)
  return {
    summaryWords: Math.max(40, Math.round(160 * scale)),
    points: Math.max(3, Math.round(8 * scale)),
    quotes: advanced ? Math.max(1, Math.round(3 * scale)) : 0,
  }
}

/** Tokens that notes of a size take. */
function notesTokens(size: NotesSize, latin: boolean): number {
  const aWord = latin ? 1.6 : 3.6
  const words = size.summaryWords + size.points * NOTE_WORDS.point + size.quotes * NOTE_WORDS.quote
  return Math.ceil(words * aWord + (size.points + size.quotes) * 20 + 20)
}

/**
 * Divides a context among instructions, material and answer.
 *
 * @param wanted lengths that the source's own length asks for
 */
export function budgetFor(contextTokens: number, wanted: Lengths, advanced: boolean, writing: OutputLanguage): Budget {
  const lengths = fitLengths(wanted, advanced, writing.latin, contextTokens)
  const notes = notesSize(contextTokens, advanced)
  const answers = {
    summary: allowance(answerTokens(lengths, advanced, writing.latin), contextTokens),
    notes: allowance(notesTokens(notes, writing.latin), contextTokens),
    rewrite: allowance(Math.min(2000, contextTokens * 0.2), contextTokens),
  }
  const left = (answer: number): number =>
    Math.max(LEAST_MATERIAL, Math.floor(contextTokens * MARGIN) - INSTRUCTION_TOKENS - FACT_TOKENS - answer)
  const most = Math.min(SECTION_MOST, left(answers.notes))
  const target = Math.min(SECTION_TARGET, Math.floor(most * 0.8))
  return {
    contextTokens,
    lengths,
    wholeSource: left(answers.summary),
    section: { target, most },
    piece: Math.max(60, Math.floor(target / 8)),
    notes,
    oneNote: notesTokens(notes, writing.latin),
    group: Math.min(MOST_NOTES, left(answers.notes)),
    allNotes: Math.min(MOST_NOTES, left(answers.summary)),
    answers,
  }
}
