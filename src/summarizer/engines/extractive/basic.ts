import { countWords } from '../../../shared/words.ts'
import type { Pace } from '../../pace.ts'
import { paragraphsText, toParagraphs } from './compose.ts'
import type { Candidate, Model } from './model.ts'
import { measureWords } from './read-sentences.ts'
import { selectSentences } from './select.ts'

/** How far a length that nobody asked for may be passed when no sentence is short enough. */
const PATIENCE = 2.5
/** Longest summary, as a share of the sentences, of a source with several. */
const MOST_SENTENCES_SHARE = 0.6

const clauseEnd = /[,;:—–，、；：،؛]\s*$/u

/** The basic summary: its text, and the sentences it is made of as indices in source order. */
export interface BasicSummary {
  text: string
  indices: readonly number[]
}

/**
 * Makes the basic summary.
 *
 * @param words length to fill
 * @param strict whether `words` bounds the length without exception
 */
export async function composeBasic(model: Model, words: number, strict: boolean, pace: Pace): Promise<BasicSummary> {
  const indices = await selectSentences(model, { maxWords: words }, pace)
  const bound = strict ? words : Infinity
  let kept = dropExcess(model, indices)
  // Mixed scripts count differently together than apart, so a bound is checked on the text itself.
  while (kept.length > 1 && countWords(textOf(model, kept)) > bound) kept = withoutLeast(model, kept)
  const text = textOf(model, kept)
  if (text !== '' && countWords(text) <= bound) return { text, indices: kept }
  const single = bestSingle(model, strict ? words : words * PATIENCE)
  if (single !== null) return { text: single.sentence.text, indices: [single.sentence.index] }
  const longest = bestSingle(model, Infinity)
  if (longest === null) return { text: '', indices: [] }
  return { text: cutAtClause(longest.sentence.text, words), indices: [longest.sentence.index] }
}

/** A summary never gives the whole source again: of several sentences at most three in five are kept. */
function dropExcess(model: Model, indices: readonly number[]): readonly number[] {
  const usable = model.candidates.filter((candidate) => candidate.usable).length
  const most = Math.max(1, Math.floor(usable * MOST_SENTENCES_SHARE))
  let kept = indices
  while (kept.length > most) kept = withoutLeast(model, kept)
  return kept
}

/** Takes off the least worthy sentence, and with it those that point back to it. */
function withoutLeast(model: Model, indices: readonly number[]): readonly number[] {
  const worth = (index: number) => model.candidates[index]?.prior ?? 0
  const least = indices.reduce((low, index) => (worth(index) < worth(low) ? index : low), indices[0] ?? 0)
  let end = least + 1
  while (model.candidates[end]?.dependent === true && indices.includes(end)) end += 1
  return indices.filter((index) => index < least || index >= end)
}

function textOf(model: Model, indices: readonly number[]): string {
  return paragraphsText(toParagraphs(model, indices))
}

/** The worthiest sentence within a length: one that stands alone if there is one, else any usable, else any at all. */
function bestSingle(model: Model, maxWords: number): Candidate | null {
  const short = model.candidates.filter((candidate) => candidate.sentence.words <= maxWords)
  const usable = short.filter((candidate) => candidate.usable)
  const alone = usable.filter((candidate) => !candidate.dependent)
  const pool = [alone, usable, short].find((candidates) => candidates.length > 0) ?? []
  return pool.reduce<Candidate | null>(
    (best, candidate) => (best === null || candidate.prior > best.prior ? candidate : best),
    null,
  )
}

/** The longest beginning of a sentence within a number of words: up to a clause's end if one comes late enough. */
function cutAtClause(text: string, maxWords: number): string {
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)]
  let fits = ''
  let clause = ''
  for (const { index, segment } of segments) {
    const begin = text.slice(0, index + segment.length)
    if (measureWords(begin) > maxWords) break
    fits = begin
    if (clauseEnd.test(begin)) clause = begin
  }
  const cut = countWords(clause) >= countWords(fits) / 2 && clause !== '' ? clause : fits
  return cut.replace(/[\s,;:—–，、；：،؛]+$/u, '')
}
