import { isInvitation, isWelcome, needsNext } from '../text/cues.ts'
import type { Candidate, Model } from './model.ts'
import { type Form, isOfAbstract } from './opening.ts'
import { follows, isClearSpeech, isHalf, type Run, unknownNouns } from './runs.ts'

/** Full sentences of a summary, and words for each of a longer one; one more ends its paragraph. */
const SENTENCES = { least: 3, words: 24 }
/** Share of its length with which fewer are enough. */
const ENOUGH = 0.6
/** Words of a full sentence, at least. */
const MIN_WORDS = 6
/** Sentences at the start of a source within which the summary goes on after the gist. */
const NEAR = 12

interface SummaryOptions {
  /** Words, at most. */
  words: number
  form: Form
  titles: readonly (string | null)[]
  /** Stems of the words of title and gist. */
  known: ReadonlySet<string>
}

const stopped = /^[^(（[].*[.!…。！។៕।॥؟۔։།]["'”’»)\]」』】]*$/su
/** The end of a question, or of what announces a list. */
const leads = /(?:[?？؟;;:：…]|\.\.\.)["'”’»)\]」』】]*$/u

/** Whether a source may open with a sentence: a full one, no question, greeting, aside in parentheses or note. */
function isFull(candidate: Candidate, form: Form): boolean {
  const { text, words, joins, usable, inset, spoken } = candidate.sentence
  return (
    joins &&
    words >= MIN_WORDS &&
    !inset &&
    stopped.test(text) &&
    !isInvitation(text) &&
    (form === 'story' || usable) &&
    (!spoken || (isClearSpeech(candidate) && !isWelcome(text)))
  )
}

/** The sentences in a row from one on; blocks that are no prose are passed over. */
function rowFrom(
  model: Model,
  first: Candidate,
  { words: most, form, known }: SummaryOptions,
  shown: readonly Candidate[],
): Candidate[] {
  const row = [first]
  const enough = Math.max(SENTENCES.least, Math.floor(most / SENTENCES.words))
  let words = first.sentence.words
  let full = first.sentence.words < MIN_WORDS ? 0 : 1
  for (let at = first.sentence.index + 1; at < model.candidates.length; at += 1) {
    const [last, next] = [row.at(-1), model.candidates[at]]
    if (last === undefined || next === undefined || (shown.includes(next) && !shown.includes(last))) break
    const isSame = next.sentence.block === last.sentence.block
    if (!next.sentence.joins || (next.sentence.spoken && !isSame && !isClearSpeech(next))) {
      if (isSame) break
      continue
    }
    // It may refer to what was passed over.
    const isNext = next.sentence.index === last.sentence.index + 1
    if (!isNext && (next.sentence.dependent || unknownNouns(next, known) > 0)) break
    const isOpen = needsNext(last.sentence.text) || next.sentence.contrasts
    const endsParagraph = model.candidates[at + 1]?.sentence.block !== next.sentence.block
    // "A radio plays somewhere.": an afterthought.
    if (form === 'written' && next.sentence.words < MIN_WORDS && endsParagraph && !isOpen && !isHalf(row)) continue
    const isEnough = full >= enough || (full >= SENTENCES.least && words >= most * ENOUGH)
    if (isEnough && !isOpen && !(isSame && endsParagraph && full <= enough)) break
    if (full > 1 && !follows(last, next, form !== 'written')) break
    words += next.sentence.words
    if (words > most && full > 1) break
    row.push(next)
    if (next.sentence.words >= MIN_WORDS) full += 1
  }
  // A row ends neither with half of a quotation nor with a question or an announcement.
  for (let last = row.at(-1); row.length > 1 && last !== undefined; last = row.at(-1)) {
    if (!(isHalf(row) && isHalf([last])) && !leads.test(last.sentence.text)) break
    row.pop()
  }
  return row
}

/**
 * The basic summary: how the source opens, its first full sentences in a row. Where the gist is among them, it goes on
 * after the gist. Of a paper with an abstract, how that opens.
 */
export function openingOf(model: Model, gist: Pick<Run, 'sentences'>, options: SummaryOptions): Candidate[] {
  const { form, titles, known } = options
  const { candidates } = model
  const ofAbstract = candidates.filter(({ sentence }) => isOfAbstract(sentence.block, titles[sentence.section]))
  const body = ofAbstract.length > 0 ? ofAbstract : candidates
  const full = body.filter((one) => isFull(one, form))
  const [lead] = full
  const last = gist.sentences.at(-1)
  const next =
    last &&
    candidates.slice(last.sentence.index + 1).find(({ sentence }) => sentence.joins && sentence.words >= MIN_WORDS)
  const isNear = (gist.sentences[0]?.sentence.index ?? Infinity) < (lead?.sentence.index ?? 0) + NEAR
  // Only what is right after the gist may point back to it, and within its paragraph to what it names.
  const makesSense = (one: Candidate): boolean =>
    form !== 'written' ||
    one.sentence.block === last?.sentence.block ||
    (unknownNouns(one, known) === 0 &&
      (one.sentence.index === (last?.sentence.index ?? 0) + 1 || !one.sentence.dependent))
  const goesOn =
    next !== undefined && isNear && !leads.test(next.sentence.text) && isClearSpeech(next) && makesSense(next)
  const opens = full.filter((one) => form === 'story' || !one.sentence.dependent || one === lead).slice(0, NEAR)
  const rows = [...(goesOn ? [next] : []), ...opens, ...body.filter(({ sentence }) => sentence.joins).slice(0, 1)]
    .values()
    .map((first) => rowFrom(model, first, options, gist.sentences))
    .filter((row) => row.some((one) => !gist.sentences.includes(one)))
  let longest: Candidate[] = []
  for (const row of rows) {
    // One sentence is no summary.
    if (row.filter(({ sentence }) => sentence.words >= MIN_WORDS).length > 1) return row
    if (row.length > longest.length) longest = row
  }
  return longest
}
