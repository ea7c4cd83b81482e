import { MIN_ADVANCED_WORDS } from '../../shared/summary/short-source.ts'

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
/** Books get one part for each chapter. */
const BOOK = 30_000
const BOOK_PARTS_WORDS = 2500
/** Largest lengths as shares of the source. */
export const PAGE_SHARE = 2 / 5
export const PARTS_SHARE = 0.3
/** Words of the advanced parts, as multiples of the summary's. */
const PARTS_FACTOR: Range = { least: 4, most: 5 }
const FIRST_SCREEN: Range = { least: 100, most: 180 }
const LONG_FIRST_SCREEN = 230
const SUMMARY: Range = { least: 40, most: 120 }
/** Shares of a short source; the parts of an advanced summary need the rest of the page. */
const FIRST_SCREEN_SHARE = { alone: 0.3, besideParts: 0.17 }
const SUMMARY_SHARE = 0.1
/** Shortest text that can be requested: one short sentence. */
const SENTENCE_WORDS = 12
const GIST_WORDS = 30
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

/** Takeaways beside the decisions and tasks of a meeting. */
export const besideKeyParts = ({ least, most }: Range): Range => ({
  least: Math.min(3, least),
  most: Math.min(5, most),
})

const clamp = (value: number, { least, most }: Range): number => Math.round(Math.min(most, Math.max(least, value)))

function firstScreenOnly(words: number, takeaways: Range, advanced: boolean, maxWords: number): Lengths {
  const most = clamp(words * PAGE_SHARE, { least: SENTENCE_WORDS, most: FIRST_SCREEN.least })
  return {
    firstScreen: most,
    gist: Math.min(GIST_WORDS, most, maxWords),
    takeaways,
    summary: null,
    parts: null,
    byChapter: false,
    quotes: advanced ? 1 : 0,
  }
}

/** The summary's length: as requested, within a share of the source. */
function summaryRange(words: number, usual: number, maxWords: number | undefined): Range {
  if (maxWords === undefined) return { least: Math.max(SUMMARY.least, Math.round(usual * 0.7)), most: usual }
  const most = Math.max(1, Math.floor(Math.min(maxWords, Math.max(usual, words * REQUESTED_SHARE))))
  return { least: Math.round(most * 0.6), most }
}

/**
 * Lengths of the page for a source of `words` words: a first screen for a short source, else at most two fifths of it.
 *
 * @param maxWords upper bound of the summary, if the user set one
 */
export function lengthsFor(words: number, advanced: boolean, maxWords?: number): Lengths {
  const takeaways = takeawaySteps.find(([below]) => words < below)?.[1] ?? { least: 3, most: 5 }
  if (words < FIRST_SCREEN_ONLY)
    return firstScreenOnly(words, takeaways, advanced, maxWords ?? Number.POSITIVE_INFINITY)
  const hasParts = advanced && words >= MIN_ADVANCED_WORDS
  const share = FIRST_SCREEN_SHARE[hasParts ? 'besideParts' : 'alone']
  const most = words < LONG ? clamp(words * share, FIRST_SCREEN) : LONG_FIRST_SCREEN
  // With parts, what the first screen leaves of the page is divided.
  const room = (words * PAGE_SHARE - most) / (1 + (PARTS_FACTOR.least + PARTS_FACTOR.most) / 2)
  const summary = clamp(hasParts ? room : words * SUMMARY_SHARE, SUMMARY)
  const isBook = words >= BOOK
  const mostParts = Math.min(
    isBook ? BOOK_PARTS_WORDS : summary * PARTS_FACTOR.most,
    words * PARTS_SHARE,
    words * PAGE_SHARE - most - summary,
  )
  const leastParts = isBook ? mostParts / 2 : Math.min(summary * PARTS_FACTOR.least, mostParts * 0.9)
  return {
    firstScreen: most,
    gist: GIST_WORDS,
    takeaways,
    summary: summaryRange(words, summary, maxWords),
    parts: hasParts ? { least: Math.round(leastParts), most: Math.round(mostParts) } : null,
    byChapter: hasParts && isBook,
    quotes: advanced ? QUOTES : 0,
  }
}

/** Largest length of a page as a share of its notes: a longer one would invent facts. */
const NOTES_SHARE = 0.8

/** Lengths of a page that is written from notes of `noteWords` words. */
export function lengthsFromNotes(lengths: Lengths, noteWords: number): Lengths {
  const bound = Math.max(SENTENCE_WORDS, Math.round(noteWords * NOTES_SHARE))
  const fit = (range: Range | null): Range | null =>
    range && { least: Math.min(range.least, bound), most: Math.min(range.most, bound) }
  return { ...lengths, summary: fit(lengths.summary), parts: fit(lengths.parts) }
}

const scale = ({ least, most }: Range, share: number): Range => ({
  least: Math.round(least * share),
  most: Math.round(most * share),
})

/** The same lengths with a share of the parts, the shortest first screen, and a quote and a takeaway less. */
export function shorten(lengths: Lengths, share: number): Lengths {
  const { firstScreen, parts, takeaways, quotes } = lengths
  return {
    ...lengths,
    firstScreen: Math.min(firstScreen, FIRST_SCREEN.least),
    takeaways: { least: Math.min(takeaways.least, 3), most: Math.max(1, takeaways.most - 1) },
    parts: parts && scale(parts, share),
    quotes: Math.max(0, quotes - 1),
  }
}
