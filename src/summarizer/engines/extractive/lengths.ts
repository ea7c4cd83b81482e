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
