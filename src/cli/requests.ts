import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { type ExtractedDocument, extractedDocumentSchema } from '../shared/document.ts'
import { AppError } from '../shared/errors.ts'
import { parseQuestion } from '../shared/questions/answer.ts'
import { focusSchema } from '../shared/summary/focus-schema.ts'
import { languageChoiceSchema } from '../shared/text/language-schemas.ts'
import type { PackedDocument } from '../threads/packed-document.ts'
import {
  type AskOptions,
  ask,
  extract,
  questionAnswer,
  readForQuestions,
  type Source,
  type SummarizeOptions,
  sourceOf,
  summarize,
} from './pipeline-commands.ts'
import { failureOf, type Terminal, write } from './terminal.ts'

const idSchema = z.union([z.string(), z.number()])

const requestSchema = z
  .object({
    id: idSchema,
    /** An address or a file. */
    input: z.string().min(1).optional(),
    /** A text, a page's HTML, or a document as `extract` answers it. */
    document: z.union([z.string(), extractedDocumentSchema]).optional(),
    /** Original URL of a file or page. */
    url: z.string().optional(),
    title: z.string().optional(),
    words: z.int().min(1).optional(),
    advanced: z.boolean().optional(),
    language: languageChoiceSchema.optional(),
    /** For `summarize`: what the page should be about. */
    focus: focusSchema.optional(),
    /** For `ask`. */
    question: z.string().optional(),
  })
  .refine(({ input, document }) => (input === undefined) !== (document === undefined), {
    error: 'expected exactly one of "input" and "document"',
  })
type Request = z.infer<typeof requestSchema>

type Id = z.infer<typeof idSchema> | null

/** Concurrent requests: some wait for the network while others are parsed. */
const CONCURRENCY = 8

/** How pages begin: a declaration, a comment, or one of the elements that come first. */
const startOfPage = /^\uFEFF?\s*<(?:!--|\?xml\b|!doctype\b|(?:html|head|title|meta|body|main|article|div|p|h1)[\s>])/i

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new AppError('invalid_input', 'This line is not JSON.')
  }
}

function parseRequest(value: unknown): Request {
  const parsed = requestSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new AppError('invalid_input', `Invalid request: ${faults.join('; ').replace(/\.$/u, '')}.`)
}

async function subjectOf(request: Request, terminal: Terminal): Promise<Source | ExtractedDocument> {
  const { input, document, url, title } = request
  if (input === '-') throw new AppError('invalid_input', 'Standard input contains the requests; give a file or a URL.')
  if (input !== undefined) return sourceOf(input, terminal, { url, title })
  if (typeof document !== 'string' && document !== undefined) return document
  const content = document ?? ''
  if (startOfPage.test(content)) return { kind: 'html', html: content, url: url ?? null }
  return { kind: 'text', content, title: title ?? null }
}

/** One line in, one answer out; never throws. */
async function answer(line: string, reply: (request: Request) => Promise<object>): Promise<object> {
  let id: Id = null
  try {
    const value = parseLine(line)
    id = z.object({ id: idSchema }).safeParse(value).data?.id ?? null
    return { id, ok: true, ...(await reply(parseRequest(value))) }
  } catch (error) {
    return { id, ok: false, error: failureOf(error) }
  }
}

/**
 * Answers requests, one JSON object per line each way, until standard input ends. Several run concurrently; answers keep
 * the order of the requests, each written as soon as it and those before it are complete.
 */
async function answerAll(terminal: Terminal, reply: (request: Request) => Promise<object>): Promise<void> {
  const underWay: Promise<void>[] = []
  let written = Promise.resolve()
  for await (const line of createInterface({ input: terminal.input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const before = written
    const answered = answer(line, reply)
    written = (async () => {
      const text = JSON.stringify(await answered)
      await before
      await write(terminal.output, `${text}\n`)
    })()
    underWay.push(written)
    if (underWay.length >= CONCURRENCY) await underWay.shift()
  }
  await written
}

/** Reads one source a request. */
export async function extractRequests(pipeline: Pipeline, terminal: Terminal, signal: AbortSignal): Promise<void> {
  await answerAll(terminal, async (request) => {
    const subject = await subjectOf(request, terminal)
    if ('blocks' in subject) throw new AppError('invalid_input', 'This document has already been extracted.')
    return { document: await extract(pipeline, subject, { signal }) }
  })
}

/** Summarizes one source a request; `words`, `advanced`, `language` and `focus` of a request go before those of the command. */
export async function summarizeRequests(pipeline: Pipeline, terminal: Terminal, options: SummarizeOptions) {
  await answerAll(terminal, async (request) => {
    const { words = options.words, advanced = options.advanced } = request
    const { language = options.language, focus = options.focus } = request
    const subject = await subjectOf(request, terminal)
    return { summary: await summarize(pipeline, subject, { signal: options.signal, words, advanced, language, focus }) }
  })
}

/** Answers one question a request. Questions about the same source in a row read it once. */
export async function askRequests(pipeline: Pipeline, terminal: Terminal, options: AskOptions): Promise<void> {
  const { signal } = options
  let last: { source: string; document: Promise<PackedDocument> } | undefined
  const documentOf = async (request: Request): Promise<PackedDocument> => {
    const { input, document, url, title } = request
    const source = JSON.stringify([input, document, url, title])
    if (last?.source !== source) {
      const read = async () => readForQuestions(pipeline, await subjectOf(request, terminal), { signal })
      last = { source, document: read() }
    }
    return last.document
  }
  await answerAll(terminal, async (request) => {
    const { question, language = options.language } = request
    if (question === undefined) throw new AppError('invalid_input', 'Invalid request: question: expected a string.')
    // Before reading, which may take long.
    parseQuestion(question)
    const document = await documentOf(request)
    return questionAnswer(await ask(pipeline, document, question, { signal, language, withoutMatches: true }))
  })
}
