import type { ExtractedDocument } from '../shared/document.ts'
import { ADVANCED_FACTOR } from '../shared/summary/partial-page.ts'
import { MIN_ADVANCED_WORDS } from '../shared/summary/short-source.ts'

/** Least and most words or lines. */
export interface Range {
  least: number
  most: number
}

/** Lengths of the parts of a page. */
export interface Lengths {
  /** Most words of gist, key parts and takeaways together. */
  firstScreen: number
  /** Most words. */
  gist: number
  /** Lines. */
  takeaways: Range
  /** Most words of a takeaway. */
  takeawayWords: number
  /** Words; null for a source so short that the first screen is its whole page. */
  summary: Range | null
  /** Words of the advanced parts together; null without them. */
  parts: Range | null
  /** Whether each chapter gets its own part. */
  byChapter: boolean
  /** Most quotes. */
  quotes: number
}

/** Shorter sources get the first screen alone. */
const FIRST_SCREEN_ONLY = 400
/** Longer ones get more takeaways. */
const LONG = 10_000
/** Documents and e-books of fewer words are no books. */
const MIN_BOOK_WORDS = 20_000
/** Largest lengths as shares of the source. */
const PAGE_SHARE = 2 / 5
export const PARTS_SHARE = 0.3
/** Words of the advanced parts as multiples of the summary's: of a written page, and of a planned one. */
export const PARTS_FACTOR: Range = ADVANCED_FACTOR
const PLANNED_FACTOR: Range = { least: 4.2, most: 4.8 }
export const FIRST_SCREEN: Range = { least: 100, most: 180 }
const LONG_FIRST_SCREEN = 230
const SUMMARY: Range = { least: 40, most: 120 }
/** Least words of a summary, as a share of the most; the words of the parts are a multiple of them. */
const SUMMARY_SPREAD = { alone: 0.7, besideParts: 0.83 }
/** Shares of a short source; the parts of an advanced summary need the rest of the page. */
const FIRST_SCREEN_SHARE = { alone: 0.3, besideParts: 0.17 }
const SUMMARY_SHARE = { short: 0.1, usual: 0.06 }
/** Longer sources get longer summaries, so that a book has a part for each chapter. */
const LONG_SUMMARY = { share: 0.004, most: 300 }
/** Shortest text that can be requested: one short sentence. */
export const SENTENCE_WORDS = 12
const GIST_WORDS = 30
const TAKEAWAY_WORDS = 25
const QUOTES = 3
/** Largest share of the source that a summary of a requested length may repeat. */
const REQUESTED_SHARE = 0.6

/** Takeaways of a source of fewer words. */
const takeawaySteps: readonly (readonly [below: number, range: Range])[] = [
  [100, { least: 0, most: 1 }],
  [200, { least: 1, most: 2 }],
  [FIRST_SCREEN_ONLY, { least: 2, most: 3 }],
  [MIN_ADVANCED_WORDS, { least: 3, most: 5 }],
  [LONG, { least: 4, most: 5 }],
  [Number.POSITIVE_INFINITY, { least: 5, most: 8 }],
]

const clamp = (value: number, { least, most }: Range): number => Math.round(Math.min(most, Math.max(least, value)))

function firstScreenOnly(words: number, takeaways: Range, advanced: boolean, maxWords: number): Lengths {
  const most = clamp(words * PAGE_SHARE, { least: SENTENCE_WORDS, most: FIRST_SCREEN.least })
  return {
    firstScreen: most,
    gist: Math.min(GIST_WORDS, most, maxWords),
    takeaways,
    takeawayWords: TAKEAWAY_WORDS,
    summary: null,
    parts: null,
    byChapter: false,
    quotes: advanced ? 1 : 0,
  }
}

/** Most words of a summary of a requested length, within a share of the source; 0 if none is requested. */
export function requestedWords(words: number, maxWords: number | undefined, usual = 0): number {
  if (maxWords === undefined) return 0
  return Math.max(1, Math.floor(Math.min(maxWords, Math.max(usual, words * REQUESTED_SHARE))))
}

function summaryRange(words: number, usual: number, maxWords: number | undefined, spread: number): Range {
  if (maxWords === undefined) return { least: Math.max(SUMMARY.least, Math.round(usual * spread)), most: usual }
  const most = requestedWords(words, maxWords, usual)
  return { least: Math.round(most * 0.6), most }
}

/** Most words of a summary without regard to the rest of its page. */
function usualSummary(words: number): number {
  if (words < MIN_ADVANCED_WORDS) return words * SUMMARY_SHARE.short
  const most = Math.min(LONG_SUMMARY.most, Math.max(SUMMARY.most, words * LONG_SUMMARY.share))
  return Math.min(words * SUMMARY_SHARE.usual, most)
}

/** Planned words of the advanced parts beside a summary of at most `summaryWords`. */
const partsRange = (summaryWords: number): Range => ({
  least: Math.round(summaryWords * PLANNED_FACTOR.least),
  most: Math.round(summaryWords * PLANNED_FACTOR.most),
})

/**
 * Lengths of the page for a source of `words` words: a first screen for a short source, else at most two fifths of it. The
 * advanced parts have 4 to 6 times the words of the summary that the source gets without a requested length.
 *
 * @param maxWords upper bound of the summary, if the user set one
 * @param ofBook whether the source is a book
 */
export function lengthsFor(words: number, advanced: boolean, maxWords?: number, ofBook = false): Lengths {
  const takeaways = takeawaySteps.find(([below]) => words < below)?.[1] ?? { least: 3, most: 5 }
  if (words < FIRST_SCREEN_ONLY)
    return firstScreenOnly(words, takeaways, advanced, maxWords ?? Number.POSITIVE_INFINITY)
  const hasParts = advanced && words >= MIN_ADVANCED_WORDS
  const share = FIRST_SCREEN_SHARE[hasParts ? 'besideParts' : 'alone']
  const firstScreen = words < LONG ? clamp(words * share, FIRST_SCREEN) : LONG_FIRST_SCREEN
  // With parts, what the first screen leaves of the page is divided.
  const room = hasParts ? (words * PAGE_SHARE - firstScreen) / (1 + PLANNED_FACTOR.most) : Number.POSITIVE_INFINITY
  const usual = Math.min(usualSummary(words), room)
  const summary = Math.floor(Math.max(SUMMARY.least, usual))
  return {
    firstScreen,
    gist: GIST_WORDS,
    takeaways,
    takeawayWords: TAKEAWAY_WORDS,
    summary: summaryRange(words, summary, maxWords, SUMMARY_SPREAD[hasParts ? 'besideParts' : 'alone']),
    parts: hasParts ? partsRange(summary) : null,
    byChapter: hasParts && ofBook,
    quotes: advanced ? QUOTES : 0,
  }
}

/** Whether a source is a book, whose chapters get one part each. */
export function isBook({ words, blocks: [first] }: ExtractedDocument): boolean {
  return words >= MIN_BOOK_WORDS && (first?.location.kind === 'chapter' || first?.location.kind === 'page')
}

/** Whether the advanced text has 4 to 6 times the words of the basic one. */
export function isAdvancedLength(words: number, basicWords: number): boolean {
  return words >= basicWords * PARTS_FACTOR.least && words <= basicWords * PARTS_FACTOR.most
}
