import type { Block } from '../../shared/document.ts'
import type { Citation } from '../../shared/summary/citation.ts'
import { isReadByModel } from '../../shared/summary/location-label.ts'
import { citationOf } from '../citations.ts'
import { conjunctions, isWelcome } from '../text/cues.ts'
import { type Persons, speakerIn } from '../text/names.ts'
import { measureWords } from '../text/prose.ts'
import { referencesOf } from '../text/references.ts'
import type { Candidate, Model } from './model.ts'
import { inOrder, leadsToQuestion } from './runs.ts'

interface Quote {
  text: string
  speaker: string
  /** With the words around it, which usually name the speaker. */
  citations: Citation[]
  sentences: readonly Candidate[]
}

/** Quotations of several languages, without their marks. */
const quotation = /(?:“([^“”]+)”|"([^"]+)"|”([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』)/gu
const MIN_WORDS = 6
const MAX_WORDS = 45
/** The number of a section or figure right before the marks: what follows is a title. "In 2015, “We …”" names a date. */
const titleBefore =
  /(?:\d\.\d{1,3}|(?<!\p{L})\p{L}{1,12}\.? (?!(?:1[5-9]|20)\d\d)\d{1,4})(?<!(?:Jan|Feb|M|Ap|J|Aug|Sep|O|Nov|D)\p{Ll}{0,8}\.? \d{1,2})\s*(?:[,:]\s*)?$/u
const opensSentence = /^\s?[\p{Lu}\p{Lo}\p{N}]/u
const endsSentence = /[.!…。！,，]\s?$/u
/** A continuation of the quoted sentence after the marks: "“It may work” if …", "“It may,” she said, “if …”". */
const goesOn = new RegExp(`^(?: (?:${conjunctions})(?!\\p{L})|[^.!?“„«"]{1,120}, [“„«"] ?\\p{Ll})`, 'u')

function passagesOf(block: Block, sentences: readonly Candidate[], persons: Persons, language: string): Quote[] {
  return Array.from(block.text.matchAll(quotation)).flatMap((match) => {
    const said = match.slice(1).find((group) => group !== undefined) ?? ''
    const text = said.trim().replace(/[,，]$/u, '')
    const words = measureWords(text)
    const [start, end] = [match.index, match.index + match[0].length]
    const around = sentences.filter(({ sentence }) => sentence.start < end && sentence.end > start)
    const [first, last] = [around[0]?.sentence, around.at(-1)?.sentence]
    // Many languages put the comma before the speaker's name after the marks.
    const whole = opensSentence.test(said) && (endsSentence.test(said) || /^ ?[,،]/u.test(block.text.slice(end)))
    if (first === undefined || last === undefined || !whole || goesOn.test(block.text.slice(end, end + 140))) return []
    if (words < MIN_WORDS || words > MAX_WORDS || titleBefore.test(block.text.slice(0, start))) return []
    // "He sounded very breathless": a page has no referent for the pronoun.
    if (referencesOf(text, language, false).opens) return []
    const from = Math.min(first.start, start)
    const to = Math.max(last.end, end)
    const outside = `${block.text.slice(from, start)} … ${block.text.slice(end, to)}`.replaceAll(quotation, '…')
    const speaker = speakerIn(outside, persons)
    if (speaker === null) return []
    return [{ text, speaker, citations: [citationOf(block, block.text.slice(from, to))], sentences: around }]
  })
}

/** What makes a quotation worth showing: a sentence of the usual length without small talk. */
const valueOf = ({ sentences, text }: Quote): number =>
  Math.max(...sentences.map(({ prior, cue }) => prior + cue * 0.3)) + Math.min(1, measureWords(text) / 15) * 0.5

interface QuoteOptions {
  count: number
  shown: readonly Candidate[]
  allowed: (candidate: Candidate) => boolean
  persons: Persons
}

const repeats = (one: string, other: string): boolean => one.toLowerCase().includes(other.toLowerCase())

/** Picks whole sentences in quotation marks, or of a transcript, with their speakers; none shown elsewhere. */
export function pickQuotes(model: Model, { count, shown, allowed, persons }: QuoteOptions): Quote[] {
  const elsewhere = new Set(shown.map(({ sentence }) => sentence.index))
  const free = (candidate: Candidate): boolean => !elsewhere.has(candidate.sentence.index) && allowed(candidate)
  const passages = [...Map.groupBy(model.candidates, ({ sentence }) => sentence.block)].flatMap(
    ([block, sentences]) => {
      if (isReadByModel(block)) return []
      if (sentences.every(({ sentence }) => sentence.speaker === null))
        return passagesOf(block, sentences, persons, model.language)
      return sentences.flatMap((candidate): Quote[] => {
        const { text, speaker, start, end, usable, dependent, fluent, words } = candidate.sentence
        const isExact = text === block.text.slice(start, end)
        const isWhole = isExact && usable && !dependent && fluent && words <= MAX_WORDS
        // "A" answers "Q" in an interview, and is no name.
        if (speaker === null || speaker.length < 2 || !isWhole || isWelcome(text) || leadsToQuestion(model, candidate))
          return []
        return [{ text, speaker, citations: [citationOf(block, text)], sentences: [candidate] }]
      })
    },
  )
  const ranked = passages
    .filter(({ sentences }) => sentences.every(free))
    .map((quote) => ({ quote, value: valueOf(quote) }))
    .toSorted((one, other) => other.value - one.value)
  const chosen: Quote[] = []
  for (const { quote } of ranked) {
    if (chosen.length === count) break
    const isTaken = chosen.some(
      ({ text, sentences }) =>
        repeats(text, quote.text) ||
        repeats(quote.text, text) ||
        sentences.some((one) => quote.sentences.includes(one)),
    )
    if (!isTaken) chosen.push(quote)
  }
  return inOrder(chosen)
}
