import { countWords } from '../../../../src/shared/text/words.ts'
import type { FakeModel } from '../plan.ts'
import { instructionsOf, type ModelRequest } from '../request.ts'
import { fieldsOf, fillSchema, schemaOf } from './answer-schema.ts'
import { type ParsedPrompt, type PromptLine, parsePrompt } from './parse-prompt.ts'
import { asksForDetails, type RequestedLength, requestedLength } from './requested-length.ts'

/** A line together with the blocks it rests on. */
interface CitedLine {
  text: string
  blocks: string[]
}

interface AnsweredPart {
  title: string
  form: string
  header: string[]
  lines: { cells: string[]; blocks: string[] }[]
}

/** The page as a model answers it, without parts and quotes where the product asks for none. */
interface PageAnswer {
  kind: string
  flags: string[]
  title: string
  gist: CitedLine
  takeaways: (CitedLine & { label: string; details?: Omit<AnsweredPart, 'title'>[] })[]
  keyParts: { title: string; lines: CitedLine[] }[]
  summary: CitedLine[]
  parts?: AnsweredPart[]
  quotes?: { text: string; speaker: string; block: string }[]
}

const PARTS = 4
const TITLE_WORDS = 6
const SENTENCES_A_BLOCK = 4
/** Sentences of a source of few blocks. */
const MIN_SENTENCES = 40
const SENTENCES_A_PARAGRAPH = 6
/** Longest sentence that is taken whole, in characters: captions have no full stops. */
const SENTENCE_CHARACTERS = 300

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const fullStop = /[.!?…。！？।؟۔]["'”’»)」』]*$/u

/** A sentence, or pieces of a very long one. */
function* pieces(sentence: string): Generator<string> {
  let rest = sentence.trim()
  while (rest.length > SENTENCE_CHARACTERS) {
    const space = rest.lastIndexOf(' ', SENTENCE_CHARACTERS)
    const end = space > 0 ? space : SENTENCE_CHARACTERS
    yield rest.slice(0, end)
    rest = rest.slice(end).trim()
  }
  if (rest !== '') yield rest
}

/** The first sentences of a text, verbatim. */
function firstSentences(text: string, most: number): string[] {
  const found: string[] = []
  for (const { segment } of segmenter.segment(text.slice(0, 2 * most * SENTENCE_CHARACTERS))) {
    found.push(...pieces(segment))
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

const firstSentence = (text: string): string => firstSentences(text, 1)[0] ?? text

/** Ends the model's own text like a sentence. */
const closed = (sentence: string): string => (fullStop.test(sentence) ? sentence : `${sentence}.`)

/** Members of a list, evenly spread over it, in its order. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return list.filter((_, at) => Math.floor((at * most) / list.length) !== Math.floor(((at - 1) * most) / list.length))
}

/** A sentence of the material, and the blocks that it is in. */
interface Sentence extends CitedLine {
  /** Position of its line, and its own within that. */
  line: number
  rank: number
}

/** The sentences of some lines, evenly spread over them. */
function sentencesOf(lines: readonly PromptLine[]): Sentence[] {
  const most = Math.max(SENTENCES_A_BLOCK, Math.ceil(MIN_SENTENCES / Math.max(1, lines.length)))
  return spread(lines, 120).flatMap(({ text, ids }, line) =>
    firstSentences(text, most).map((sentence, rank) => ({
      text: closed(sentence),
      blocks: [...ids],
      line,
      rank,
    })),
  )
}

/** Takes sentences from all over a list, first ones of their lines first, until there are enough; in their order. */
function takeWords(
  sentences: readonly Sentence[],
  { least, most, unit }: RequestedLength,
  used: Set<string>,
): Sentence[] {
  const wanted = (least + most) / 2
  const picked: Sentence[] = []
  let length = 0
  for (const sentence of sentences.toSorted((one, other) => one.rank - other.rank || one.line - other.line)) {
    const added = unit === 'words' ? countWords(sentence.text) : sentence.text.length
    if (used.has(sentence.text) || (picked.length > 0 && (length >= wanted || length + added > most))) continue
    if (most === 0) break
    picked.push(sentence)
    used.add(sentence.text)
    length += added
  }
  return picked.sort((one, other) => one.line - other.line || one.rank - other.rank)
}

const textOf = (sentences: readonly Sentence[]): string => sentences.map(({ text }) => text).join(' ')

/** Sentences as paragraphs that cite their blocks. */
function paragraphs(sentences: readonly Sentence[]): CitedLine[] {
  const count = Math.ceil(sentences.length / SENTENCES_A_PARAGRAPH)
  return Array.from({ length: count }, (_, at) => {
    const own = sentences.slice(at * SENTENCES_A_PARAGRAPH, (at + 1) * SENTENCES_A_PARAGRAPH)
    return { text: textOf(own), blocks: [...new Set(own.flatMap(({ blocks }) => blocks))].slice(0, 4) }
  })
}

function bulletsOf(sentences: readonly Sentence[], count = PARTS): AnsweredPart[] {
  const size = Math.ceil(sentences.length / count)
  return Array.from({ length: count }, (_, at) => sentences.slice(at * size, (at + 1) * size))
    .filter((part) => part.length > 0)
    .map((part) => ({
      title: (part[0]?.text ?? '').split(' ').slice(0, 4).join(' '),
      form: 'bullets',
      header: [],
      lines: part.map(({ text, blocks }) => ({ cells: [text], blocks })),
    }))
}

/** Quotes the first unused sentence of some lines. */
const quotesOf = (lines: readonly PromptLine[], most: number, used: Set<string>) =>
  spread(lines, most).flatMap((line) => {
    const text = firstSentences(line.text, 3).find((sentence) => !used.has(closed(sentence)))
    if (text === undefined) return []
    used.add(closed(text))
    return [{ text, speaker: '', block: line.ids[0] ?? '' }]
  })

/** Answers with a page that repeats no sentence, and uses most of the material for its summary and parts. */
function pageFrom({ lines }: ParsedPrompt, instructions: string, fields: ReadonlySet<string>): PageAnswer {
  const text = lines.filter(({ kind }) => kind === 'text')
  const quotable = lines.filter(({ kind }) => kind === 'quote')
  const length = (field: string): RequestedLength => requestedLength(instructions, field)
  const sentences = [...new Map(sentencesOf(text).map((sentence) => [sentence.text, sentence])).values()]
  const [lead, ...others] = sentences
  const used = new Set([lead?.text ?? ''])
  const firsts = others.filter(({ rank }) => rank === 0)
  const most = Math.min(length('takeaways').most, Math.ceil(others.length / 3))
  const takeaways = spread(firsts.length > 0 ? firsts : others, most)
  for (const takeaway of takeaways) used.add(takeaway.text)
  const mostQuotes = fields.has('quotes') ? length('quotes').most : 0
  // Short material is needed for the summary.
  const quoted = others.length > 5 * mostQuotes ? used : new Set(used)
  const quotes = quotesOf(quotable.length > 0 ? quotable : text, mostQuotes, quoted)
  const summary = paragraphs(takeWords(sentences, length('summary'), used))
  const parts = fields.has('parts') ? takeWords(sentences, length('parts'), used) : []
  const isDetailed = fields.has('parts') && asksForDetails(instructions)
  const details = isDetailed ? bulletsOf(parts, takeaways.length) : []
  return {
    kind: 'news',
    flags: [],
    // Words of the source, where the product asks for a title.
    title: instructions.includes('- title: at most')
      ? (lead?.text ?? '').split(' ').slice(0, TITLE_WORDS).join(' ')
      : '',
    gist: { text: lead?.text ?? '', blocks: lead?.blocks ?? [] },
    takeaways: takeaways.map(({ text: said, blocks }, at) => {
      const takeaway = { label: said.split(' ').slice(0, 2).join(' '), text: said, blocks }
      return fields.has('parts') ? Object.assign(takeaway, { details: details.slice(at, at + 1) }) : takeaway
    }),
    keyParts: [],
    summary,
    ...(fields.has('parts') ? { parts: isDetailed ? [] : bulletsOf(parts) } : {}),
    ...(fields.has('quotes') ? { quotes } : {}),
  }
}

/** Answers with notes on a section. */
function notesFrom({ lines }: ParsedPrompt, instructions: string) {
  const text = lines.filter(({ kind }) => kind === 'text')
  const length = (field: string): RequestedLength => requestedLength(instructions, field)
  return {
    summary: textOf(takeWords(sentencesOf(text), length('summary'), new Set())),
    points: spread(text, length('points').most).map((line) => ({
      text: closed(firstSentence(line.text)),
      blocks: [...line.ids],
    })),
    quotes: quotesOf(text, length('quotes').most, new Set()),
  }
}

const longWords = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])

/** Answers a question with the sentence that shares most words with it; with none if no sentence shares any. */
function repliesTo({ question, lines }: ParsedPrompt) {
  const asked = longWords(question)
  const [best] = sentencesOf(lines.filter(({ kind }) => kind === 'text'))
    .map((sentence) => ({ sentence, shared: asked.intersection(longWords(sentence.text)).size }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
  const sentences = best === undefined ? [] : [{ text: best.sentence.text, blocks: best.sentence.blocks }]
  return { searches: [], sentences }
}

/** Answers in the shape that is asked for; which one that is follows from the schema. */
function answerFrom(prompt: ParsedPrompt, instructions: string, fields: ReadonlySet<string>): unknown {
  if (fields.has('gist')) return pageFrom(prompt, instructions, fields)
  if (fields.has('points')) return notesFrom(prompt, instructions)
  if (fields.has('searches')) return repliesTo(prompt)
  if (fields.has('wrong')) return { wrong: [], supported: [], orders: [] }
  const [first] = prompt.lines
  return { text: closed(firstSentence(first?.text ?? '')), blocks: [...(first?.ids ?? [])] }
}

/** Whether a schema is answered from the material; others are filled with any values. */
const isKnown = (fields: ReadonlySet<string>): boolean =>
  fields.has('summary') || fields.has('searches') || fields.has('wrong') || fields.has('blocks')

/** Answers a request whose prompt was parsed in one way or another. */
export function answerPrompt(request: Pick<ModelRequest, 'turns' | 'schema'>, prompt: ParsedPrompt): unknown {
  const schema = schemaOf(request)
  const fields = fieldsOf(schema)
  const instructions = instructionsOf(request)
  if (isKnown(fields)) return answerFrom(prompt, instructions, fields)
  if (schema !== null) return fillSchema(schema)
  return textOf(takeWords(sentencesOf(prompt.lines), requestedLength(instructions, 'summary'), new Set()))
}

/** A model that works correctly: returns the source's own sentences, deterministically. */
export const faithfulModel: FakeModel = (request) => answerPrompt(request, parsePrompt(request.turns))
