import type { CitedText } from '../../shared/summary/citation.ts'
import { citationOf } from '../citations.ts'
import type { Persons } from '../text/names.ts'
import { cosine } from '../text/vectors.ts'
import type { Candidate, Model } from './model.ts'
import type { Sentence } from './read-sentences.ts'
import { inOrder, type Run, runsFrom, wordsOf } from './runs.ts'

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
/** A run most similar to one that was chosen loses this times the cosine. */
const REDUNDANCY = 0.8
/** Runs considered for a text, the best by themselves; this bounds the time for books. */
const MAX_OPEN = 3000

const similarity = (one: Run, other: Run): number =>
  Math.max(...one.sentences.flatMap((own) => other.sentences.map(({ vector }) => cosine(own.vector, vector))))

/** Adds runs of at least `minSentences`, greedily by value less their redundancy (Carbonell & Goldstein 1998). */
function addRuns(model: Model, chosen: Run[], minSentences: number, { words, lenient, known }: SummaryOptions): void {
  const limits = { minSentences, maxSentences: 4, maxWords: words - wordsOf(chosen), lenient }
  const overlaps = (run: Run): boolean =>
    chosen.some(({ sentences }) => run.sentences.some((one) => sentences.includes(one)))
  let open = model.candidates
    .flatMap((first) => runsFrom(model, first, limits, known))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, MAX_OPEN)
    .map((run) => ({ run, repeats: Math.max(0, ...chosen.map((other) => similarity(run, other))) }))
  for (;;) {
    const left = words - wordsOf(chosen)
    const fitting = open.filter(({ run }) => run.words <= left && !overlaps(run))
    const rated = fitting.map(({ run, repeats }) => run.value - REDUNDANCY * repeats)
    const best = fitting[rated.indexOf(Math.max(...rated))]?.run
    if (best === undefined) return
    chosen.push(best)
    open = fitting.map(({ run, repeats }) => ({ run, repeats: Math.max(repeats, similarity(run, best)) }))
  }
}

/** Chooses the runs of a summary of a requested length: of two to four sentences, and shorter ones where there is room. */
export function chooseSummary(model: Model, options: SummaryOptions): Run[] {
  const runs: Run[] = []
  addRuns(model, runs, 2, options)
  if (options.words - wordsOf(runs) >= options.words * ROOM) addRuns(model, runs, 1, options)
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

/** The best sentence of a source that has no line to show. If `strict`, prefers one of at most `words` words. */
export function lastResort({ candidates }: Model, words: number, strict: boolean): Candidate | null {
  const rate = ({ sentence, prior, titled }: Candidate): number => {
    const { usable, dependent, joins } = sentence
    // Each sign outweighs all after it, and the value of the sentence.
    const signs = [!strict || sentence.words <= words, usable && !dependent, usable, joins]
    return prior + titled + signs.reduce((sum, sign, at) => sum + (sign ? 1000 / 5 ** at : 0), 0)
  }
  return candidates.toSorted((one, other) => rate(other) - rate(one))[0] ?? null
}
