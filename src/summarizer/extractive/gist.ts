import { withoutSpeech } from '../text/references.ts'
import { decisionCue, isAbstract, isScene, purposeCue } from './cues.ts'
import type { Candidate, Model } from './model.ts'
import { type Run, runsFrom, unknownNouns } from './runs.ts'

/** Words of a line that stands alone; a lead sentence may be longer than others. */
const MIN_WORDS = 6
const MAX_WORDS = 45
const GOOD_WORDS = 35
const SHORT_GIST = 16
/** Sentences from the beginning among which the gist is looked for, if no abstract holds it. */
const FIRST_SENTENCES = 12
/** "Clearly": what the value of a sentence must exceed to displace the lead. */
const LEAD_ADVANTAGE = 0.35
const WEIGHTS = {
  titled: 1,
  cue: 0.3,
  position: 0.6,
  unknown: 0.3,
  long: 0.2,
  quoted: 1,
  short: 0.5,
  talk: 3,
  corrected: 0.4,
  scene: 0.5,
}

/** Content words of a sentence that says something. */
const MIN_CONTENT = 5
/** Share of the characters of a line that are in quotation marks. */
const quotedShare = (text: string): number =>
  1 - withoutSpeech(text).replace(/ /gu, '').length / text.replace(/ /gu, '').length

/** A source of more sentences begins with matter of its own; its first long sections say what it is about. */
const LONG = 400
const LONG_SECTION = 40
const MAX_LEADS = 5
/** Sentences of such a section among which the gist is. */
const SECTION_SENTENCES = 50

/** The sentences among which the gist is: the first ones, or those of the first long sections of a long source. */
function leadsOf(usable: readonly Candidate[]): Candidate[] {
  if (usable.length <= LONG) return usable.slice(0, FIRST_SENTENCES)
  const sections = [...Map.groupBy(usable, ({ sentence }) => sentence.section).values()]
  const long = sections.filter((section) => section.length >= LONG_SECTION)
  return (long.length > 0 ? long : sections)
    .slice(0, MAX_LEADS)
    .flatMap((section) => section.slice(0, SECTION_SENTENCES))
}

/** Sentences that can be a line of their own: clear without others, and with what limits them. */
export function linesOf(model: Model, candidates: readonly Candidate[], known: ReadonlySet<string>): Run[] {
  return candidates
    .filter(({ sentence }) => sentence.fluent && sentence.words >= MIN_WORDS)
    .flatMap((first) => {
      const runs = runsFrom(model, first, { minSentences: 1, maxSentences: 2, maxWords: MAX_WORDS }, known)
      // A second sentence is there only if the first needs it.
      return runs.slice(0, 1)
    })
}

/** Chooses the sentence with the main point: the lead, unless one of the first clearly has more of it. */
export function pickGist(
  model: Model,
  {
    allowed,
    known,
    titles,
    meeting,
  }: {
    allowed: (candidate: Candidate) => boolean
    known: ReadonlySet<string>
    titles: readonly (string | null)[]
    meeting: boolean
  },
): Run | null {
  const usable = model.candidates.filter((candidate) => candidate.sentence.usable && allowed(candidate))
  const abstract = usable.filter(({ sentence }) => isAbstract(titles[sentence.section] ?? null))
  const pool = meeting ? usable : abstract.length > 0 ? abstract : leadsOf(usable)
  const lines = linesOf(model, pool, known)
  const rated = lines.map((run, at) => {
    const [first] = run.sentences
    if (first === undefined) return { run, value: -Infinity }
    const text = run.sentences.map(({ sentence }) => sentence.text).join(' ')
    const value = meeting
      ? first.prior +
        1.5 * purposeCue(text) +
        first.lead +
        0.5 * decisionCue(text) -
        WEIGHTS.talk * first.talk -
        (first.vector.size < MIN_CONTENT ? WEIGHTS.short : 0)
      : WEIGHTS.titled * first.titled +
        WEIGHTS.cue * first.cue +
        WEIGHTS.position * (abstract.length > 0 ? 0 : 1 - at / Math.max(FIRST_SENTENCES, lines.length)) +
        (at === 0 && abstract.length === 0 ? LEAD_ADVANTAGE : 0) -
        WEIGHTS.unknown * Math.min(3, unknownNouns(first, known)) -
        (run.sentences.length > 1 ? WEIGHTS.corrected : 0) -
        (run.words > GOOD_WORDS ? WEIGHTS.long : 0) -
        WEIGHTS.quoted * quotedShare(text) -
        WEIGHTS.talk * first.talk -
        (isScene(text) ? WEIGHTS.scene : 0)
    return { run, value }
  })
  const best = rated.reduce<(typeof rated)[number] | null>(
    (one, other) => (one === null || other.value > one.value ? other : one),
    null,
  )
  if (best === null || best.run.words >= SHORT_GIST) return best?.run ?? null
  // A short lead seldom has the whole point; the sentence after it adds what it is about.
  const [first] = best.run.sentences
  const limits = { minSentences: 2, maxSentences: 2, maxWords: MAX_WORDS }
  return (first === undefined ? undefined : runsFrom(model, first, limits, known)[0]) ?? best.run
}
