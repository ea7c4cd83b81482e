import type { Lengths } from '../lengths.ts'
import { shorten } from './lengths.ts'
import type { OutputLanguage } from './output-language.ts'
import type { SectionSize } from './split-source.ts'

/** Limits of the notes on one section. */
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
  const words = firstScreen + (summary?.most ?? 0) + partWords + quotes * QUOTE_WORDS
  const lines = takeaways.most + quotes + partWords / LINE_WORDS
  return Math.ceil(textTokens(words, latin) + lines * LINE_TOKENS + PAGE_TOKENS)
}

/** Share of a small context for the answer; the rest is for the material. */
const ANSWER_SHARE = 0.45

/** Reduces lengths to fit a small context, parts and quotes first. */
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
  /** Source text of a call that writes the whole page. */
  wholeSource: number
  section: SectionSize
  /** A block larger than this is cut. */
  piece: number
  /** Limits of the notes on a section. */
  notes: NotesSize
  /** Notes in the call that writes the page. */
  allNotes: number
  /** Statements and passages of a call that checks them. */
  statements: number
  answers: { page: number; notes: number; secondRead: number }
}

/**
 * Sizes of a section. In longer texts models miss more of the middle (Liu et al. 2024, "Lost in the Middle"); smaller
 * sections need more calls and have less context.
 */
const SECTION_TARGET = 6000
const SECTION_MOST = 8000
/** Most tokens of notes in one call, however large its context is, because notes are dense. */
const MAX_NOTES = 40_000
/** Estimates may be wrong by this much. */
const MARGIN = 0.93
/** Tokens of the instructions, about; title, author, site and headings are extra. */
const INSTRUCTION_TOKENS = 780
const FACT_TOKENS = 160
/** Context from which answers may be longer than requested. */
const ROOMY = 24_000
/** Least material of a call. */
const MIN_MATERIAL = 200

/** Least sections of a source that is too long for one call, about: few notes make a poor summary. */
const MIN_SECTIONS = 4
/** Least target size of a section. */
const MIN_TARGET = 1000

/** Size of the sections of a source of `tokens` tokens. */
export function sectionSizeFor({ section }: Budget, tokens: number): SectionSize {
  const target = Math.min(section.target, Math.max(MIN_TARGET, Math.ceil(tokens / MIN_SECTIONS)))
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

/** Limits of the notes on each section, so that the notes on all fit the call that writes the page. */
export function notesFor({ notes, allNotes }: Budget, sections: number, latin: boolean): NotesSize {
  return scaleNotes(notes, allNotes / (sections * notesTokens(notes, latin)))
}

/**
 * Divides a context among instructions, material and answer.
 *
 * @param wanted lengths by the length of the source
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
    Math.max(MIN_MATERIAL, Math.floor(contextTokens * MARGIN) - INSTRUCTION_TOKENS - FACT_TOKENS - answer)
  const most = Math.min(SECTION_MOST, left(answers.notes))
  const target = Math.min(SECTION_TARGET, Math.floor(most * 0.8))
  return {
    contextTokens,
    lengths,
    wholeSource: left(answers.page),
    section: { target, most },
    piece: Math.max(60, Math.floor(target / 8)),
    notes,
    allNotes: Math.min(MAX_NOTES, left(answers.page)),
    statements: Math.min(MAX_NOTES, left(answers.secondRead)),
    answers,
  }
}
