import type { Block } from '../../shared/document.ts'
import {
  decisionCue,
  headingLabel,
  headingRank,
  isOwnFinding,
  isProcedure,
  isScene,
  isSelfClaim,
  pointsInTalk,
  topicCue,
} from '../text/cues.ts'
import { contentStems } from '../text/languages.ts'
import { lacksSpeaker, type Persons } from '../text/names.ts'
import { withoutSpeech } from '../text/references.ts'
import { stem } from '../text/tokens.ts'
import { cosine } from '../text/vectors.ts'
import type { Candidate, Model } from './model.ts'
import { isOfAbstract, opensParagraph } from './opening.ts'
import { leadsToQuestion, type Run, runsFrom, unknownNouns } from './runs.ts'

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
/** Share of the best line's value below which a line isn't shown, unless it is of a meeting. */
const MIN_SHARE = 0.5
/** Share of the most central sentence's value. */
const MIN_CENTRAL = 0.5
/** Words that a line within a paragraph has in common with title and gist, at least. */
const MIN_SHARED = 2
/** Decision cue of a figure alone. */
const FIGURE = 0.3
const WEIGHTS = { prior: 0.6, cue: 0.8, titled: 0.6, relevant: 1 }
/** Lines that a page has wherever that many sentences of its source make sense alone. */
const FEW = 3

const opensWithMark =
  /^(?:["'“‘„«「『—–(（[]|(?:From|With|To|For) [^,]+$|(?:yes|no|ah|oh|hey|wait|heck|well|now|so|welcome|ja|nein|oui|non|sí)(?:, | you | to ))/iu
/** The end of a written line; lists of features and forms have none. */
const stopped = /[.!！。।॥።៕؟။۔]["'”’»)\]」』】]*$/u
/** A reference to another work: "[3]", "(Berg 2019)". */
const cites = /\[\d|\(\p{Lu}[^()]{1,60}(?:1[89]|20)\d\d[a-z]?\)/u
/** Speech with more words like "I" is mostly half of a thought. */
const MAX_TALK = 0.15
/** Words of a writer about themselves, unlike the "we" of an organization. */
const singular =
  /(?<!\p{L})(?:I|[Mm](?:e|y|yself|ein\p{Ll}{0,2}|ich|ir|oi|on|es|is|io|eu)|[Ii]ch|[Jj]['’]|[Jj]e|[Yy]o|[Ee]u)(?!\p{L})/u
/** Writing with more of them talks to its reader instead of stating something. */
const MAX_WRITTEN_TALK = 0.05
const MIN_COMMAS = 4

/** Whether most of a sentence is direct speech, which is for quotes. */
const isSpeech = (text: string): boolean => withoutSpeech(text).replace(/\s+/gu, ' ').length * 2 < text.length

/** Whether a sentence lists things without a statement about them: ingredients, features. */
function isList(text: string, words: number): boolean {
  const commas = text.match(/[,;、，]/gu)?.length ?? 0
  return commas >= MIN_COMMAS && commas > words * 0.2
}

/**
 * Whether a sentence can't mislead by itself. Bans, not penalties: anything that needs a neighbor, the item of a list or
 * form, speech or a claim without its speaker, speech in half sentences, words of the writer to the reader.
 */
function isSafe(candidate: Candidate, { known, persons }: Options): boolean {
  const { sentence, talk } = candidate
  const { text, words, spoken, inset } = sentence
  if (!sentence.usable || sentence.dependent || sentence.points || !sentence.fluent) return false
  if (words < MIN_WORDS || words > MAX_WORDS || inset) return false
  // "The next item is the crane.": the name of a topic introduces its noun.
  const isTopic = spoken && topicCue(text) > 0
  if (!isTopic && unknownNouns(candidate, known) > 0) return false
  if (opensWithMark.test(text) || isScene(text) || isSpeech(text) || isList(text, words)) return false
  if (spoken)
    return (
      sentence.speaker !== null &&
      // "We" is the speaker, whom a letter doesn't name.
      (sentence.speaker.length > 1 || !sentence.aside) &&
      talk <= MAX_TALK &&
      (isTopic || !/\bI\b/u.test(text)) &&
      !pointsInTalk(text) &&
      !isProcedure(text, isTopic)
    )
  const isFinding = isOwnFinding(text)
  if (!isFinding && !isSelfClaim(text) && singular.test(text)) return false
  if (lacksSpeaker(text, persons)) return false
  // "[Jane] Smith said …": with the first name, the last name needs no mention before.
  const named = (): string => stem(/^\[[^\]]+\] (\p{L}+)/u.exec(persons.complete(text, ''))?.[1]?.toLowerCase() ?? '')
  if (sentence.mentions.some((name) => !known.has(name) && name !== named()) || cites.test(text)) return false
  return stopped.test(text) && (isFinding || talk <= MAX_TALK)
}

interface Options {
  count: number
  maxWords: number
  allowed: (candidate: Candidate) => boolean
  known: ReadonlySet<string>
  titles: readonly (string | null)[]
  persons: Persons
  /** Of a meeting, decisions, tasks, figures and topics come before other central statements. */
  meeting: boolean
  shown: readonly Candidate[]
}

/** Picks safe lines, one from each of the main sections where there are several; in source order. */
export function pickTakeaways(model: Model, options: Options): Takeaway[] {
  const { count, maxWords, allowed, known, titles, meeting, shown } = options
  const taken = new Set(shown.map(({ sentence }) => sentence.index))
  const usable = model.candidates.filter(({ sentence }) => sentence.usable)
  const central = MIN_CENTRAL * usable.reduce((most, { prior }) => Math.max(most, prior), 0)
  const labels = new Map<string, string>()
  const labelIn = ({ sentence: { section, block } }: Candidate): string =>
    labels.getOrInsertComputed(`${section} ${block.headingPath.join('\n')}`, () =>
      labelOf(section, block, titles, model.title),
    )
  const stems = new Map<string, Set<string>>()
  const knownUnder = (label: string): Set<string> =>
    stems.getOrInsertComputed(label, () => known.union(new Set(contentStems(label, model.language))))
  // Statements of a paper on its own work: in its abstract, results, conclusions and limits, and findings elsewhere.
  const isKey = ({ sentence: { section, block, text } }: Candidate): boolean =>
    isOfAbstract(block, titles[section]) || headingRank(block.headingPath.at(-1) ?? null) > 0 || isOwnFinding(text)
  // A line that shares few words with title, gist and the rest of the source is off topic.
  const topic = known.union(model.frequent)
  /**
   * Of a meeting, how clearly a line decides or introduces a topic. Else 2 for a key statement, 1 for one on the topic, 0
   * for others, -1 for talk to the reader, and null without a word of the topic.
   */
  const relevance = (candidate: Candidate): number | null => {
    const { text } = candidate.sentence
    const isCentral = candidate.prior >= central
    if (meeting) return Math.max(decisionCue(text) > FIGURE || isCentral ? decisionCue(text) : 0, topicCue(text))
    if (isKey(candidate)) return 2
    // "We" and "you" talk to the reader instead of stating something.
    const isTalk = candidate.sentence.aside || candidate.talk > MAX_WRITTEN_TALK
    if (isTalk && !isSelfClaim(text)) return -1
    const own = contentStems(text, model.language).filter((word) => topic.has(word))
    if (own.length === 0) return null
    const isMain = opensParagraph(candidate) && (candidate.titled > 0 || isCentral)
    const isOnTopic = own.some((word) => known.has(word)) && own.length >= (isMain ? 1 : MIN_SHARED)
    return isOnTopic ? 1 : 0
  }
  const rated = usable
    .flatMap((first) => {
      if (taken.has(first.sentence.index) || !allowed(first)) return []
      const own = knownUnder(labelIn(first))
      if (!isSafe(first, { ...options, known: own })) return []
      // A statement that the next sentence takes back is not shown, with or without it: together they are not one point.
      const [run] = runsFrom(model, first, { minSentences: 1, maxSentences: 1, maxWords: MAX_WORDS }, known)
      if (run === undefined || leadsToQuestion(model, first)) return []
      const { prior, cue, titled } = first
      const relevant = relevance(first)
      if (relevant === null) return []
      // Of speech, only what is central makes up for missing decisions and topics.
      if (meeting && relevant <= 0 && prior < central) return []
      const value = WEIGHTS.prior * prior + WEIGHTS.cue * cue + WEIGHTS.titled * titled + WEIGHTS.relevant * relevant
      return [{ run, first, relevant, value }]
    })
    .toSorted((one, other) => Math.min(1, other.relevant) - Math.min(1, one.relevant) || other.value - one.value)
  const bySection = new Set(rated.map(({ first }) => first.sentence.section)).size >= MIN_SECTIONS
  const groupOf = ({ sentence: { section, block } }: Candidate): unknown => (bySection ? section : block)
  const chosen: typeof rated = []
  let left = maxWords
  const least = MIN_SHARE * (rated[0]?.value ?? 0)
  for (const line of rated) {
    // More lines are more doubtful ones: beyond a few, only what is nearly as good.
    if (chosen.length === count || (chosen.length >= FEW && (line.relevant <= 0 || line.value < least))) break
    const isCovered =
      !meeting && line.relevant < 2 && chosen.some(({ first }) => groupOf(first) === groupOf(line.first))
    const repeats = [...chosen.map(({ first }) => first), ...shown].some(
      ({ vector }) => cosine(vector, line.first.vector) > SIMILAR,
    )
    if (line.run.words > left || isCovered || repeats) continue
    chosen.push(line)
    left -= line.run.words
  }
  const named = new Set<string>()
  return chosen
    .toSorted((one, other) => one.first.sentence.index - other.first.sentence.index)
    .map(({ run, first }) => {
      const { speaker } = first.sentence
      // "A" answers "Q" in an interview, and is no name.
      if (speaker !== null) return { run, label: speaker.length > 1 ? speaker : '' }
      const label = labelIn(first)
      const isFirst = !named.has(label)
      named.add(label)
      return { run, label: isFirst ? label : '' }
    })
}

/** The nearest heading above a sentence that says something, within its section. */
function labelOf(section: number, block: Block, titles: Options['titles'], documentTitle: string): string {
  const title = titles[section] ?? ''
  const headings = [title, ...block.headingPath.slice(block.headingPath.indexOf(title) + 1)]
  const labels = headings.map((heading) => headingLabel(heading, [...titles, ...headings], documentTitle))
  return labels.findLast((label) => label !== '') ?? ''
}
