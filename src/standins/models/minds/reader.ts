import { countWords } from '../../../shared/words.ts'
import type { Mind } from '../plan.ts'
import type { ModelRequest } from '../request.ts'
import { type ReadBlock, type Reading, readFences } from './fence.ts'
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

const SUMMARY_WORDS = 180
const ADVANCED_WORDS = 900
const LINES = 6
const QUOTES = 4
const PARTS = 5
/** Longest sentence that is taken whole, in characters: captions have no full stops. */
const SENTENCE_CHARACTERS = 300

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The first sentence of a text, verbatim. */
function firstSentence(text: string): string {
  for (const { segment } of segmenter.segment(text.slice(0, 4 * SENTENCE_CHARACTERS))) {
    const sentence = segment.trim()
    if (sentence.length <= SENTENCE_CHARACTERS) return sentence
    const end = sentence.lastIndexOf(' ', SENTENCE_CHARACTERS)
    return sentence.slice(0, end > 0 ? end : SENTENCE_CHARACTERS)
  }
  return text
}

/** Members of a list, evenly spread over it, in its order. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return list.filter((_, at) => Math.floor((at * most) / list.length) !== Math.floor(((at - 1) * most) / list.length))
}

/** First sentences of blocks up to a length, a few of them a paragraph. */
function summarize(blocks: readonly ReadBlock[], words: number): string {
  const picked: string[] = []
  let length = 0
  for (const { text } of spread(blocks, Math.ceil(words / 12))) {
    const sentence = firstSentence(text)
    length += countWords(sentence)
    if (length > words && picked.length > 0) break
    picked.push(sentence)
  }
  const paragraphs = Map.groupBy(picked.entries(), ([at]) => Math.floor(at / 6)).values()
  return [...paragraphs].map((sentences) => [...sentences].map(([, text]) => text).join(' ')).join('\n\n')
}

function parts(blocks: readonly ReadBlock[]): { title: string; text: string }[] {
  const count = Math.min(PARTS, blocks.length)
  const size = Math.ceil(blocks.length / Math.max(1, count))
  return Array.from({ length: count }, (_, at) => blocks.slice(at * size, (at + 1) * size))
    .filter((part) => part.length > 0)
    .map((part) => ({
      title: firstSentence(part[0]?.text ?? '')
        .split(' ')
        .slice(0, 6)
        .join(' '),
      text: summarize(part, ADVANCED_WORDS / count),
    }))
}

const numbered = /^\s*\[?(\d{1,3})[\].):]\s+\S/

/** The numbers under which sentences were sent that need new words. */
function askedNumbers({ outside }: Reading): number[] {
  return outside.split('\n').flatMap((line) => {
    const [, number] = numbered.exec(line) ?? []
    return number === undefined ? [] : [Number(number)]
  })
}

/** Answers from a prompt that was read, with exactly the fields that the schema has. */
export function answerFrom(reading: Reading, fields: ReadonlySet<string>): ReaderAnswer {
  const text = reading.blocks.filter((block) => !block.heading)
  const lines = (): CitedLine[] =>
    spread(text, LINES).map((block) => ({ text: firstSentence(block.text), blocks: [block.id] }))
  return {
    ...(fields.has('summary') ? { summary: summarize(text, SUMMARY_WORDS) } : {}),
    ...(fields.has('takeaways') ? { takeaways: lines() } : {}),
    ...(fields.has('points') ? { points: lines() } : {}),
    ...(fields.has('advanced') ? { advanced: parts(text) } : {}),
    ...(fields.has('quotes')
      ? { quotes: spread(text, QUOTES).map((block) => ({ text: firstSentence(block.text), block: block.id })) }
      : {}),
    ...(fields.has('sentences')
      ? { sentences: askedNumbers(reading).map((number) => ({ number, text: firstSentence(text[0]?.text ?? '') })) }
      : {}),
  }
}

/** Whether a schema is one of those that a reader answers from the material; others are just filled. */
const isKnown = (fields: ReadonlySet<string>): boolean => fields.has('summary') || fields.has('sentences')

/** The answer to a request whose material was read in one way or another. */
export function answerAs(request: ModelRequest, reading: Reading): unknown {
  const schema = schemaOf(request)
  const fields = fieldsOf(schema)
  if (isKnown(fields)) return answerFrom(reading, fields)
  return schema === null ? summarize(reading.blocks, SUMMARY_WORDS) : fillSchema(schema)
}

/** A model that does its work: answers with the source's own sentences, always in the same way. */
export const reader: Mind = (request) => answerAs(request, readFences(request.turns))
