import type { CitedText } from '../../shared/summary/citation.ts'
import type { PagePart } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { citationOf } from '../citations.ts'
import type { Section } from '../sections.ts'
import type { Persons } from '../text/names.ts'
import { cosine } from '../text/vectors.ts'
import type { Candidate, Model } from './model.ts'
import type { Sentence } from './read-sentences.ts'
import { chooseRuns, inOrder, knownFrom, opensSpeech, type Run, runsFrom, startOf, wordsOf } from './runs.ts'

const endsUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？」』）]$/u
/** Scripts that end sentences with a space. */
const endsWithoutStop = /[\p{Script=Thai}\p{Script=Lao}]$/u
const stopped = /[.!?…。！？｡؟۔।॥։។៕།༎:;,]["'”’»)\]」』】]*$/u

/** What follows a sentence: a semicolon after an item without a full stop, nothing between Chinese sentences. */
function separator({ sentence: before }: Candidate): string {
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
    const gap = previous === undefined ? '' : separator(previous)
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

/** Runs of a summary of the usual length. */
const MAX_RUNS = 3
/** Share of the length that is worth filling with single sentences. */
const ROOM = 0.3
/** Factor by which the length may be exceeded if no run is short enough and the limit is not strict. */
const PATIENCE = 1.6

interface SummaryOptions {
  words: number
  /** `words` is a limit without exception. */
  strict: boolean
  /** As in `RunLimits`. */
  lenient: boolean
  allowed: (candidate: Candidate) => boolean
  known: ReadonlySet<string>
  shown: readonly Candidate[]
}

/** Chooses the runs of the basic summary: of two to four sentences, and shorter ones where those leave room. */
export function chooseSummary(model: Model, { words, strict, lenient, ...options }: SummaryOptions): Run[] {
  const runs: Run[] = []
  for (const minSentences of [2, 1]) {
    const left = words - wordsOf(runs)
    const most = strict ? Infinity : MAX_RUNS - runs.length
    if (most <= 0 || left < words * ROOM) break
    const shown = [...options.shown, ...runs.flatMap(({ sentences }) => sentences)]
    const limits = { minSentences, maxSentences: 4, lenient }
    runs.push(...chooseRuns(model, { ...options, shown, maxWords: left, maxRuns: most, limits }))
  }
  if (runs.length > 0 || strict) return inOrder(runs)
  const limits = { minSentences: 1, maxSentences: 1 }
  return chooseRuns(model, { ...options, maxWords: words * PATIENCE, maxRuns: 1, limits })
}

/** Words of what follows the gist, at least. */
const MIN_CONTINUED = 14
/** Sentences more similar than this are the same. */
const SAME = 0.8
/** Words that are worth a second run. */
const SECOND_RUN = 45

/** The summary of a source that is written to be read in order: what follows the gist, and the best run elsewhere. */
export function continueGist(model: Model, gist: Run, words: number, options: Omit<SummaryOptions, 'words'>): Run[] {
  // A standfirst is often the lead in other words.
  const next = model.candidates
    .slice(startOf(gist) + gist.sentences.length, startOf(gist) + gist.sentences.length + 2)
    .find(({ vector }) => gist.sentences.every((shown) => cosine(vector, shown.vector) < SAME))
  const limits = { minSentences: 1, maxSentences: 6, maxWords: words, after: gist.sentences.at(-1) }
  const runs = next === undefined ? [] : runsFrom(model, next, limits, options.known)
  const run = runs.at(-1)
  if (run === undefined || run.words < MIN_CONTINUED) return chooseSummary(model, { words, ...options })
  const left = words - run.words
  if (left < SECOND_RUN) return [run]
  const shown = [...options.shown, ...run.sentences]
  return [run, ...chooseSummary(model, { ...options, words: left, shown }).slice(0, 1)]
}

/** The text of runs as paragraphs, one each. */
export function paragraphsOf(runs: readonly Run[], persons: Persons, before: string): CitedText[] {
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
    model.candidates,
  ]
  const fitting = order.map((list) => list.filter(({ sentence }) => !strict || sentence.words <= words))
  const [first, ...others] = [...fitting, ...order].find((list) => list.length > 0) ?? []
  if (first === undefined) return null
  return others.reduce((one, other) => (other.prior > one.prior ? other : one), first)
}

/** Words of the runs of a part, and those of a part for which there is a section. */
const MAX_RUN_WORDS = 110
const MIN_RUN_WORDS = 45
const MIN_PART_WORDS = 32
/** A run may be longer than its section's even share. */
const QUOTA = 1.4

interface PartsOptions {
  words: { least: number; most: number }
  maxParts: number
  /** Sentences of a run. */
  limits: { minSentences: number; maxSentences: number }
  shown: readonly Candidate[]
  persons: Persons
  before: string
}

/**
 * Writes one part for each of the largest sections: one run under its heading, and more where the length asks for them,
 * always in the section that has the fewest for its size.
 */
export function composeParts(
  model: Model,
  sections: readonly Section[],
  { words, maxParts, limits, shown, persons, before }: PartsOptions,
): PagePart[] {
  const sizes = sections.map(() => 0)
  for (const { sentence } of model.candidates)
    if (sentence.usable) sizes[sentence.section] = (sizes[sentence.section] ?? 0) + sentence.words
  const aim = (words.least + words.most) / 2
  const most = Math.max(1, Math.min(maxParts, Math.floor(aim / MIN_PART_WORDS)))
  const main = [...sizes.keys()]
    .filter((at) => (sizes[at] ?? 0) > 0)
    .toSorted((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0))
    .slice(0, most)
  const bySection = Map.groupBy(model.candidates, ({ sentence }) => sentence.section)
  // With many sections, each has a short run.
  const runWords = Math.min(MAX_RUN_WORDS, Math.max(MIN_RUN_WORDS, (aim / main.length) * QUOTA))
  const open = new Map(
    main.map((at) => {
      const title = sections[at]?.title ?? ''
      const within = new Set(bySection.get(at) ?? [])
      const runs = chooseRuns(model, {
        maxWords: Math.min(words.most, Math.max(MAX_RUN_WORDS, Math.floor((sizes[at] ?? 0) / 2))),
        runWords,
        maxRuns: 12,
        limits,
        allowed: (candidate) => within.has(candidate),
        known: knownFrom(model, [title, before]),
        shown,
      })
      return [at, runs] as const
    }),
  )
  const given = new Map<number, Run[]>()
  // Headings count as words of the parts.
  let left = words.most - main.reduce((sum, at) => sum + countWords(sections[at]?.title ?? ''), 0)
  while (words.most - left < aim) {
    const share = (at: number): number => Math.sqrt(sizes[at] ?? 0) / (wordsOf(given.get(at) ?? []) + 1)
    const fittingIn = (at: number): Run[] => (open.get(at) ?? []).filter((run) => run.words <= left)
    const [next, ...others] = main.filter((at) => fittingIn(at).length > 0)
    if (next === undefined) break
    const at = others.reduce((one, other) => (share(other) > share(one) ? other : one), next)
    const own = given.get(at) ?? []
    // The first run of a section usually says what it is about.
    const by = (run: Run): number => (own.length === 0 ? -startOf(run) : run.value)
    const told = fittingIn(at).filter(({ sentences: [first] }) => first !== undefined && !opensSpeech(first))
    const run = (told.length > 0 ? told : fittingIn(at)).reduce((one, other) => (by(other) > by(one) ? other : one))
    given.set(at, [...own, run])
    open.set(
      at,
      (open.get(at) ?? []).filter((other) => other !== run),
    )
    left -= run.words
  }
  return main
    .toSorted((one, other) => one - other)
    .flatMap((at): PagePart[] => {
      const own = given.get(at)
      if (own === undefined) return []
      const lines = paragraphsOf(inOrder(own), persons, before).map(({ text, citations }) => ({
        cells: [text],
        citations,
      }))
      return [{ title: sections[at]?.title?.replace(/\s+/gu, ' ').trim() ?? '', form: 'text', header: [], lines }]
    })
}
