import { claimCue, decisionCue, isAbstract, isChair, isDefining, isScene, purposeCue } from '../text/cues.ts'
import { withoutSpeech } from '../text/references.ts'
import type { Candidate, Model } from './model.ts'
import { type Run, runsFrom, unknownNouns } from './runs.ts'

/** Words of a line that stands alone; a gist may have as many as a sentence of prose. */
const MIN_WORDS = 6
const MAX_WORDS = 45
const MAX_GIST_WORDS = 60
const GOOD_WORDS = 40
/** A gist of fewer words is continued by the next sentence. */
const SHORT_GIST = 20
/** Sentences from the beginning among which the gist is looked for, if no abstract holds it. */
const FIRST_SENTENCES = 12
/** "Clearly": what the value of a sentence must exceed to displace the lead. */
const LEAD_ADVANTAGE = 0.35
const WEIGHTS = {
  titled: 1,
  central: 0.35,
  defining: 0.3,
  claim: 0.6,
  position: { usual: 0.5, scene: 0.25 },
  unknown: 0.3,
  long: 0.2,
  quoted: 1,
  talk: 3,
  corrected: 0.4,
  scene: 0.5,
  later: 0.5,
}
const CONTINUED = { minSentences: 2, maxSentences: 2, maxWords: MAX_WORDS }
/** A lead that shares less with the title may set a scene, after which the point follows. */
const MIN_TITLED = 0.25
/** A sentence with this share of the title that says what its subject is defines it. */
const TITLED = 0.3
/** Words of a lead that is too short for the point. */
const SCENE_WORDS = 10
const MEETING = { prior: 0.6, purpose: 3, lead: 1, decision: 0.3, chair: 0.4, talk: 3, short: 0.5 }

/** Content words of a sentence that says something. */
const MIN_CONTENT = 5
/** Share of the characters of a line that are in quotation marks. */
const quotedShare = (text: string): number =>
  1 - withoutSpeech(text).replace(/ /gu, '').length / text.replace(/ /gu, '').length

/** A source of more sentences begins with matter of its own; its first long sections say what it is about. */
const LONG = 1000
/** Share of a source's sentences among which its point is, after a long introduction. */
const FIRST_SHARE = 0.12
const LONG_SECTION = 40
const MAX_LEADS = 5
/** Sentences of such a section among which the gist is. */
const SECTION_SENTENCES = 50

/** The sentences among which the gist is: the first ones, or those of the first long sections of a long source. */
function leadsOf(usable: readonly Candidate[]): Candidate[] {
  if (usable.length <= LONG) return usable.slice(0, Math.max(FIRST_SENTENCES, usable.length * FIRST_SHARE))
  const sections = [...Map.groupBy(usable, ({ sentence }) => sentence.section).values()]
  const long = sections.filter((section) => section.length >= LONG_SECTION)
  return (long.length > 0 ? long : sections)
    .slice(0, MAX_LEADS)
    .flatMap((section) => section.slice(0, SECTION_SENTENCES))
}

/** Sentences that can be a line of their own: clear without others, and with what limits them. */
export function linesOf(
  model: Model,
  candidates: readonly Candidate[],
  known: ReadonlySet<string>,
  maxWords = MAX_WORDS,
): Run[] {
  return candidates
    .filter(({ sentence }) => sentence.fluent && sentence.words >= MIN_WORDS)
    .flatMap((first) => {
      const runs = runsFrom(model, first, { minSentences: 1, maxSentences: 2, maxWords }, known)
      // A second sentence is there only if the first needs it.
      return runs.slice(0, 1)
    })
}

interface Options {
  allowed: (candidate: Candidate) => boolean
  known: ReadonlySet<string>
  titles: readonly (string | null)[]
  meeting: boolean
}

const joined = ({ sentences }: Run): string => sentences.map(({ sentence }) => sentence.text).join(' ')

/** Score of a meeting's sentence for naming its purpose, or else a decision. */
function valueInMeeting(run: Run, first: Candidate): number {
  const text = joined(run)
  return (
    MEETING.prior * first.prior +
    MEETING.purpose * purposeCue(text) * first.lead +
    MEETING.lead * first.lead +
    MEETING.decision * decisionCue(text) +
    (isChair(first.sentence.speaker ?? '') ? MEETING.chair : 0) -
    MEETING.talk * first.talk -
    (first.vector.size < MIN_CONTENT ? MEETING.short : 0)
  )
}

/** Whether a source opens with a scene, and comes to its point later. */
function opensWithScene(lead: Candidate | undefined): boolean {
  if (lead === undefined || lead.titled >= MIN_TITLED) return false
  const { text, words } = lead.sentence
  return isScene(text) || words < SCENE_WORDS || quotedShare(text) > 0.3
}

/** Chooses the sentence with the main point: the lead, unless one of the first clearly has more of it. */
export function pickGist(model: Model, { allowed, known, titles, meeting }: Options): Run | null {
  const usable = model.candidates.filter(
    (candidate) => candidate.sentence.usable && allowed(candidate) && (!meeting || candidate.sentence.speaker !== null),
  )
  const abstract = usable.filter(({ sentence }) => isAbstract(titles[sentence.section] ?? null))
  const pool = meeting ? usable : abstract.length > 0 ? abstract : leadsOf(usable)
  const lines = linesOf(model, pool, known, MAX_GIST_WORDS)
  const [lead] = pool
  const isLeading = abstract.length === 0 && !opensWithScene(lead)
  const position = abstract.length > 0 ? 0 : WEIGHTS.position[isLeading ? 'usual' : 'scene']
  const mostPrior = pool.reduce((most, { prior }) => Math.max(most, prior), 1e-9)
  const valueOf = ({ sentences, words }: Run, line: Run, first: Candidate, at: number): number => {
    const text = sentences.map(({ sentence }) => sentence.text).join(' ')
    // A short lead is rated with the sentence that it leads to.
    const most = (of: (candidate: Candidate) => number): number =>
      first === lead ? Math.max(...sentences.map(of)) : of(first)
    return (
      WEIGHTS.titled * most(({ titled }) => titled) +
      WEIGHTS.central * Math.max(0, most(({ prior }) => prior) / mostPrior) +
      WEIGHTS.claim * most(({ sentence }) => claimCue(sentence.text)) +
      position * (1 - at / Math.max(FIRST_SENTENCES, lines.length)) +
      (first.titled >= TITLED && isDefining(text) ? WEIGHTS.defining : 0) +
      (isLeading && first === lead ? LEAD_ADVANTAGE : 0) -
      (abstract.length === 0 && first.sentence.section !== lead?.sentence.section ? WEIGHTS.later : 0) -
      WEIGHTS.unknown * Math.min(3, unknownNouns(first, known)) -
      (line.sentences.length > 1 ? WEIGHTS.corrected : 0) -
      (words > GOOD_WORDS ? WEIGHTS.long : 0) -
      WEIGHTS.quoted * quotedShare(text) -
      WEIGHTS.talk * first.talk -
      (isScene(text) ? WEIGHTS.scene : 0)
    )
  }
  const rated = lines.flatMap((line, at) => {
    const [first] = line.sentences
    if (first === undefined) return []
    // A short sentence seldom has the whole point; the one after it adds what it is about.
    const [longer] = line.words < SHORT_GIST ? runsFrom(model, first, CONTINUED, known) : []
    const run = longer?.sentences.at(-1)?.sentence.usable === true ? longer : line
    return [{ run, value: meeting ? valueInMeeting(line, first) : valueOf(run, line, first, at) }]
  })
  const [one, ...others] = rated
  return one === undefined ? null : others.reduce((most, other) => (other.value > most.value ? other : most), one).run
}
