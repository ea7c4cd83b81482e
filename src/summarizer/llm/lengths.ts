import { FIRST_SCREEN, type Lengths, type Range, SENTENCE_WORDS } from '../lengths.ts'
import type { SummarizeOptions } from '../summarizer.ts'

type PageOptions = Pick<SummarizeOptions, 'advanced' | 'maxWords'>

/** Words of a gist of one sentence, or of two short ones. */
const GIST_WORDS = 35
/** First screen of an advanced page: the whole source in a minute's reading, with one topic for each takeaway. */
const MINUTE = { share: 0.2, words: 235, gist: 50, takeaways: { least: 4, most: 6 }, takeawayWords: 34 }
/** Largest length of a page with advanced parts as a share of the source. */
export const ADVANCED_PAGE_SHARE = 0.6
/** Planned words of the advanced parts: `words` or `factor` times the summary, whichever is more; `spread` is for the minimum. */
const PARTS_ALONE = { words: 660, share: 0.4, factor: 4.8, spread: 0.6 }

/** Summary of a source that is too short for advanced parts, on a plan that includes these. */
const ALONE = { words: 340, pageShare: 0.65, spread: 0.45 }

/**
 * Lengths of a page by a language model, whose gist may have two sentences. Beside advanced parts it has a summary only
 * where these and the takeaways need one, unless the user set its length. A source that is too short for parts has their
 * content in a longer summary. Takeaways of an advanced page are longer, and above parts there are more.
 *
 * @param words words of the source
 */
export function lengthsOfPage(lengths: Lengths, words: number, { advanced, maxWords }: PageOptions): Lengths {
  const { gist, takeaways, summary, parts, firstScreen } = lengths
  const gistOf = (most: number): number => Math.min(Math.max(gist, most), firstScreen, maxWords ?? most)
  const longer = { ...lengths, gist: gistOf(GIST_WORDS) }
  if (summary === null || !advanced || maxWords !== undefined) return longer
  const screen = Math.round(Math.max(firstScreen, Math.min(words * MINUTE.share, MINUTE.words)))
  const minute = { ...lengths, gist: gistOf(MINUTE.gist), firstScreen: screen, takeawayWords: MINUTE.takeawayWords }
  if (parts === null) {
    const most = Math.max(summary.most, Math.min(ALONE.words, Math.floor(words * ALONE.pageShare - screen)))
    return { ...minute, summary: { least: Math.max(summary.least, Math.round(most * ALONE.spread)), most } }
  }
  const room = Math.min(words * PARTS_ALONE.share, words * ADVANCED_PAGE_SHARE - screen)
  const most = Math.round(Math.min(room, Math.max(PARTS_ALONE.words, summary.most * PARTS_ALONE.factor)))
  return {
    ...minute,
    takeaways: {
      least: Math.max(takeaways.least, MINUTE.takeaways.least),
      most: Math.max(takeaways.most, MINUTE.takeaways.most),
    },
    summary: { least: 0, most: summary.most },
    parts: { least: Math.min(parts.least, Math.round(most * PARTS_ALONE.spread)), most: Math.max(parts.most, most) },
  }
}

/** Takeaways beside the decisions and tasks of a meeting. */
export const besideKeyParts = ({ least, most }: Range): Range => ({
  least: Math.min(3, least),
  most: Math.min(5, most),
})

/** Largest length of a page as a share of its notes: a longer one would invent facts. */
const NOTES_SHARE = 0.8

/** Scales summary and parts alike, so that the parts remain a multiple of the summary. */
function scaleTexts({ summary, parts }: Lengths, share: number): Pick<Lengths, 'summary' | 'parts'> {
  if (summary === null || parts === null) return { summary, parts }
  const scale = (words: number): number => Math.round(words * share)
  const most = Math.max(SENTENCE_WORDS, scale(summary.most))
  return {
    summary: { least: Math.min(most, scale(summary.least)), most },
    parts: { least: scale(parts.least), most: scale(parts.most) },
  }
}

/** Lengths of a page that is written from notes of `noteWords` words. */
export function lengthsFromNotes(lengths: Lengths, noteWords: number): Lengths {
  const bound = Math.max(SENTENCE_WORDS, Math.round(noteWords * NOTES_SHARE))
  const { summary, parts } = scaleTexts(lengths, Math.min(1, bound / (lengths.parts?.most ?? bound)))
  return { ...lengths, summary: summary && cap(summary, bound), parts: parts && cap(parts, bound) }
}

const cap = (range: Range, bound: number): Range => ({
  least: Math.min(range.least, bound),
  most: Math.min(range.most, bound),
})

/** The same lengths with a share of summary and parts, the shortest first screen, and a quote and a takeaway less. */
export function shorten(lengths: Lengths, share: number): Lengths {
  const { firstScreen, takeaways, quotes } = lengths
  const most = Math.max(1, takeaways.most - 1)
  return {
    ...lengths,
    ...scaleTexts(lengths, share),
    firstScreen: Math.min(firstScreen, FIRST_SCREEN.least),
    takeaways: { least: Math.min(takeaways.least, 3, most), most },
    quotes: Math.max(0, quotes - 1),
  }
}
