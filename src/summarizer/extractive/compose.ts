import { countWords } from '../../shared/words.ts'
import type { Section } from '../sections.ts'
import type { Candidate, Model } from './document-model.ts'
import { measureWords } from './read-sentences.ts'
import { selectSentences } from './select.ts'

const endsUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？」』）]$/u

/** Words up to which a text stays one paragraph, and up to which it stays two. */
const ONE_PARAGRAPH_WORDS = 80
const TWO_PARAGRAPHS_WORDS = 160
/** Words of a paragraph in a text longer than three. */
const PARAGRAPH_WORDS = 90

/** Scripts that end sentences with a space. */
const endsWithoutStop = /[\p{Script=Thai}\p{Script=Lao}]$/u
const stopped = /[.!?…。！？｡؟۔।॥։:;,]["'”’»)\]」』）】]*$/u

/** What stands between two sentences: what has no stop of its own must not run on into the next. */
function between(before: Candidate, next: Candidate): string {
  const { text, spoken, index } = before.sentence
  if (!stopped.test(text) && !endsWithoutStop.test(text)) {
    if (!spoken) return endsUnspaced.test(text) ? '；' : '; '
    if (next.sentence.index > index + 1) return ' … '
  }
  return endsUnspaced.test(text) ? '' : ' '
}

/**
 * Sentences one after the other: a space between them, none in scripts that use none. Items without a full stop are
 * set apart by semicolons, and where nobody punctuated speech, an ellipsis shows what was left out.
 */
export function joinSentences(sentences: readonly Candidate[]): string {
  return sentences.reduce((joined, candidate, at) => {
    const before = sentences[at - 1]
    return before === undefined
      ? candidate.sentence.text
      : `${joined}${between(before, candidate)}${candidate.sentence.text}`
  }, '')
}

function paragraphCount(words: number): number {
  if (words <= ONE_PARAGRAPH_WORDS) return 1
  return words <= TWO_PARAGRAPHS_WORDS ? 2 : Math.max(3, Math.round(words / PARAGRAPH_WORDS))
}

/** How well a paragraph may end before `next`: far apart in the source and near the wanted share of the words. */
function breakWorth(before: Candidate, next: Candidate, distance: number): number {
  const gap = next.sentence.index - before.sentence.index
  if (next.dependent) return -1
  const change = before.sentence.section === next.sentence.section ? 0 : 0.3
  return Math.min(1, Math.log2(Math.max(1, gap)) / 6) * 0.4 + change - distance * 2
}

/** Cuts sentences into paragraphs (three for 240 words) where the source itself moves on. */
export function toParagraphs(model: Model, indices: readonly number[]): Candidate[][] {
  const chosen = indices.flatMap((index) => model.candidates[index] ?? [])
  const total = chosen.reduce((sum, candidate) => sum + candidate.sentence.words, 0)
  const count = Math.min(paragraphCount(total), Math.max(1, Math.floor(chosen.length / 2)))
  const breaks = new Set<number>()
  for (let part = 1; part < count; part += 1) {
    let words = 0
    let best = -1
    let bestWorth = -0.5
    for (let at = 1; at < chosen.length; at += 1) {
      const before = chosen[at - 1]
      const next = chosen[at]
      if (before === undefined || next === undefined) break
      words += before.sentence.words
      const worth = breakWorth(before, next, Math.abs(words / total - part / count))
      if (worth > bestWorth && !breaks.has(at)) {
        best = at
        bestWorth = worth
      }
    }
    if (best > 0) breaks.add(best)
  }
  const paragraphs: Candidate[][] = [[]]
  chosen.forEach((candidate, at) => {
    if (breaks.has(at)) paragraphs.push([])
    paragraphs.at(-1)?.push(candidate)
  })
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

/** The text of paragraphs, a blank line between them. */
export function paragraphsText(paragraphs: readonly (readonly Candidate[])[]): string {
  return paragraphs.map((paragraph) => joinSentences(paragraph)).join('\n\n')
}

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
export function composeBasic(model: Model, words: number, strict: boolean): BasicSummary {
  const indices = selectSentences(model, { maxWords: words })
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

/** A part of the source gets at least this many words or is left to its neighbors. */
const LEAST_PART_WORDS = 45
/** Room that one part leaves over goes to those after it, up to this share of their own. */
const MOST_CARRIED = 0.5

/** Words for each section: by the square root of what can be taken from it, so that short ones are heard too. */
function budgetsOf(model: Model, sections: readonly Section[], maxWords: number): number[] {
  const words = sections.map(() => 0)
  for (const { usable, sentence } of model.candidates) {
    if (usable) words[sentence.section] = (words[sentence.section] ?? 0) + sentence.words
  }
  const roots = words.map((count) => Math.sqrt(count))
  const most = Math.max(1, Math.floor(maxWords / LEAST_PART_WORDS))
  const floor = roots.toSorted((a, b) => b - a)[most - 1] ?? 0
  const shares = roots.map((root) => (root >= floor ? root : 0))
  const total = shares.reduce((sum, share) => sum + share, 0) || 1
  return shares.map((share) => (maxWords * share) / total)
}

/**
 * The advanced summary: each part of the source summarized in its own paragraphs, in the source's order, under a
 * paragraph "## Title" where the source has titles. No sentence stands in it twice, so a short source makes a short one.
 *
 * @param maxWords length of the whole, without the titles
 */
export function composeAdvanced(model: Model, sections: readonly Section[], maxWords: number): string {
  const budgets = budgetsOf(model, sections, maxWords)
  const parts: string[] = []
  const shown: number[] = []
  let carried = 0
  for (const [at, section] of sections.entries()) {
    const budget = budgets[at] ?? 0
    if (budget === 0) continue
    const room = Math.round(budget + Math.min(carried, budget * MOST_CARRIED))
    const allowed = ({ sentence }: Candidate) => sentence.section === at
    const chosen = selectSentences(model, { maxWords: room, allowed, shown })
    carried += budget - chosen.reduce((sum, index) => sum + (model.candidates[index]?.sentence.words ?? 0), 0)
    if (chosen.length === 0) continue
    shown.push(...chosen)
    const title = section.title?.replace(/\s+/gu, ' ').trim() ?? ''
    if (title !== '') parts.push(`## ${title}`)
    parts.push(paragraphsText(toParagraphs(model, chosen)))
  }
  return parts.join('\n\n')
}
