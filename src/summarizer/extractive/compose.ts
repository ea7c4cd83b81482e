import type { CitedText } from '../../shared/summary/citation.ts'
import type { PagePart } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { citationOf } from '../citations.ts'
import type { Section } from '../sections.ts'
import type { Persons } from '../text/names.ts'
import { withoutSpeech } from '../text/references.ts'
import type { Candidate, Model } from './model.ts'
import type { Form } from './opening.ts'
import type { Sentence } from './read-sentences.ts'
import {
  chooseRuns,
  inOrder,
  isClearSpeech,
  knownFrom,
  longest,
  opensSpeech,
  type Run,
  type RunLimits,
  runsFrom,
  unknownNouns,
  wordsOf,
} from './runs.ts'

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
const MIN_RUN_WORDS = 36
const MIN_PART_WORDS = 32
const MAX_RUNS = 12
/** The beginning of a chapter, which may be one long sentence. */
const BEGINNING = { minSentences: 1, maxWords: 60 }

interface PartsOptions {
  words: { least: number; most: number }
  maxParts: number
  /** Sentences of a run. */
  limits: { minSentences: number; maxSentences: number }
  form: Form
  shown: readonly Candidate[]
  persons: Persons
  before: string
}

/** The runs of a section from its beginning on, each opening with a sentence that points nowhere, and names nothing unknown if `strict`. */
function runsInOrder(
  model: Model,
  section: readonly Candidate[],
  limits: RunLimits,
  taken: ReadonlySet<Candidate>,
  known: ReadonlySet<string>,
  { strict, form }: { strict: boolean; form: Form },
): Run[] {
  const found: Run[] = []
  const beginning = section.find(({ sentence }) => sentence.start === 0 && sentence.block.type === 'paragraph')
  for (let at = 0; at < section.length && found.length < MAX_RUNS; at += 1) {
    const first = section[at]
    if (first === undefined) continue
    if (form === 'written' && (first.sentence.points || (strict && unknownNouns(first, known) > 0))) continue
    // Only the sentence before direct speech identifies the speaker.
    if (strict && form === 'story' && opensSpeech(first)) continue
    if (form === 'written' && withoutSpeech(first.sentence.text).trim() === '') continue
    // A chapter of a story begins with what needs nothing before it.
    const isBeginning = form === 'story' && found.length === 0 && first === beginning
    const own = isBeginning ? { ...limits, ...BEGINNING, anywhere: true } : limits
    const run = longest(
      runsFrom(model, first, own, known).filter(({ sentences }) => sentences.every((one) => !taken.has(one))),
    )
    if (run === null) continue
    found.push(run)
    at += run.sentences.length - 1
  }
  return found
}

/**
 * Writes one part for each of the largest sections, under its heading: the runs with which it begins, as many as the
 * length asks for, always in the section that has the fewest for its size. Of a meeting, the most central runs.
 */
export function composeParts(
  model: Model,
  sections: readonly Section[],
  { words, maxParts, limits, form, shown, persons, before }: PartsOptions,
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
  const maxWords = Math.min(MAX_RUN_WORDS, Math.max(MIN_RUN_WORDS, aim / main.length))
  const taken = new Set(shown)
  const open = new Map(
    main.map((at) => {
      const own = bySection.get(at) ?? []
      const known = knownFrom(model, [sections[at]?.title ?? '', before])
      if (form === 'meeting' || form === 'conversation') {
        const within = new Set(own.filter(isClearSpeech))
        const allowed = (candidate: Candidate): boolean => within.has(candidate)
        return [
          at,
          chooseRuns(model, {
            maxWords: words.most,
            runWords: maxWords,
            maxRuns: MAX_RUNS,
            limits,
            allowed,
            known,
            shown,
          }),
        ]
      }
      const within = { ...limits, maxWords }
      const clear = runsInOrder(model, own, within, taken, known, { strict: true, form })
      const inClear = new Set([...shown, ...clear.flatMap(({ sentences }) => sentences)])
      return [at, [...clear, ...runsInOrder(model, own, within, inClear, known, { strict: false, form })]]
    }),
  )
  const given = new Map<number, Run[]>()
  // Headings count as words of the parts.
  let left = words.most - main.reduce((sum, at) => sum + countWords(sections[at]?.title ?? ''), 0)
  while (words.most - left < aim) {
    const share = (at: number): number => Math.sqrt(sizes[at] ?? 0) / (wordsOf(given.get(at) ?? []) + 1)
    const nextOf = (at: number): Run | undefined => open.get(at)?.find((run) => run.words <= left)
    const [next, ...others] = main.filter((at) => nextOf(at) !== undefined)
    if (next === undefined) break
    const at = others.reduce((one, other) => (share(other) > share(one) ? other : one), next)
    const run = nextOf(at)
    if (run === undefined) break
    given.set(at, [...(given.get(at) ?? []), run])
    open.set(at, open.get(at)?.filter((other) => other !== run) ?? [])
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
