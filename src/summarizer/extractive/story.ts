import type { Candidate, Model } from './model.ts'
import { inOrder, opensSpeech, type Run, runsFrom } from './runs.ts'

/** Words of the sentence or two that stand for the whole opening. */
const GIST = { least: 8, good: 14, most: 45 }
/** Share of the summary that continues the opening; the rest introduces who is in the story. */
const OPENING_SHARE = 0.65
const MAX_CHARACTERS = 3
/** Mentions of a name from which on it is one of a character. */
const MIN_MENTIONS = 4
/** Sentences among which one opens the story that makes sense alone. */
const OPENING_SENTENCES = 15
const none: ReadonlySet<string> = new Set()

/** A book has matter of its own before its first chapter, which has more sentences than this. */
const CHAPTER_SENTENCES = 40

/** The first sentence of a story after its title, byline and what a publisher put before it. */
function beginningOf({ candidates }: Model): Candidate | undefined {
  const opens = ({ sentence }: Candidate): boolean =>
    sentence.joins && sentence.block.type === 'paragraph' && sentence.words > 3
  const sections = [...Map.groupBy(candidates, ({ sentence }) => sentence.section).values()]
  // Mottos before the first chapter are all in quotation marks.
  const chapter = sections.find((section) => {
    const own = section.filter(opens)
    return own.length > CHAPTER_SENTENCES && own.filter(opensSpeech).length * 2 < own.length
  })
  return (chapter ?? candidates).find(opens)
}

const longest = (runs: readonly Run[]): Run | null =>
  runs.reduce<Run | null>((most, run) => (most === null || run.words > most.words ? run : most), null)

/** Names in the middle of sentences, the most frequent first, of a story's characters. */
function charactersOf({ candidates }: Model): string[] {
  const counts = new Map<string, number>()
  for (const { sentence } of candidates) {
    for (const [, name = ''] of sentence.text.matchAll(/(?<=[\p{Ll},] )(\p{Lu}[\p{L}’'-]{2,})/gu))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count >= MIN_MENTIONS)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_CHARACTERS)
    .map(([name]) => name)
}

/** Whether a passage narrates, and names someone or a place. */
function tellsWho({ sentences, words }: Run): boolean {
  const text = sentences.map(({ sentence }) => sentence.text).join(' ')
  return words >= GIST.good && !sentences.some(opensSpeech) && /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}/u.test(text)
}

/** The opening of a story, whose first sentences need nothing before them; null without a sentence. */
export function storyGist(model: Model): Run | null {
  const first = beginningOf(model)
  if (first === undefined) return null
  const opening = model.candidates.slice(first.sentence.index, first.sentence.index + OPENING_SENTENCES)
  const limits = { minSentences: 1, maxSentences: 3, maxWords: GIST.most }
  const clear = opening.flatMap((candidate) => runsFrom(model, candidate, limits, none))
  const whole = opening.find(({ sentence }) => /^["“«„]?\p{Lu}/u.test(sentence.text)) ?? first
  const any = runsFrom(model, whole, { ...limits, anywhere: true }, none)
  const fitting = [...clear, ...any].filter(({ words }) => words >= GIST.least)
  return fitting.find(tellsWho) ?? fitting[0] ?? null
}

/** What follows the opening, and where its characters are first named, within the part that may be shown. */
export function storySummary(
  model: Model,
  gist: Run,
  words: number,
  allowed: (candidate: Candidate) => boolean,
): Run[] {
  const next = (gist.sentences.at(-1)?.sentence.index ?? -1) + 1
  const most = Math.round(words * OPENING_SHARE)
  const limits = { minSentences: 1, maxSentences: 8, maxWords: most, anywhere: true }
  const opening =
    model.candidates
      .slice(next, next + OPENING_SENTENCES)
      .map((candidate) => longest(runsFrom(model, candidate, limits, none)))
      .find((run) => run !== null && run.words >= most / 2) ?? null
  const runs = opening === null ? [] : [opening]
  const taken = new Set([...gist.sentences, ...(opening?.sentences ?? [])])
  const named = new Set(
    [...taken]
      .map(({ sentence }) => sentence.text)
      .join(' ')
      .match(/\p{Lu}[\p{L}’'-]+/gu),
  )
  let left = words - (opening?.words ?? 0)
  for (const name of charactersOf(model)) {
    if (named.has(name)) continue
    const first = model.candidates.find(
      (candidate) => candidate.sentence.text.includes(name) && candidate.sentence.usable && allowed(candidate),
    )
    if (first === undefined || taken.has(first)) continue
    const introductions = runsFrom(model, first, { minSentences: 1, maxSentences: 3, maxWords: left }, none)
    const introduction = longest(
      introductions.filter((run) => run.sentences.every((candidate) => !taken.has(candidate))),
    )
    if (introduction === null) continue
    runs.push(introduction)
    left -= introduction.words
    for (const candidate of introduction.sentences) taken.add(candidate)
  }
  return inOrder(runs)
}
