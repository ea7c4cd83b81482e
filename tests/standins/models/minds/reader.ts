import { countWords } from '../../../../src/shared/words.ts'
import type { Mind } from '../plan.ts'
import { instructionsOf, type ModelRequest } from '../request.ts'
import { type Reading, type ReadLine, readFences } from './fence.ts'
import { type AskedLength, askedLength } from './lengths.ts'
import { fieldsOf, fillSchema, schemaOf } from './shape.ts'

/** A line together with the blocks it rests on. */
export interface CitedLine {
  text: string
  blocks: string[]
}

/** An answer in one of the shapes that the product asks for; which fields there are follows from the schema. */
export interface ReaderAnswer {
  summary?: string
  takeaways?: CitedLine[]
  points?: CitedLine[]
  advanced?: { title: string; text: string }[]
  quotes?: { text: string; block: string }[]
  sentences?: { number: number; text: string }[]
}

const PARTS = 5
const SENTENCES_A_BLOCK = 4
const SENTENCES_A_PARAGRAPH = 6
/** Longest sentence that is taken whole, in characters: captions have no full stops. */
const SENTENCE_CHARACTERS = 300

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const fullStop = /[.!?…。！？।؟۔]["'”’»)」』]*$/u

function shorten(sentence: string): string {
  if (sentence.length <= SENTENCE_CHARACTERS) return sentence
  const end = sentence.lastIndexOf(' ', SENTENCE_CHARACTERS)
  return sentence.slice(0, end > 0 ? end : SENTENCE_CHARACTERS)
}

/** The first sentences of a text, verbatim. */
function firstSentences(text: string, most: number): string[] {
  const found: string[] = []
  for (const { segment } of segmenter.segment(text.slice(0, 2 * most * SENTENCE_CHARACTERS))) {
    if (segment.trim() !== '') found.push(shorten(segment.trim()))
    if (found.length === most) break
  }
  return found
}

const firstSentence = (text: string): string => firstSentences(text, 1)[0] ?? text

/** What the model says in its own name ends as sentences do. */
const closed = (sentence: string): string => (fullStop.test(sentence) ? sentence : `${sentence}.`)

/** Members of a list, evenly spread over it, in its order. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return list.filter((_, at) => Math.floor((at * most) / list.length) !== Math.floor(((at - 1) * most) / list.length))
}

/** Sentences from all over the lines: first ones first, until there are enough, in the order of the source. */
function summarize(lines: readonly ReadLine[], { least, most, unit }: AskedLength): string {
  const wanted = (least + most) / 2
  const candidates = spread(lines, 60).flatMap((line, block) =>
    firstSentences(line.text, SENTENCES_A_BLOCK).map((text, rank) => ({ text: closed(text), block, rank })),
  )
  const picked: typeof candidates = []
  let length = 0
  for (const candidate of candidates.toSorted((one, other) => one.rank - other.rank || one.block - other.block)) {
    const added = unit === 'words' ? countWords(candidate.text) : candidate.text.length
    if (picked.length > 0 && (length >= wanted || length + added > most)) continue
    picked.push(candidate)
    length += added
  }
  const texts = picked.sort((one, other) => one.block - other.block || one.rank - other.rank).map(({ text }) => text)
  const paragraphs = Math.ceil(texts.length / SENTENCES_A_PARAGRAPH)
  const cut = (at: number): string[] => texts.slice(at * SENTENCES_A_PARAGRAPH, (at + 1) * SENTENCES_A_PARAGRAPH)
  return Array.from({ length: paragraphs }, (_, at) => cut(at).join(' ')).join('\n\n')
}

function parts(lines: readonly ReadLine[], { least, most, unit }: AskedLength): { title: string; text: string }[] {
  const count = Math.min(PARTS, lines.length)
  const size = Math.ceil(lines.length / Math.max(1, count))
  const length = { least: least / count, most: most / count, unit }
  return Array.from({ length: count }, (_, at) => lines.slice(at * size, (at + 1) * size))
    .filter((part) => part.length > 0)
    .map((part) => ({
      title: firstSentence(part[0]?.text ?? '')
        .split(' ')
        .slice(0, 6)
        .join(' '),
      text: summarize(part, length),
    }))
}

/** Answers from a prompt that was read, with exactly the fields that the schema has. */
function answerFrom({ lines, sentences }: Reading, instructions: string, fields: ReadonlySet<string>): ReaderAnswer {
  const text = lines.filter(({ kind }) => kind === 'text')
  const quotable = lines.filter(({ kind }) => kind === 'quote')
  const length = (field: string): AskedLength => askedLength(instructions, field)
  const cited = (field: string): CitedLine[] =>
    spread(text, length(field).most).map((line) => ({ text: closed(firstSentence(line.text)), blocks: [...line.ids] }))
  const quotes = spread(quotable.length > 0 ? quotable : text, length('quotes').most)
  return {
    ...(fields.has('summary') ? { summary: summarize(text, length('summary')) } : {}),
    ...(fields.has('takeaways') ? { takeaways: cited('takeaways') } : {}),
    ...(fields.has('points') ? { points: cited('points') } : {}),
    ...(fields.has('advanced') ? { advanced: parts(text, length('advanced')) } : {}),
    ...(fields.has('quotes')
      ? { quotes: quotes.map((line) => ({ text: firstSentence(line.text), block: line.ids[0] ?? '' })) }
      : {}),
    ...(fields.has('sentences')
      ? { sentences: sentences.map((number) => ({ number, text: closed(firstSentence(text[0]?.text ?? '')) })) }
      : {}),
  }
}

/** Whether a schema is one of those that a reader answers from the material; others are just filled. */
const isKnown = (fields: ReadonlySet<string>): boolean => fields.has('summary') || fields.has('sentences')

/** The answer to a request whose material was read in one way or another. */
export function answerAs(request: ModelRequest, reading: Reading): unknown {
  const schema = schemaOf(request)
  const fields = fieldsOf(schema)
  const instructions = instructionsOf(request)
  if (isKnown(fields)) return answerFrom(reading, instructions, fields)
  return schema === null ? summarize([...reading.lines], askedLength(instructions, 'summary')) : fillSchema(schema)
}

/** A model that does its work: answers with the source's own sentences, always in the same way. */
export const reader: Mind = (request) => answerAs(request, readFences(request.turns))
