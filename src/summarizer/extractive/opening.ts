import type { Block } from '../../shared/document.ts'
import {
  decisionCue,
  headingRank,
  isAbstract,
  isChair,
  isCourtesy,
  isFirstChapter,
  isScene,
  isSelfClaim,
  isTurn,
  isWelcome,
  presentsSource,
  purposeCue,
  reportsResult,
  sumsUp,
  topicCue,
  withoutSum,
} from '../text/cues.ts'
import { contentStems } from '../text/languages.ts'
import { corrects, referencesOf, withoutSpeech } from '../text/references.ts'
import { cosine } from '../text/vectors.ts'
import type { Candidate, Model } from './model.ts'
import {
  isClearSpeech,
  isQuotation,
  knownFrom,
  longest,
  opensSpeech,
  type Run,
  runsFrom,
  unknownNouns,
} from './runs.ts'

/** Kinds of sources whose openings differ. */
export type Form = 'written' | 'meeting' | 'conversation' | 'story'

interface OpeningOptions {
  form: Form
  /** The heading of each section; null without one. */
  titles: readonly (string | null)[]
  /** Sentences that may be shown; those of a requested summary are not shown again. */
  allowed: (candidate: Candidate) => boolean
  /** Stems of the words of the title. */
  known: ReadonlySet<string>
  /** Words of a gist of several sentences, at most. */
  maxWords: number
  /** Whether the page is about a focus: the sentence closest to it opens the page, from anywhere in the source. */
  focused: boolean
}

/** Sentences and words of a gist; one sentence that is longer is shown whole. */
const GIST = { minSentences: 1, maxSentences: 3 }
export const MAX_GIST_WORDS = 70
/** Words of a gist of one long sentence, or of one with the next, which limits it. */
const MAX_LEAD_WORDS = 90
/** Minimum words of a sentence that opens a page, and of a gist. */
const MIN_WORDS = 6
const MIN_GIST_WORDS = 12
/** Words after which a gist stays within its paragraph, and ends where it is on the topic. */
const ENOUGH_WORDS = 20
/** Sentences more similar than this are the same: a standfirst is often the lead in other words. */
const SAME = 0.8
/** Sentences at the start of a source in which its topic is looked for; a claim about itself, in the first of them. */
const FIRST = 12
const CLAIM_WITHIN = { share: 0.12, most: 100 }
/** Advantage of the lead over later sentences, and penalties for setting a scene and for unknown nouns, as shares of the title. */
const LEAD = 0.4
const SCENE_LOSS = 0.5
const UNKNOWN_LOSS = 0.25
/** A sentence beats the lead the less, the later it comes. */
const DISTANCE_LOSS = 0.05
/** Share of the title's words, above one of few, that shows that a sentence is on its topic. */
const TITLED = 0.34
/** Share of the title's words in a gist above which it has the news itself. */
const OPEN = 0.5
/** Share of a sentence in quotation marks above which it is speech, and its fewest words. */
const SCENE = { quoted: 0.3, words: 10 }
/** Start of a meeting that is searched for its purpose, as a share and in turns, and signs of a clear statement. */
const MEETING = { share: 0.1, least: 60, talk: 3, content: 0.03, terms: 5 }
/** The first chapter of a book has more sentences than this; what is before it is matter of its own. */
const CHAPTER_SENTENCES = 40
/** Share of its sentences in direct speech, at most. */
const MAX_SPEECH = 0.8

const wordsIn = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { sentence }) => sum + sentence.words, 0)

/** The run of a gist's length from a sentence: the rest of its paragraph belongs to it, the next one only to a short one. */
function gistFrom(model: Model, first: Candidate, { form, known, maxWords }: OpeningOptions): Run | null {
  const own = model.candidates.filter(({ sentence }) => sentence.block === first.sentence.block)
  const isAlone = wordsIn(own.slice(own.indexOf(first))) >= ENOUGH_WORDS
  const runsOf = (words: number): Run[] =>
    runsFrom(model, first, { ...GIST, maxWords: words, anywhere: true }, known).filter((run) => !isQuotation(run))
  const runs = runsOf(maxWords)
  const fluent = runs.filter(({ sentences }) =>
    sentences.every(
      (one, at) =>
        one.sentence.fluent &&
        (at === 0 || one.sentence.words >= MIN_WORDS) &&
        cosine(one.vector, sentences[at - 1]?.vector ?? new Map()) < SAME &&
        (own.includes(one) || !(isAlone || (form === 'written' && setsScene(one)))),
    ),
  )
  // Of a lead on the topic, only the sentences with words of the title, a result or a figure.
  const covered = ({ sentences }: Run): number =>
    new Set(sentences.flatMap(({ sentence }) => contentStems(sentence.text, model.language))).intersection(known).size +
    sentences.slice(1).reduce((sum, { cue }) => sum + cue, 0)
  const [enough] = fluent
    .filter(({ words, sentences }) => words >= ENOUGH_WORDS && sentences.some(({ titled }) => titled >= TITLED))
    .toSorted((one, other) => covered(other) - covered(one))
  // A lead of one long sentence is a gist too, even where the next one takes it back.
  return (form === 'story' ? null : enough) ?? longest(fluent) ?? longest(runs) ?? runsOf(MAX_LEAD_WORDS)[0] ?? null
}

const isRaised = ({ sentence }: Candidate): boolean => sentence.usable && sentence.words >= MIN_WORDS

/** Whether a sentence sets a scene, after which the point follows: "It began with a cough.", direct speech. */
function setsScene({ sentence: { text, words } }: Candidate): boolean {
  const narrated = withoutSpeech(text).replace(/ /gu, '').length
  const isSpeech = /^["“„«‘「]/u.test(text) && narrated < text.replace(/ /gu, '').length * (1 - SCENE.quoted)
  return isScene(text) || words < SCENE.words || isSpeech
}

/** Whether a sentence is the first of its paragraph, after a dateline or number. */
export const opensParagraph = ({ sentence }: Candidate): boolean => sentence.start < OPENING_CHARACTERS
const OPENING_CHARACTERS = 8

const name = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}/u
/** All German nouns are capitalized, but two of them seldom follow each other: "Mayor Brandt". */
const fullName = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,} \p{Lu}\p{Ll}{2,}/u

/** "Hidden behind a door, it looks …": nothing in such a sentence says what. */
const mainPronoun = /, (?:he|she|it|they)(?!\p{L})/u

/** "A UK man’s decision …", "Ein Mann …": a sentence that opens with someone new. */
const introduces = (text: string, language: string): boolean =>
  (language === 'en' ? /^An? /u : /^(?:Eine?|Une?|Una?|Uma?) /u).test(text)

/** The sentence that opens a story, after mottos and what a publisher put before it. */
function startOfStory(candidates: readonly Candidate[], titles: readonly (string | null)[]): Candidate | undefined {
  const tells = ({ sentence }: Candidate): boolean =>
    sentence.joins && sentence.block.type === 'paragraph' && /^["“«„—–]?\s?[^\p{Ll}[]/u.test(sentence.text)
  const sections = [...Map.groupBy(candidates, ({ sentence }) => sentence.section).values()]
  const titled = sections.find((section) => isFirstChapter(titles[section[0]?.sentence.section ?? -1] ?? null))
  const long = sections.find((section) => {
    const own = section.filter(tells)
    return own.length > CHAPTER_SENTENCES && own.filter(opensSpeech).length < own.length * MAX_SPEECH
  })
  const opens = (candidate: Candidate): boolean =>
    tells(candidate) && candidate.sentence.start === 0 && candidate.sentence.words > 2 && !opensSpeech(candidate)
  const opening = (titled ?? long ?? candidates).find(opens)
  return opening ?? candidates.find(tells)
}

/** The purpose of a meeting in words of the chair or the first speaker, else a topic, else the most central statement. */
function startOfMeeting(candidates: readonly Candidate[]): Candidate | undefined {
  const turns = candidates.filter(({ sentence }) => sentence.speaker !== null)
  const spoken = turns.filter(({ sentence }) => sentence.joins)
  const clear = spoken.filter((one) => isRaised(one) && isClearSpeech(one) && !one.sentence.points)
  // Other speakers state their own purposes, or those of something else.
  const opener = turns[0]?.sentence.speaker
  const leads = ({ sentence: { speaker } }: Candidate): boolean => speaker === opener || isChair(speaker ?? '')
  const rate = ({ sentence: { text, dependent }, vector, lead, talk }: Candidate): number =>
    purposeCue(text) +
    topicCue(text) +
    lead +
    vector.size * MEETING.content -
    talk * MEETING.talk -
    (dependent ? 0.5 : 0)
  const best = (some: readonly Candidate[], cue: (text: string) => number): Candidate | undefined =>
    some
      .filter(({ sentence }) => sentence.fluent && cue(sentence.text) > 0)
      .toSorted((one, other) => rate(other) - rate(one))[0]
  // "Thank you for coming to this meeting of the board.", "Welcome to the design meeting.": a purpose says more.
  const greets = ({ sentence: { text, words }, vector }: Candidate): boolean =>
    isCourtesy(text, words, true) || (isWelcome(text) && vector.size < MEETING.terms)
  const first = spoken.slice(0, Math.max(MEETING.least, spoken.length * MEETING.share))
  const early = clear.slice(0, MEETING.least)
  const weigh = ({ prior, sentence: { text } }: Candidate): number => prior + decisionCue(text)
  return (
    best(
      first.filter((one) => leads(one) && !greets(one)),
      purposeCue,
    ) ??
    best(early.filter(leads), topicCue) ??
    best(early, topicCue) ??
    clear.toSorted((one, other) => weigh(other) - weigh(one))[0] ??
    spoken[0]
  )
}

/** Whether a block is of an abstract, by the headings above it or a label before it: "Abstract—We show …". */
export const isOfAbstract = ({ headingPath, text }: Block, title: string | null = null): boolean =>
  [title, headingPath.at(-1) ?? null, /^[^.:—–]{3,30}(?=[.:—–])/u.exec(text)?.[0] ?? null].some(isAbstract)

/** Most words of a conclusion, and least words of title and gist in it. */
const VERDICT = { words: 50, shared: 2 }
const concludes = ({ sentence: { text } }: Candidate): boolean => sumsUp(text) || reportsResult(text)

/**
 * The sentence with the conclusion or result of a written source, "In sum, …" or "The study found …", where its gist
 * leaves that open; undefined if there is none that makes sense after the gist.
 */
export function findVerdict(model: Model, { sentences }: Run, { titles, form }: OpeningOptions): Candidate | undefined {
  const last = sentences.at(-1)?.sentence
  const isSaid = sentences.some((one) => one.titled >= OPEN || concludes(one))
  if (form !== 'written' || last === undefined || isSaid || isOfAbstract(last.block, titles[last.section])) return
  const known = knownFrom(
    model,
    sentences.map(({ sentence }) => sentence.text),
  )
  const found = model.candidates.slice(last.index + 1).filter((one) => {
    const { text, usable, aside, words } = one.sentence
    if (!concludes(one) || !usable || aside || words > VERDICT.words || one.titled === 0) return false
    const shared = new Set(contentStems(text, model.language)).intersection(known)
    return shared.size >= VERDICT.shared && !referencesOf(withoutSum(text), model.language, false).dependent
  })
  return found.find(({ sentence }) => sumsUp(sentence.text)) ?? found[0]
}

/**
 * The sentence in which a written source first states its topic: what it says of itself ("This report examines …",
 * "We propose …"), else the first of its abstract, else the lead, unless one of the next sentences that make sense
 * alone has clearly more words of the title.
 */
function startOfText(
  model: Model,
  candidates: readonly Candidate[],
  { titles, known }: Pick<OpeningOptions, 'titles' | 'known'>,
): Candidate | undefined {
  const pool = candidates.filter(isRaised)
  const isClaim = ({ sentence }: Candidate): boolean => isSelfClaim(sentence.text) && !sentence.contrasts
  const abstract = pool.filter(({ sentence: { section, block } }) => isOfAbstract(block, titles[section]))
  const near = Math.min(CLAIM_WITHIN.most, Math.max(FIRST, pool.length * CLAIM_WITHIN.share))
  const claim = [...abstract, ...pool.slice(0, near)].find(isClaim) ?? abstract[0]
  if (claim !== undefined) return claim
  const named = model.language === 'de' ? fullName : name
  const isClear = (one: Candidate): boolean => {
    const { sentence } = one
    const next = model.candidates[sentence.index + 1]?.sentence
    return (
      // Nothing is before the first sentence: "this" in it is the source, a pronoun the name beside it.
      (!sentence.dependent ||
        (one === pool[0] &&
          (presentsSource(sentence.text) ||
            (!sentence.opens &&
              !mainPronoun.test(sentence.text) &&
              (named.test(sentence.text) || introduces(sentence.text, model.language)))))) &&
      // A statement is shown with the next one, which limits it; one that is wrong isn't.
      (next?.contrasts !== true || (sentence.words + next.words <= MAX_LEAD_WORDS && !corrects(next.text)))
    )
  }
  const first = pool.slice(0, FIRST).filter(isClear)
  const rate = (one: Candidate): number =>
    (one === first[0] || (!one.sentence.aside && isTurn(one.sentence.text, model.language))
      ? one.titled + LEAD
      : one.titled > TITLED
        ? one.titled
        : 0) -
    first.indexOf(one) * DISTANCE_LOSS -
    (setsScene(one) ? SCENE_LOSS : 0) -
    (unknownNouns(one, known) > 0 ? UNKNOWN_LOSS : 0)
  const [best] = first.toSorted((one, other) => rate(other) - rate(one))
  const lead = best?.titled ?? 0
  // A lead that leaves the topic open is no gist where a conclusion states it.
  const isEnd = ({ sentence: { section, block }, titled }: Candidate): boolean =>
    titled > lead && headingRank(titles[section] ?? block.headingPath.at(-1) ?? null) > 0
  const conclusion = lead < TITLED ? pool.find((one) => isEnd(one) && isClear(one)) : undefined
  return conclusion ?? best ?? pool[0]
}

/** The sentence that is most relevant to the focus of a page, if possible one that makes sense alone. */
function startOfFocus(candidates: readonly Candidate[]): Candidate | undefined {
  const clear = candidates.filter((one) => isRaised(one) && !one.sentence.dependent)
  return (clear.length > 0 ? clear : candidates).toSorted((one, other) => other.prior - one.prior)[0]
}

/** The gist of a page: one to three consecutive sentences in which the source states its topic. */
export function pickGist(model: Model, options: OpeningOptions): Run | null {
  const { form, titles, allowed, focused } = options
  // The opening of a story is shown in any case.
  const free = form === 'story' ? model.candidates : model.candidates.filter(allowed)
  // The lines before the first turn of an interview introduce the speaker and the topic.
  const turn = free.findIndex(({ sentence }) => sentence.speaker !== null)
  const standfirst = free.slice(0, Math.max(0, turn)).filter((one) => one.sentence.words >= MIN_GIST_WORDS)
  const starts: Readonly<Record<Form, () => Candidate | undefined>> = {
    written: () => startOfText(model, free, options),
    meeting: () => startOfMeeting(free),
    conversation: () => startOfText(model, standfirst, options) ?? startOfMeeting(free),
    story: () => startOfStory(free, titles),
  }
  const start = focused ? startOfFocus(free) : starts[form]()
  const rest = free.filter(({ sentence }) => sentence.index >= (start?.sentence.index ?? Infinity)).slice(0, FIRST)
  // A start that can't be shown, such as half of a quotation, is replaced by the next sentence that makes sense alone.
  const raised = [...rest.slice(1), ...free.slice(0, FIRST)].filter(isRaised)
  const others = [...raised.filter(({ sentence }) => !sentence.points), ...raised]
  const runs = [...rest.slice(0, 1), ...others].map((one) => ({
    one,
    least: one === start && (!one.sentence.spoken || topicCue(one.sentence.text) > 0) ? MIN_WORDS : MIN_GIST_WORDS,
  }))
  for (const { one, least } of runs) {
    const run = gistFrom(model, one, options)
    if (run !== null && run.words >= least) return run
  }
  return start === undefined ? null : gistFrom(model, start, options)
}
