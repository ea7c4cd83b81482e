import type { NotesSize } from './instructions.ts'
import { answerTokens, fitLengths, type Lengths } from './lengths.ts'
import type { SectionSize } from './pack-sections.ts'
import type { Writing } from './writing.ts'

/** What each kind of call may hold, for a model of so much context. All sizes are tokens. */
export interface Budget {
  contextTokens: number
  lengths: Lengths
  /** Source text of a call that makes the whole summary. */
  wholeSource: number
  section: SectionSize
  /** A block larger than this is cut. */
  piece: number
  notes: NotesSize
  /** What notes of that size take. */
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
export function budgetFor(contextTokens: number, wanted: Lengths, advanced: boolean, writing: Writing): Budget {
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
