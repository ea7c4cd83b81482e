import { decisionCue, isChair, isInvitation, isPlainHeading, isScene } from '../text/cues.ts'
import { cosine } from '../text/vectors.ts'
import { linesOf } from './gist.ts'
import type { Candidate, Model } from './model.ts'
import { type Run, unknownNouns } from './runs.ts'

/** A line that says one thing of the source. */
export interface Takeaway {
  run: Run
  /** The speaker, or the heading of its section where that says something; else empty. */
  label: string
}

const MIN_WORDS = 8
const MAX_WORDS = 38
/** Lines more similar than this say the same. */
const SIMILAR = 0.5
/** A source has sections if so many hold a line. */
const MIN_SECTIONS = 3
/** Share of the best line's value below which a line is too doubtful to be shown. */
const MIN_SHARE = 0.3
/** Share of the most central sentence's value. */
const MIN_CENTRAL = 0.5
const MAX_LABEL_WORDS = 6
const MAX_LABEL_CHARACTERS = 48
const WEIGHTS = {
  prior: 0.6,
  cue: 0.8,
  decision: 1.2,
  chair: 0.3,
  opensSection: 0.5,
  titled: 0.3,
  talk: 2,
  plain: 0.3,
}

/** "[2, 5]": the sentence is about other works, and its mark means nothing on the page. */
const citationMark = /\[\d{1,3}(?:[,–-] ?\d{1,3})*\]/u
const opensWithMark = /^["'“‘„«「『—–]/u
/** The end of a written line; lists of features and forms have none. */
const stopped = /[.!?。！？।॥።៕။؟።\p{sc=Thai}\p{sc=Lao}]["'”’»)\]」』】]*$/u
/** Speech with more words like "I", or fewer content words, is mostly half of a thought. */
const MAX_TALK = 0.2
const MIN_CONTENT = 5
const MIN_COMMAS = 4
/** Writing with more of them talks to its reader instead of stating something. */
const MAX_WRITTEN_TALK = 0.15

interface Options {
  count: number
  maxWords: number
  allowed: (candidate: Candidate) => boolean
  known: ReadonlySet<string>
  titles: readonly (string | null)[]
  meeting: boolean
  shown: readonly Candidate[]
}

/** An enumeration of things without a statement about them: ingredients, features. */
const isList = (text: string, words: number): boolean => {
  const commas = text.match(/[,;、，]/gu)?.length ?? 0
  return commas >= MIN_COMMAS && commas > words * 0.2
}

function isStatement({ sentences: [first], words }: Run, known: ReadonlySet<string>): boolean {
  if (first === undefined || words < MIN_WORDS || words > MAX_WORDS) return false
  const { text, spoken } = first.sentence
  return (
    !opensWithMark.test(text) &&
    unknownNouns(first, known) === 0 &&
    !isScene(text) &&
    !isList(text, words) &&
    (spoken
      ? first.talk <= MAX_TALK && first.vector.size >= MIN_CONTENT
      : stopped.test(text) && !citationMark.test(text) && first.talk <= MAX_WRITTEN_TALK)
  )
}

/** Indices of the first sentences of their sections that can be shown. */
function openingsOf(model: Model): ReadonlySet<number> {
  const first = new Map<number, number>()
  for (const { sentence } of model.candidates)
    if (sentence.usable && !first.has(sentence.section)) first.set(sentence.section, sentence.index)
  return new Set(first.values())
}

function labelOf(
  { sentence }: Candidate,
  titles: readonly (string | null)[],
  documentTitle: string,
  used: Set<string>,
): string {
  // "A" answers "Q" in an interview, and is no name.
  if (sentence.speaker !== null) return sentence.speaker.length > 1 ? sentence.speaker : ''
  const title = (titles[sentence.section] ?? '')
    .replace(/\[[^\]]{0,40}\]/gu, ' ')
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/^(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[IVXLC]{1,6}[.)])\s+/u, '')
    .replace(/[\s:.]{1,9}$/u, '')
  const isLabel =
    /\p{L}{2}/u.test(title) &&
    title.length <= MAX_LABEL_CHARACTERS &&
    title.split(' ').length <= MAX_LABEL_WORDS &&
    !/[?？!]$/u.test(title) &&
    !isPlainHeading(title) &&
    !isInvitation(title) &&
    !used.has(title) &&
    title.toLowerCase() !== documentTitle.toLowerCase()
  if (!isLabel) return ''
  used.add(title)
  return title
}

/** Picks one line from each of the main sections, or the best of the whole source if it has none; in source order. */
export function pickTakeaways(model: Model, options: Options): Takeaway[] {
  const { count, maxWords, allowed, known, titles, meeting, shown } = options
  const taken = new Set(shown.map(({ sentence }) => sentence.index))
  // What no one is known to have said in a meeting could be anyone's.
  const candidates = model.candidates.filter(
    (candidate) => candidate.sentence.usable && allowed(candidate) && (!meeting || candidate.sentence.speaker !== null),
  )
  const openings = openingsOf(model)
  const central = MIN_CENTRAL * candidates.reduce((most, { prior }) => Math.max(most, prior), 0)
  const lines = linesOf(model, candidates, known).filter(
    (run) =>
      isStatement(run, known) &&
      run.sentences.every(({ sentence }) => !taken.has(sentence.index)) &&
      // Neither a cue nor the title's words, not first in its section, and far from what most is about: a detail.
      run.sentences.some(
        ({ cue, titled, prior, sentence }) => cue > 0 || titled > 0 || prior >= central || openings.has(sentence.index),
      ),
  )
  const sections = new Set(lines.map(({ sentences: [first] }) => first?.sentence.section))
  const bySection = sections.size >= MIN_SECTIONS && !meeting
  const rated = lines
    .flatMap((run) => {
      const [first] = run.sentences
      if (first === undefined) return []
      const value =
        WEIGHTS.prior * first.prior +
        WEIGHTS.cue * first.cue -
        (first.cue > 0 ? 0 : WEIGHTS.plain) +
        WEIGHTS.titled * first.titled +
        (meeting ? WEIGHTS.decision * decisionCue(first.sentence.text) : 0) +
        (meeting && isChair(first.sentence.speaker ?? '') ? WEIGHTS.chair : 0) +
        (bySection && openings.has(first.sentence.index) ? WEIGHTS.opensSection : 0) -
        WEIGHTS.talk * first.talk
      return [{ run, first, value }]
    })
    .toSorted((one, other) => other.value - one.value)
  const chosen: typeof rated = []
  let left = maxWords
  const least = (rated[0]?.value ?? 0) * MIN_SHARE
  for (const perSection of bySection ? [1, 2] : [Infinity]) {
    for (const line of rated) {
      if (chosen.length === count || line.value < least) break
      const inSection = chosen.filter(({ first }) => first.sentence.section === line.first.sentence.section).length
      const repeats = [...chosen.map(({ first }) => first), ...shown].some(
        ({ vector }) => cosine(vector, line.first.vector) > SIMILAR,
      )
      if (line.run.words > left || inSection >= perSection || repeats) continue
      chosen.push(line)
      left -= line.run.words
    }
  }
  const used = new Set<string>()
  return chosen
    .toSorted((one, other) => one.first.sentence.index - other.first.sentence.index)
    .map(({ run, first }) => ({ run, label: labelOf(first, titles, model.title, used) }))
}
