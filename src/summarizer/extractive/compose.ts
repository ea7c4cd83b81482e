import type { CitedText } from '../../shared/summary/citation.ts'
import { citationOf } from '../citations.ts'
import type { Persons } from '../text/names.ts'
import type { Candidate, Model } from './model.ts'
import type { Sentence } from './read-sentences.ts'
import { chooseRuns, inOrder, type Run, wordsOf } from './runs.ts'

const endsUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？」』）]$/u
/** Scripts that end sentences with a space. */
const endsWithoutStop = /[\p{Script=Thai}\p{Script=Lao}]$/u
const stopped = /[.!?…。！？｡؟۔।॥։។៕།༎:;,]["'”’»)\]」』】]*$/u

/** What follows a sentence: a semicolon after an item without a full stop, nothing between Chinese sentences. */
function separator({ sentence: before }: Candidate, { sentence: next }: Candidate): string {
  // Lines of a text that is broken at a width.
  if (before.block.type === 'paragraph' && /^\p{Ll}/u.test(next.text)) return ' '
  if (!stopped.test(before.text) && !endsWithoutStop.test(before.text) && !before.spoken)
    return endsUnspaced.test(before.text) ? '；' : '; '
  return endsUnspaced.test(before.text) ? '' : ' '
}

/** Marks with an ellipsis where a passage was cut from unpunctuated speech. */
function withEllipses(text: string, first: Sentence, last: Sentence): string {
  const before = first.spoken && first.speaker === null && first.start > 0 ? '… ' : ''
  const isCut = last.spoken && last.speaker === null && last.end < last.block.text.length && !/\p{P}$/u.test(text)
  return isCut || (before !== '' && !/\p{P}$/u.test(text)) ? `${before}${text}${isCut ? ' …' : ''}` : text
}

/** A run as text: its sentences, each speaker's name before what they say if `named`, and full names in brackets. */
export function textOf(
  { sentences }: Pick<Run, 'sentences'>,
  persons: Persons,
  before: string,
  named: boolean,
): string {
  const [first, last] = [sentences[0]?.sentence, sentences.at(-1)?.sentence]
  if (first === undefined || last === undefined) return ''
  const joined = sentences.reduce((text, candidate, at) => {
    const previous = sentences[at - 1]
    const { speaker } = candidate.sentence
    const isTurn = named && speaker !== null && speaker !== previous?.sentence.speaker
    const gap = previous === undefined ? '' : separator(previous, candidate)
    return `${text}${gap}${isTurn ? `${speaker}: ` : ''}${candidate.sentence.text}`
  }, '')
  return persons.complete(withEllipses(joined, first, last), before)
}

/** One citation for each block that a run is from, with the sentences that it takes from there. */
export function citationsOf({ sentences }: Pick<Run, 'sentences'>) {
  const byBlock = Map.groupBy(sentences, ({ sentence }) => sentence.block)
  return [...byBlock].map(([block, own]) =>
    citationOf(block, block.text.slice(own[0]?.sentence.start, own.at(-1)?.sentence.end)),
  )
}

interface SummaryOptions {
  /** Words of the text, at most. */
  words: number
  /** As in `RunLimits`. */
  lenient: boolean
  known: ReadonlySet<string>
}

/** Share of the length that is worth filling with single sentences. */
const ROOM = 0.3

/** Chooses the runs of a summary of a requested length: of two to four sentences, and shorter ones where there is room. */
export function chooseSummary(model: Model, { words, lenient, known }: SummaryOptions): Run[] {
  const runs: Run[] = []
  for (const minSentences of [2, 1]) {
    const maxWords = words - wordsOf(runs)
    if (maxWords < words * ROOM) break
    const shown = runs.flatMap(({ sentences }) => sentences)
    const limits = { minSentences, maxSentences: 4, lenient }
    runs.push(...chooseRuns(model, { known, shown, maxWords, maxRuns: Infinity, limits }))
  }
  return inOrder(runs)
}

/** The text of runs as paragraphs, one each. */
export function paragraphsOf(runs: readonly Pick<Run, 'sentences'>[], persons: Persons, before: string): CitedText[] {
  let shown = before
  return runs.map((run) => {
    const text = textOf(run, persons, shown, true)
    shown += ` ${text}`
    return { text, citations: citationsOf(run) }
  })
}

/** The best sentence of a source that has no line to show, if `strict` one of at most so many words if possible. */
export function lastResort(model: Model, words: number, strict: boolean): Candidate | null {
  const order = [
    model.candidates.filter(({ sentence }) => sentence.usable && !sentence.dependent),
    model.candidates.filter(({ sentence }) => sentence.usable),
    model.candidates.filter(({ sentence }) => sentence.joins),
    model.candidates,
  ]
  const fitting = order.map((list) => list.filter(({ sentence }) => !strict || sentence.words <= words))
  const [first, ...others] = [...fitting, ...order].find((list) => list.length > 0) ?? []
  if (first === undefined) return null
  return others.reduce((one, other) => (other.prior + other.titled > one.prior + one.titled ? other : one), first)
}
