import type { Block } from '../../shared/document.ts'
import { countWords } from '../../shared/words.ts'
import type { Span } from '../text/sentences.ts'
import type { Candidate, Model } from './document-model.ts'
import { faultOf } from './faults.ts'
import { pickLines } from './pick-lines.ts'
import { findSaid } from './quotations.ts'
import { hasAnaphor, pointsBack } from './references.ts'
import { countPoints, isHearsay, sceneWords } from './signals.ts'

/** A passage that is worth quoting: `block.text.slice(start, end)`, and the stretch around it that tells who says it. */
export interface Quote {
  block: Block
  text: string
  context: string
}

/** Bounds of a quote, and the length of the pithiest ones, in words. */
const SHORTEST = 6
const LONGEST = 45
const IDEAL_WORDS = 18

/** What it is worth to a quote that somebody says it in so many words, and that it makes a point. */
const SAID_BONUS = 1
const POINTED_BONUS = 0.4
const MOST_POINTS = 2
const SCENE_COST = 0.3
/** So many words must put a sentence of the writer to the point before it is worth quoting. */
const LEAST_POINTS = 2
const CUE_BONUS = 0.25
const QUESTION_COST = 0.4
/** Figures and names make a fact, and facts are told better than quoted. */
const FIGURE_COST = 0.4
const NAMES_COST = 1.2
/** Of what people say the tone counts, of what the writer says only what would be remembered. */
const LEAST_WORTH = 0.9
/** A slip of the tongue now and then is no fault in a quote from a transcript. */
const MOST_HESITANT = 0.08
/** With fewer quotes than this the bar is lower. */
const FEW_QUOTES = 3
const LEAST_WORTH_OF_FEW = 0.5
/** A source in which nobody is quoted has fewer lines to quote. */
const MOST_UNSAID = 4

interface Passage extends Span {
  text: string
  words: number
  said: boolean
  /** It comes from speech without punctuation, which has no capitals either. */
  unmarked: boolean
  /** Index of the candidate that it stands in, or most of it. */
  index: number
  /** First and last candidate that it touches. */
  first: number
  last: number
}

const LEAST_CHARACTERS = 12

const sentenceStart = /^["“„«「『(]?[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u
/** A comma that leads on to who says it, and the number of a note. */
const loosePart = /(?:[,،，、]|(?<=[\p{Ll})][.!?]?)\d{1,3})$/u
const terminal = /[.!?…。！？]$/u
const questionEnd = /[?？؟]["'”’»)\]」』]*$/u
const capitalized = /(?<=\s)\p{Lu}[\p{L}'’-]+/gu

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const unspacedStop = /[。！？…!?]$/u
const kana = /\p{Script=Hiragana}/gu

/** Chinese and Japanese put terms and titles in the same marks as speech; those have no stop and few particles. */
function isUnspacedSentence(text: string): boolean {
  if (unspacedStop.test(text)) return true
  return (
    text.length >= LEAST_CHARACTERS && (text.includes('，') || (text.match(kana)?.length ?? 0) >= text.length * 0.3)
  )
}

/** Share of capital letters among the words after the first; titles and lists of names have many. */
const namesShare = (passage: Passage): number => (passage.text.match(capitalized)?.length ?? 0) / passage.words

/** Whether a passage reads as something complete. */
function isWhole(passage: Passage, language: string): boolean {
  const { text, words } = passage
  return (
    words >= SHORTEST &&
    words <= LONGEST &&
    (sentenceStart.test(text) || passage.unmarked) &&
    !pointsBack(text, language) &&
    faultOf(passage.said && !terminal.test(text) ? `${text}.` : text, language) === null &&
    (!unspacedScript.test(text) || isUnspacedSentence(text))
  )
}

/** The candidates of a block that a span touches. They are in order, so that a long block is searched by halves. */
function touching(within: readonly Candidate[], span: Span): readonly Candidate[] {
  let low = 0
  let high = within.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((within[middle]?.sentence.end ?? 0) > span.start) high = middle
    else low = middle + 1
  }
  let end = low
  while ((within[end]?.sentence.start ?? span.end) < span.end) end += 1
  return within.slice(low, end)
}

function passageOf(block: Block, span: Span, within: readonly Candidate[], said: boolean): Passage | null {
  const touched = touching(within, span)
  const main = touched.reduce<Candidate | null>(
    (best, candidate) => (best === null || candidate.prior > best.prior ? candidate : best),
    null,
  )
  const [first, last] = [touched[0], touched.at(-1)]
  if (main === null || first === undefined || last === undefined) return null
  const tail = loosePart.exec(block.text.slice(Math.max(span.start, span.end - 20), span.end))?.[0].length ?? 0
  const end = span.end - tail
  const text = block.text.slice(span.start, end)
  return {
    start: span.start,
    end,
    text,
    words: countWords(text),
    said,
    unmarked: main.sentence.spoken && main.sentence.speaker === null,
    index: main.sentence.index,
    first: first.sentence.index,
    last: last.sentence.index,
  }
}

/** What is said between the marks of one block: each quotation as a whole, or sentence by sentence where it is long. */
function saidIn(block: Block, within: readonly Candidate[]): Passage[] {
  return findSaid(block.text).flatMap(({ span, joined }) => {
    const whole = passageOf(block, span, within, true)
    if (whole === null || joined || whole.words <= LONGEST) return whole ?? []
    return touching(within, span).flatMap(({ sentence }) => {
      const part = { start: Math.max(span.start, sentence.start), end: Math.min(span.end, sentence.end) }
      return passageOf(block, part, within, true) ?? []
    })
  })
}

/** The passages that a quote can be made of, the worthiest for each candidate. */
/** A title without its number, its marks and its case. */
function foldTitle(title: string): string {
  return title
    .slice(0, 160)
    .toLowerCase()
    .replace(/^\P{L}+|[^\p{L}\p{M}\p{N}]+$/gu, '')
}

/** The number of a section stands right before the words: "Section 5.1, “How does it work?”" names a title. */
const sectionNumber = /\d{1,3}(?:\.\d{1,3})+[^\p{L}\p{N}]{1,5}$/u

function namesTitle({ start, text }: Passage, block: Block, titles: ReadonlySet<string>): boolean {
  return titles.has(foldTitle(text)) || sectionNumber.test(block.text.slice(Math.max(0, start - 20), start))
}

/** Headings of the document: between quotation marks they are named, not said. */
function headingsOf(model: Model): ReadonlySet<string> {
  const paths = new Set(model.candidates.map(({ sentence }) => sentence.block.headingPath))
  return new Set([...paths].flatMap((path) => path.map(foldTitle)))
}

function passagesOf(model: Model, worth: (passage: Passage) => number): Map<number, Passage> {
  const best = new Map<number, Passage>()
  const offer = (passage: Passage) => {
    const known = best.get(passage.index)
    if (known === undefined || worth(passage) > worth(known)) best.set(passage.index, passage)
  }
  const titles = headingsOf(model)
  for (const [block, within] of Map.groupBy(model.candidates, ({ sentence }) => sentence.block)) {
    if (within.some(({ sentence }) => sentence.aside)) continue
    for (const passage of saidIn(block, within)) {
      if (isWhole(passage, model.language) && !namesTitle(passage, block, titles)) offer(passage)
    }
    for (const candidate of within) {
      const { sentence } = candidate
      if (!isOwnLine(candidate, model.language)) continue
      // All of a transcript is what somebody says.
      const own = passageOf(block, sentence, [candidate], sentence.spoken)
      if (own !== null && isWhole(own, model.language)) offer(own)
    }
  }
  return best
}

/** Whether a sentence outside of quotation marks can be quoted: by itself, in the writer's or speaker's own name. */
function isOwnLine(candidate: Candidate, language: string): boolean {
  const { sentence, usable, dependent, leaning, annotated, announces } = candidate
  if (!usable || dependent || leaning || annotated || announces || candidate.foreign || sentence.quotedShare > 0)
    return false
  // What a writer asks is a heading in disguise, or left to the answer.
  if (candidate.question && !sentence.spoken) return false
  return (
    candidate.terms.hesitant <= MOST_HESITANT &&
    countPoints(sentence.text, language) > 0 &&
    !hasAnaphor(sentence.text, language) &&
    !isHearsay(sentence.text, language)
  )
}

/** What is said, short and to the point; being in the lead or in the first person is no fault in a quote. */
function worthIn(model: Model): (passage: Passage) => number {
  return (passage) => {
    const candidate = model.candidates[passage.index]
    if (candidate === undefined) return -Infinity
    const { terms, prior, lead, figure, cue } = candidate
    const pith = -Math.abs(Math.log(passage.words / IDEAL_WORDS)) * 0.35
    const density = terms.content.length / Math.max(1, terms.all.length)
    return (
      (prior - lead) * 0.6 +
      (passage.said ? SAID_BONUS : 0) +
      POINTED_BONUS * Math.min(MOST_POINTS, countPoints(passage.text, model.language)) -
      SCENE_COST * Math.min(MOST_POINTS, sceneWords(passage.text, model.language)) +
      (cue ? CUE_BONUS : 0) +
      pith +
      density * 0.5 +
      terms.personal -
      terms.hesitant * 2 -
      (figure ? FIGURE_COST : 0) -
      NAMES_COST * namesShare(passage) -
      (questionEnd.test(passage.text) ? QUESTION_COST : 0)
    )
  }
}

/**
 * Chooses notable quotes that are neither in the summary nor among the takeaways: what people say in quotation marks,
 * without the words around it, then sentences that make a point in the writer's own. Fewer than asked, or none, where
 * a source has none worth quoting.
 *
 * @param shown indices of the lines shown elsewhere
 * @returns in source order
 */
export function pickQuotes(model: Model, count: number, shown: readonly number[]): Quote[] {
  const worthOf = worthIn(model)
  const passages = passagesOf(model, worthOf)
  const elsewhere = new Set(shown)
  const passageAt = ({ sentence }: Candidate) => passages.get(sentence.index)
  const worth = (candidate: Candidate) => {
    const passage = passageAt(candidate)
    return passage === undefined ? -Infinity : worthOf(passage)
  }
  const fresh = (candidate: Candidate, said: boolean) => {
    const passage = passageAt(candidate)
    if (passage === undefined || passage.said !== said) return false
    for (let at = passage.first; at <= passage.last; at += 1) if (elsewhere.has(at)) return false
    return true
  }
  const said = pickLines(model, { count, worth, fits: (candidate) => fresh(candidate, true), shown })
  const addOwn = (picked: readonly number[], most: number, leastPoints: number, leastWorth: number) => {
    const fits = (candidate: Candidate) =>
      fresh(candidate, false) && countPoints(candidate.sentence.text, model.language) >= leastPoints
    if (picked.length >= most) return picked
    const options = { count: most - picked.length, worth, fits, leastWorth, shown: [...shown, ...picked] }
    return [...picked, ...pickLines(model, options)]
  }
  const pointed = addOwn(said, Math.min(count, said.length + MOST_UNSAID), LEAST_POINTS, LEAST_WORTH)
  const quotes = addOwn(pointed, Math.min(count, FEW_QUOTES), 1, LEAST_WORTH_OF_FEW)
  return quotes
    .toSorted((a, b) => a - b)
    .flatMap((index) => {
      const passage = passages.get(index)
      const [from, to] = [model.candidates[passage?.first ?? -1], model.candidates[passage?.last ?? -1]]
      if (passage === undefined || from === undefined || to === undefined) return []
      const { block } = from.sentence
      const context = block.text.slice(
        Math.min(from.sentence.start, passage.start),
        Math.max(to.sentence.end, passage.end),
      )
      return [{ block, text: passage.text, context }]
    })
}
