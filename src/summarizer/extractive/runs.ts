import { isTurn, needsNext } from '../text/cues.ts'
import { contentStems } from '../text/languages.ts'
import { isUnbalanced } from '../text/prose.ts'
import { withoutSpeech } from '../text/references.ts'
import type { Candidate, Model } from './model.ts'

/** Sentences that follow each other in the source, of which the first makes sense alone. */
export interface Run {
  readonly sentences: readonly Candidate[]
  readonly words: number
  /** Value of its sentences, less what a reader would miss. */
  readonly value: number
}

/** Position of its first sentence. */
const startOf = ({ sentences: [first] }: Pick<Run, 'sentences'>): number => first?.sentence.index ?? 0

/** In the order of the source. */
export const inOrder = <T extends Pick<Run, 'sentences'>>(runs: readonly T[]): T[] =>
  runs.toSorted((one, other) => startOf(one) - startOf(other))

export const longest = (runs: readonly Run[]): Run | null =>
  runs.reduce<Run | null>((most, run) => (most === null || run.words > most.words ? run : most), null)

/** Whether a run ends with its paragraph, so that nothing in it is left out. */
const endsParagraph = (model: Model, { sentences }: Run): boolean => {
  const last = sentences.at(-1)?.sentence
  return model.candidates[(last?.index ?? 0) + 1]?.sentence.block !== last?.block
}

/** The longest run that ends with its paragraph, else the longest; a single paragraph may have more words than `room`. */
export const longestWhole = (model: Model, runs: readonly Run[], room: number): Run | null => {
  const fits = ({ words }: Run): boolean => words <= room
  const isOne = ({ sentences }: Run): boolean => sentences[0]?.sentence.block === sentences.at(-1)?.sentence.block
  return (
    longest(runs.filter((run) => endsParagraph(model, run) && (fits(run) || isOne(run)))) ?? longest(runs.filter(fits))
  )
}

export const sentencesOf = (runs: readonly Pick<Run, 'sentences'>[]): Candidate[] =>
  runs.flatMap(({ sentences }) => sentences)

export const wordsOf = (runs: readonly Pick<Run, 'sentences'>[]): number =>
  sentencesOf(runs).reduce((sum, { sentence }) => sum + sentence.words, 0)

/** Limits of a run. */
export interface RunLimits {
  minSentences: number
  maxSentences: number
  maxWords: number
  /** Whether the first sentence need not make sense alone: nothing comes before the first one of a source. */
  anywhere?: boolean
  /** Whether the first sentence may point back and name what the reader doesn't know. */
  lenient?: boolean
  /** Whether a run of a conversation may go on with the next speaker. */
  acrossSpeakers?: boolean
}

/** What one definite noun that the reader doesn't know takes from a run's value, and the most they can take. */
const UNKNOWN_NOUN = 0.3
const MAX_UNKNOWN = 0.9
/** Value of the beginning of a source, which needs nothing before it and says what it is about. */
const LEAD = 0.9
/** Weight of cues and sections in the value of a run. */
const CUE = 0.25
/** Half sentences and words like "I" mean little outside the conversation. */
const MAX_TALK = 0.2
const CLEAR_CONTENT = 4
export const isClearSpeech = ({ sentence, talk, vector }: Candidate): boolean =>
  !sentence.spoken || (sentence.fluent && talk <= MAX_TALK && vector.size >= CLEAR_CONTENT)

export function unknownNouns({ sentence }: Candidate, known: ReadonlySet<string>): number {
  return sentence.definites.filter((nouns) => !nouns.split(' ').some((noun) => known.has(noun))).length
}

/** Whether a run is only a quotation, of which a reader doesn't learn who speaks. */
export const isQuotation = ({ sentences }: Pick<Run, 'sentences'>): boolean =>
  !/[\p{L}\p{N}]/u.test(withoutSpeech(sentences.map(({ sentence }) => sentence.text).join(' ')))

/** Whether a quotation or parenthesis begins or ends outside of some sentences. */
export const isHalf = (sentences: readonly Candidate[]): boolean =>
  isUnbalanced(sentences.map(({ sentence }) => sentence.text).join(' '))

/** Whether the sentence after a run takes something back, or belongs to it: a list after a colon, an answer. */
function isCutShort(model: Model, last: Candidate): boolean {
  const next = model.candidates[last.sentence.index + 1]?.sentence
  const { text } = last.sentence
  const isOver = next?.spoken === false && next.block === last.sentence.block && isTurn(next.text, model.language)
  return next?.contrasts === true || isOver || needsNext(text) || /(?:[:：?？…]|\.\.\.)["”’»)\]」]*$/u.test(text)
}

/** Sentences after a statement among which the question is that it leads to. */
const QUESTION_WITHIN = 2

/** Whether a speaker's sentence only leads to a question in the same turn. */
export const leadsToQuestion = (model: Model, { sentence: { index, spoken, block } }: Candidate): boolean =>
  spoken &&
  model.candidates
    .slice(index + 1, index + 1 + QUESTION_WITHIN)
    .some(({ sentence }) => sentence.block === block && /[?？]["”’»)]*$/u.test(sentence.text))

const isNumbered = ({ sentence }: Candidate): boolean => sentence.block.type === 'list-item' && !sentence.inset

export const follows = (before: Candidate, next: Candidate, acrossSpeakers = false): boolean =>
  next.sentence.joins &&
  next.sentence.section === before.sentence.section &&
  (acrossSpeakers || next.sentence.speaker === before.sentence.speaker) &&
  next.sentence.inset === before.sentence.inset &&
  (next.sentence.block === before.sentence.block || (!isNumbered(next) && !isNumbered(before))) &&
  next.sentence.block.headingPath.join('\n') === before.sentence.block.headingPath.join('\n')

function valueOf(sentences: readonly Candidate[], known: ReadonlySet<string>, lenient: boolean): number {
  const [first] = sentences
  const mean = (of: (candidate: Candidate) => number): number =>
    sentences.reduce((sum, candidate) => sum + of(candidate), 0) / sentences.length
  const central = mean(({ prior }) => prior)
  if (first === undefined || lenient) return central
  const unknown = Math.min(MAX_UNKNOWN, unknownNouns(first, known) * UNKNOWN_NOUN)
  return central + mean(({ cue }) => CUE * cue) + LEAD * first.lead - unknown
}

/** All runs that begin with a sentence, within limits. `known`: stems of the words that the reader has seen. */
export function runsFrom(model: Model, first: Candidate, limits: RunLimits, known: ReadonlySet<string>): Run[] {
  const { usable, dependent, contrasts } = first.sentence
  const isClear = (usable || opensSpeech(first)) && (!dependent || (limits.lenient === true && !contrasts))
  if (!isClear && limits.anywhere !== true) return []
  const runs: Run[] = []
  const sentences: Candidate[] = []
  let words = 0
  for (let at = first.sentence.index; sentences.length < limits.maxSentences; at += 1) {
    const candidate = model.candidates[at]
    const before = sentences.at(-1)
    if (candidate === undefined || (before !== undefined && !follows(before, candidate, limits.acrossSpeakers))) break
    words += candidate.sentence.words
    if (words > limits.maxWords) break
    sentences.push(candidate)
    if (sentences.length < limits.minSentences || isCutShort(model, candidate) || isHalf(sentences)) continue
    runs.push({ sentences: [...sentences], words, value: valueOf(sentences, known, limits.lenient === true) })
  }
  return runs
}

/** Whether a sentence begins direct speech of several sentences, which a run may hold as a whole. */
export const opensSpeech = ({ sentence }: Candidate): boolean => sentence.joins && /^["“„«‘]/u.test(sentence.text)

/** Stems of the words of a page's title and lines. */
export function knownFrom(model: Model, texts: readonly string[]): Set<string> {
  return new Set([model.title, ...texts].flatMap((text) => contentStems(text, model.language)))
}
