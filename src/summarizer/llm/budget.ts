import { type Lengths, shorten } from './lengths.ts'
import type { OutputLanguage } from './output-language.ts'
import type { SectionSize } from './split-source.ts'

/** How much the notes on one section, or on a group of them, may hold. */
export interface NotesSize {
  summaryWords: number
  points: number
  quotes: number
}

const QUOTE_WORDS = 35
const POINT_WORDS = 26
/** Words of a line in a list or table, about. */
const LINE_WORDS = 14
/** Tokens of JSON and of ids around each line. */
const LINE_TOKENS = 24
/** Tokens of the fields around the lines. */
const PAGE_TOKENS = 80

/** Tokens of text in an answer: of plain Latin text, and of everything else. */
const textTokens = (words: number, latin: boolean): number => words * (latin ? 1.6 : 3.6)

/** Tokens of the longest answer that may be written. */
export function answerTokens({ firstScreen, takeaways, summary, parts, quotes }: Lengths, latin: boolean): number {
  const partWords = parts?.most ?? 0
  const words = firstScreen.most + (summary?.most ?? 0) + partWords + quotes * QUOTE_WORDS
  const lines = takeaways.most + quotes + partWords / LINE_WORDS
  return Math.ceil(textTokens(words, latin) + lines * LINE_TOKENS + PAGE_TOKENS)
}

/** The share of a small context that an answer may take; the rest is for what it is made from. */
const ANSWER_SHARE = 0.45

/** The same lengths, made to fit a model of a small context: the parts and the quotes give way first. */
function fitLengths(lengths: Lengths, latin: boolean, contextTokens: number): Lengths {
  let fitted = lengths
  for (let step = 0; step < 12 && answerTokens(fitted, latin) > contextTokens * ANSWER_SHARE; step += 1)
    fitted = shorten(fitted, 0.75)
  return fitted
}

/** Size limits of each kind of call for a model's context. All sizes are tokens. */
export interface Budget {
  contextTokens: number
  lengths: Lengths
  /** Source text of a call that makes the whole page. */
  wholeSource: number
  section: SectionSize
  /** A block larger than this is cut. */
  piece: number
  /** The most that is noted of a section. */
  notes: NotesSize
  /** Notes in the call that makes the page of them. */
  allNotes: number
  /** Statements and passages of a call that checks them. */
  statements: number
  answers: { page: number; notes: number; secondRead: number }
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

function allowance(tokens: number, contextTokens: number): number {
  if (contextTokens >= ROOMY) return Math.ceil(tokens * 1.6 + 200)
  return Math.ceil(Math.min(tokens * 1.2 + 40, contextTokens / 2))
}

const FULL_NOTES: NotesSize = { summaryWords: 160, points: 8, quotes: 3 }
/** The context at which notes reach that size. */
const FULL_NOTES_CONTEXT = 12_000

function scaleNotes({ summaryWords, points, quotes }: NotesSize, share: number): NotesSize {
  return {
    summaryWords: Math.max(30, Math.round(summaryWords * Math.min(1, share))),
    points: Math.max(2, Math.round(points * Math.min(1, share))),
    quotes: Math.ceil(quotes * Math.min(1, share)),
  }
}

/** Tokens that notes of a size take. */
function notesTokens(size: NotesSize, latin: boolean): number {
  const words = size.summaryWords + size.points * POINT_WORDS + size.quotes * QUOTE_WORDS
  return Math.ceil(textTokens(words, latin) + (size.points + size.quotes) * LINE_TOKENS)
}

/** The notes on each of so many sections that together fit the call that makes the page of them. */
export function notesFor({ notes, allNotes }: Budget, sections: number, latin: boolean): NotesSize {
  return scaleNotes(notes, allNotes / (sections * notesTokens(notes, latin)))
}

/**
 * Divides a context among instructions, material and answer.
 *
 * @param wanted lengths that the source's own length asks for
 */
export function budgetFor(contextTokens: number, wanted: Lengths, writing: OutputLanguage): Budget {
  const lengths = fitLengths(wanted, writing.latin, contextTokens)
  const quotes = Math.min(FULL_NOTES.quotes, wanted.quotes)
  const notes = scaleNotes({ ...FULL_NOTES, quotes }, contextTokens / FULL_NOTES_CONTEXT)
  const answers = {
    page: allowance(answerTokens(lengths, writing.latin), contextTokens),
    notes: allowance(notesTokens(notes, writing.latin), contextTokens),
    secondRead: allowance(Math.min(2000, contextTokens * 0.2), contextTokens),
  }
  const left = (answer: number): number =>
    Math.max(LEAST_MATERIAL, Math.floor(contextTokens * MARGIN) - INSTRUCTION_TOKENS - FACT_TOKENS - answer)
  const most = Math.min(SECTION_MOST, left(answers.notes))
  const target = Math.min(SECTION_TARGET, Math.floor(most * 0.8))
  return {
    contextTokens,
    lengths,
    wholeSource: left(answers.page),
    section: { target, most },
    piece: Math.max(60, Math.floor(target / 8)),
    notes,
    allNotes: Math.min(MOST_NOTES, left(answers.page)),
    statements: Math.min(MOST_NOTES, left(answers.secondRead)),
    answers,
  }
}
