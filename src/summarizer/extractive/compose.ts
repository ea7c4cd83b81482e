import { countWords } from '../../shared/text/words.ts'
import type { Section } from '../sections.ts'
import { boundWords } from '../text/cut-text.ts'
import type { Candidate, Model } from './model.ts'
import { isReply } from './read-sentences.ts'
import { selectSentences } from './select.ts'

const endsUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？」』）]$/u
/** Scripts that end sentences with a space. */
const endsWithoutStop = /[\p{Script=Thai}\p{Script=Lao}]$/u
const stopped = /[.!?…。！？｡؟۔।॥։။។៕།༎:;,]["'”’»)\]」』】]*$/u

/** Separates two sentences: items without a full stop by semicolons, passages of unpunctuated speech by an ellipsis. */
function separator({ sentence: before }: Candidate, { sentence: next }: Candidate): string {
  if (!stopped.test(before.text) && !endsWithoutStop.test(before.text)) {
    if (!before.spoken) return endsUnspaced.test(before.text) ? '；' : '; '
    if (next.index > before.index + 1) return ' … '
  }
  return endsUnspaced.test(before.text) ? '' : ' '
}

export function joinSentences(sentences: readonly Candidate[]): string {
  return sentences.reduce((joined, candidate, at) => {
    const before = sentences[at - 1]
    return `${joined}${before === undefined ? '' : separator(before, candidate)}${candidate.sentence.text}`
  }, '')
}

const PARAGRAPH_WORDS = 70

/** Groups sentences into paragraphs of about 70 words, which begin at a new section or with an independent sentence. */
export function paragraphsOf(model: Model, indices: readonly number[]): Candidate[][] {
  const chosen = indices.toSorted((a, b) => a - b).flatMap((index) => model.candidates[index] ?? [])
  const paragraphs: Candidate[][] = []
  let words = 0
  let section = -1
  for (const candidate of chosen) {
    const { sentence } = candidate
    const moves = sentence.section !== section && words > PARAGRAPH_WORDS / 2
    const current = paragraphs.at(-1)
    if (current === undefined || moves || (words + sentence.words > PARAGRAPH_WORDS && !sentence.dependent)) {
      paragraphs.push([candidate])
      words = 0
    } else {
      current.push(candidate)
    }
    words += sentence.words
    section = sentence.section
  }
  return paragraphs
}

const textOf = (model: Model, indices: readonly number[]): string =>
  paragraphsOf(model, indices).map(joinSentences).join('\n\n')

/** A summary has at most this share of the usable sentences. */
const MAX_SENTENCES_SHARE = 0.6
/** Factor by which the length may be exceeded if no sentence is short enough and the limit is not strict. */
const PATIENCE = 2.5

/** `strict`: `words` is a limit without exception. The text is empty if the page already shows all that fits. */
export function composeBasic(
  model: Model,
  words: number,
  strict: boolean,
  shown: ReadonlySet<number> = new Set(),
): { text: string; indices: readonly number[] } {
  const usable = model.candidates.filter(({ sentence }) => sentence.usable).length
  const maxSentences = Math.max(1, Math.floor(usable * MAX_SENTENCES_SHARE))
  const allowed = ({ sentence }: Candidate): boolean => !shown.has(sentence.index)
  let indices = selectSentences(model, { maxWords: words, maxSentences, allowed, shown: [...shown] })
  // Words of mixed scripts count differently together than apart, so the limit is checked on the text itself.
  const limit = strict ? words : Infinity
  while (indices.length > 1 && countWords(textOf(model, indices)) > limit) indices = withoutLast(model, indices)
  const text = textOf(model, indices)
  if (text !== '' && countWords(text) <= limit) return { text, indices }
  if (shown.size > 0) return { text: '', indices: [] }
  const single = bestSingle(model, strict ? words : words * PATIENCE)
  if (single !== null) return { text: single.sentence.text, indices: [single.sentence.index] }
  const longest = bestSingle(model, Infinity)
  if (longest === null) return { text: '', indices: [] }
  return { text: boundWords(longest.sentence.text, words), indices: [longest.sentence.index] }
}

/** Removes the sentence that was taken last, and those that depend on it; the order stays. */
function withoutLast(model: Model, indices: readonly number[]): number[] {
  const removed = new Set(indices.slice(-1))
  for (const index of indices.toSorted((a, b) => a - b))
    if (removed.has(index - 1) && model.candidates[index]?.sentence.dependent === true) removed.add(index)
  return indices.filter((index) => !removed.has(index))
}

/** The best sentence within a length: an independent one if possible, else any usable one, else any at all. */
function bestSingle(model: Model, maxWords: number): Candidate | null {
  const short = model.candidates.filter(({ sentence }) => sentence.words <= maxWords)
  const usable = short.filter(({ sentence }) => sentence.usable)
  const independent = usable.filter(({ sentence }) => !sentence.dependent)
  const pool = [independent, usable, short].find((candidates) => candidates.length > 0) ?? []
  return pool.reduce<Candidate | null>((best, next) => (best === null || next.prior > best.prior ? next : best), null)
}

/** A section gets at least this many words of the advanced summary, or none. */
const MIN_SECTION_WORDS = 45
/** Words that one section leaves unused go to those after it, up to this share of their own. */
const MAX_CARRIED = 0.5

/** Words for each section, by the square root of its usable length, so that short sections are included too. */
function budgetsOf(model: Model, sections: readonly Section[], maxWords: number, maxParts: number): number[] {
  const words = sections.map(() => 0)
  for (const { sentence } of model.candidates) {
    if (sentence.usable) words[sentence.section] = (words[sentence.section] ?? 0) + sentence.words
  }
  const roots = words.map((count) => Math.sqrt(count))
  const most = Math.max(1, Math.min(maxParts, Math.floor(maxWords / MIN_SECTION_WORDS)))
  const least = roots.toSorted((a, b) => b - a)[most - 1] ?? 0
  const shares = roots.map((root) => (root >= least ? root : 0))
  const total = shares.reduce((sum, share) => sum + share, 0) || 1
  return shares.map((share) => (maxWords * share) / total)
}

/** Groups sentences into points: each dependent sentence belongs to the one before it. */
function pointsOf(model: Model, indices: readonly number[]): Candidate[][] {
  const points: Candidate[][] = []
  for (const index of indices.toSorted((a, b) => a - b)) {
    const candidate = model.candidates[index]
    if (candidate === undefined) continue
    const last = points.at(-1)
    if (candidate.sentence.dependent && last?.at(-1)?.sentence.index === index - 1) last.push(candidate)
    else points.push([candidate])
  }
  return points
}

/** Writes one part for each of the largest sections. `shown`: indices of sentences that are not repeated. */
export function composeParts(
  model: Model,
  sections: readonly Section[],
  { words, maxParts }: { words: number; maxParts: number },
  shown: readonly number[],
) {
  const budgets = budgetsOf(model, sections, words, maxParts)
  const parts: { title: string; points: Candidate[][] }[] = []
  const taken = new Set(shown)
  let carried = 0
  for (const [at, section] of sections.entries()) {
    const budget = budgets[at] ?? 0
    if (budget === 0) continue
    const chosen = selectSentences(model, {
      maxWords: Math.round(budget + Math.min(carried, budget * MAX_CARRIED)),
      allowed: ({ sentence }) => sentence.section === at && !taken.has(sentence.index) && !isReply(sentence),
      shown: [...taken],
    })
    carried += budget - chosen.reduce((sum, index) => sum + (model.candidates[index]?.sentence.words ?? 0), 0)
    if (chosen.length === 0) continue
    for (const index of chosen) taken.add(index)
    parts.push({ title: section.title?.replace(/\s+/gu, ' ').trim() ?? '', points: pointsOf(model, chosen) })
  }
  return parts
}
