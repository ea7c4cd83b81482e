import { countWords } from '../../../../src/shared/words.ts'
import type { FakeModel } from '../plan.ts'
import { instructionsOf, type ModelRequest } from '../request.ts'
import { fieldsOf, fillSchema, schemaOf } from './answer-schema.ts'
import { type ParsedPrompt, type PromptLine, parsePrompt } from './parse-prompt.ts'
import { type RequestedLength, requestedLength } from './requested-length.ts'

/** A line together with the blocks it cites. */
export interface CitedLine {
  text: string
  blocks: string[]
}

/** An answer to one of the product's schemas, whose fields decide which it is. */
export interface FaithfulAnswer {
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

/** Ends the model's own text like a sentence. */
const closed = (sentence: string): string => (fullStop.test(sentence) ? sentence : `${sentence}.`)

/** Evenly spaced members of a list, in instruction. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return list.filter((_, at) => Math.floor((at * most) / list.length) !== Math.floor(((at - 1) * most) / list.length))
}

/** Sentences from all lines: first sentences first, until there are enough, in the source's instruction. */
function summarize(lines: readonly PromptLine[], { least, most, unit }: RequestedLength): string {
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

function parts(
  lines: readonly PromptLine[],
  { least, most, unit }: RequestedLength,
): { title: string; text: string }[] {
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

/** Answers from a parsed prompt, with exactly the fields of the schema. */
function answerFrom(
  { lines, sentences }: ParsedPrompt,
  instructions: string,
  fields: ReadonlySet<string>,
): FaithfulAnswer {
  const text = lines.filter(({ kind }) => kind === 'text')
  const quotable = lines.filter(({ kind }) => kind === 'quote')
  const length = (field: string): RequestedLength => requestedLength(instructions, field)
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

/** Whether a schema is answered from the material; others are filled with any values. */
const isKnown = (fields: ReadonlySet<string>): boolean => fields.has('summary') || fields.has('sentences')

/** Answers a request whose prompt was parsed in one way or another. */
export function answerPrompt(request: ModelRequest, prompt: ParsedPrompt): unknown {
  const schema = schemaOf(request)
  const fields = fieldsOf(schema)
  const instructions = instructionsOf(request)
  if (isKnown(fields)) return answerFrom(prompt, instructions, fields)
  return schema === null ? summarize([...prompt.lines], requestedLength(instructions, 'summary')) : fillSchema(schema)
}

/** A model that works correctly: returns the source's own sentences, deterministically. */
export const faithfulModel: FakeModel = (request) => answerPrompt(request, parsePrompt(request.turns))
