import type { Block } from '../../shared/document.ts'
import { countWords } from '../../shared/text/words.ts'
import type { Candidate, Model } from './model.ts'
import { measureWords } from './read-sentences.ts'
import { selectSentences } from './select.ts'

/** Length in words of a takeaway; longer ones only where a source has no others. */
const MIN_WORDS = 8
const MAX_WORDS = 25
const MAX_LONG_WORDS = 40
const MAX_GIST_WORDS = 30

/** Quotations of several languages, without their marks. */
const quotation = /(?:“([^“”]+)”|"([^"]+)"|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』)/gu
/** Direct speech: it opens the sentence or makes up half of it. Statements may quote single words. */
const opensSpeech = /^["'“”‘„«»「『—–]/u
const MAX_QUOTED = 0.5

/** Whether a sentence is a statement that is clear on its own and that the next one does not correct. */
function isStatement(model: Model, { sentence }: Candidate, maxWords: number): boolean {
  const { index, dependent, quotable, words, text } = sentence
  const quoted = (text.match(quotation) ?? []).reduce((sum, passage) => sum + passage.length, 0)
  if (model.candidates[index + 1]?.sentence.corrects === true) return false
  return (
    !dependent &&
    quotable &&
    words >= MIN_WORDS &&
    words <= maxWords &&
    !opensSpeech.test(text) &&
    !/[:：]$/u.test(text) &&
    quoted < text.length * MAX_QUOTED
  )
}

/** Whether the next sentence continues a sentence: "The growers saw two possibilities. Some gave up." */
function isContinued(model: Model, { sentence }: Candidate): boolean {
  const next = model.candidates[sentence.index + 1]?.sentence
  return next?.dependent === true && next.block === sentence.block
}

/** Picks the best sentences by a rule; the first rule that any sentence meets decides. */
function pickBy(
  model: Model,
  { count, words, shown, until }: { count: number; words: number; shown: readonly number[]; until: number },
  rules: readonly ((candidate: Candidate) => boolean)[],
): number[] {
  const taken = new Set(shown)
  for (const rule of rules) {
    const allowed = (candidate: Candidate): boolean =>
      candidate.sentence.index < until && !taken.has(candidate.sentence.index) && rule(candidate)
    const picked = selectSentences(model, { maxWords: words, maxSentences: count, perSentence: true, allowed, shown })
    if (picked.length > 0) return picked
  }
  return []
}

const MAX_CONVERSATIONAL = 0.1
/** Content words; shorter speech is mostly half of a sentence. */
const MIN_CONTENT = 4

/** "[2, 5]": the sentence is about other works, and its mark means nothing on the page. */
const citationMark = /\[\d{1,3}(?:[,–-] ?\d{1,3})*\]/u

/** Whether a sentence is a statement without citations or, in speech, with few words like "I", none of them first. */
function isInformative(model: Model, candidate: Candidate, maxWords: number): boolean {
  const { sentence, words, content } = candidate
  const talk = words.filter((id) => model.conversational.has(id)).length
  const isPlain = sentence.spoken
    ? content.length >= MIN_CONTENT &&
      talk <= words.length * MAX_CONVERSATIONAL &&
      !model.conversational.has(words[0] ?? -1)
    : !citationMark.test(sentence.text)
  return isPlain && isStatement(model, candidate, maxWords) && !isContinued(model, candidate)
}

/** Weights of the share of the title's words and of the first sentences in the choice of the gist. */
const TITLE = 2
const LEAD = 1
/** Above this the sentence is one of the first: a lead sentence may be longer than others. */
const LEAD_SENTENCE = 0.85
/** Shorter gists lose value in proportion to their words. */
const FULL_GIST_WORDS = 15
/** Longer texts don't begin with their point. */
const MAX_WITH_LEAD = 200

function gistValue(model: Model, { sentence, prior, titled, lead }: Candidate): number {
  const value = prior + TITLE * titled + (model.candidates.length > MAX_WITH_LEAD ? 0 : LEAD * lead)
  return value * Math.min(1, sentence.words / FULL_GIST_WORDS)
}

/** Picks a statement of at most 30 words before `until`, or a longer one if it is the lead or there is no other. */
export function pickGist(model: Model, shown: readonly number[], until = Infinity): number | null {
  const limitOf = ({ lead }: Candidate): number => (lead > LEAD_SENTENCE ? MAX_LONG_WORDS : MAX_GIST_WORDS)
  const rules: ((candidate: Candidate) => boolean)[] = [
    (candidate) => isInformative(model, candidate, limitOf(candidate)),
    (candidate) => isStatement(model, candidate, limitOf(candidate)) && !isContinued(model, candidate),
    (candidate) => isStatement(model, candidate, limitOf(candidate)),
    (candidate) => isStatement(model, candidate, MAX_LONG_WORDS),
    ({ sentence }) => !sentence.dependent && sentence.words <= MAX_LONG_WORDS,
  ]
  const candidates = model.candidates.filter(
    ({ sentence }) => sentence.usable && sentence.index < until && !shown.includes(sentence.index),
  )
  if (candidates[0]?.sentence.spoken === true) {
    return pickBy(model, { count: 1, words: MAX_LONG_WORDS, shown, until }, rules)[0] ?? null
  }
  for (const rule of rules) {
    const [first, ...others] = candidates.filter(rule)
    if (first === undefined) continue
    return others.reduce((best, next) => (gistValue(model, next) > gistValue(model, best) ? next : best), first)
      .sentence.index
  }
  return null
}

/** Picks statements from all sections that can be understood on their own, before `until`; best first. */
export function pickTakeaways(
  model: Model,
  { count, words }: { count: number; words: number },
  shown: readonly number[],
  until = Infinity,
): number[] {
  const limits = { count, words, shown, until }
  const informative = pickBy(model, limits, [(candidate) => isInformative(model, candidate, MAX_WORDS)])
  if (informative.length * 2 >= count) return informative
  return pickBy(model, limits, [
    (candidate) => isStatement(model, candidate, MAX_WORDS) && !isContinued(model, candidate),
    (candidate) => isStatement(model, candidate, MAX_WORDS),
    (candidate) => isStatement(model, candidate, MAX_LONG_WORDS),
  ])
}

interface Quote {
  block: Block
  text: string
  context: string
  /** Named before a turn of a transcript; null elsewhere. */
  speaker: string | null
  sentences: readonly Candidate[]
}

const MIN_QUOTE_WORDS = 6
const MAX_QUOTE_WORDS = 45
/** The number of a section or figure right before the marks: what follows is a title. */
const titleBefore = /\d\s*(?:[,:]\s*)?$/u
const opensSentence = /^[\p{Lu}\p{Lo}\p{N}]/u
const endsSentence = /[.!?…。！？,，]$/u

function passagesOf(block: Block, sentences: readonly Candidate[]): Quote[] {
  return Array.from(block.text.matchAll(quotation)).flatMap((match) => {
    const said = match.slice(1).find((group) => group !== undefined) ?? ''
    const text = said.replace(/[,，]$/u, '')
    const words = measureWords(text)
    const [start, end] = [match.index, match.index + match[0].length]
    const around = sentences.filter(({ sentence }) => sentence.start < end && sentence.end > start)
    const [first, last] = [around[0]?.sentence, around.at(-1)?.sentence]
    // Many languages put the comma before the speaker's name after the marks.
    const whole = opensSentence.test(said) && (endsSentence.test(said) || /^[,،]/u.test(block.text.slice(end)))
    if (first === undefined || last === undefined || !whole) return []
    if (words < MIN_QUOTE_WORDS || words > MAX_QUOTE_WORDS) return []
    if (titleBefore.test(block.text.slice(0, start))) return []
    const context = block.text.slice(Math.min(first.start, start), Math.max(last.end, end))
    return [{ block, text, context, speaker: first.speaker, sentences: around }]
  })
}

/** Picks whole sentences in quotation marks, or of a transcript, that are not shown elsewhere; in source order. */
export function pickQuotes(model: Model, count: number, shown: readonly number[], until = Infinity): Quote[] {
  const elsewhere = new Set(shown)
  const passages: Quote[] = []
  for (const [block, sentences] of Map.groupBy(model.candidates, ({ sentence }) => sentence.block)) {
    for (const passage of passagesOf(block, sentences)) passages.push(passage)
    for (const candidate of sentences) {
      const { text, speaker, spoken, usable, dependent, quotable } = candidate.sentence
      const words = countWords(text)
      if (!spoken || !usable || !quotable || dependent || words > MAX_QUOTE_WORDS) continue
      passages.push({ block, text, context: text, speaker, sentences: [candidate] })
    }
  }
  const byIndex = new Map<number, Quote>()
  for (const passage of passages) {
    const indices = passage.sentences.map(({ sentence }) => sentence.index)
    const first = indices[0]
    if (first === undefined || indices.some((index) => elsewhere.has(index)) || byIndex.has(first)) continue
    byIndex.set(first, passage)
  }
  const allowed = ({ sentence }: Candidate) => byIndex.has(sentence.index) && sentence.index < until
  return selectSentences(model, { maxWords: count * MAX_QUOTE_WORDS, maxSentences: count, allowed, shown })
    .toSorted((a, b) => a - b)
    .flatMap((index) => byIndex.get(index) ?? [])
}
