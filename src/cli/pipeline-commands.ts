import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isRecording, type Pipeline, summarizeDocument, summarizeSource } from '../pipeline/pipeline.ts'
import { documentText, type ExtractedDocument } from '../shared/document.ts'
import { AppError, codeOf } from '../shared/errors.ts'
import type { Answer, AnswerCitation } from '../shared/questions/answer.ts'
import type { Citation } from '../shared/summary/citation.ts'
import { pageAsTexts } from '../shared/summary/partial-page.ts'
import type { ModelUsage, Progress, SummaryResult } from '../shared/summary/summary.ts'
import { formatBytes } from '../shared/text/format.ts'
import { type LanguageChoice, sourceLanguage } from '../shared/text/languages.ts'
import { joinedName, MAX_PICTURES } from '../shared/uploads.ts'
import { type PackedDocument, packDocument, unpackDocument } from '../threads/packed-document.ts'
import type { Terminal } from './terminal.ts'

export type Source = Parameters<Pipeline['ingest']['read']>[0]

interface SourceFacts {
  /** Original URL of a file. */
  url?: string | undefined
  title?: string | undefined
}

/** Twice what the product takes as an upload. */
const MAX_FILE_BYTES = 100 * 1024 * 1024

const unpack = promisify(gunzip)

const tooLarge = (name: string, cause?: unknown) =>
  new AppError('source_too_large', `${name} is larger than ${formatBytes(MAX_FILE_BYTES)}.`, { cause })

/** Archives of pages are kept gzipped (RFC 1952); what is inside has the limit of a file. */
async function unpacked(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await unpack(bytes, { maxOutputLength: MAX_FILE_BYTES })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(name, error)
    throw new AppError('source_damaged', `${name} is gzipped, but damaged.`, { cause: error })
  }
}

async function asFile(packed: Uint8Array, fileName: string | null, facts: SourceFacts): Promise<Source> {
  const bytes = await unpacked(packed, fileName === null ? 'Standard input' : `The file "${fileName}"`)
  const name = fileName?.replace(/\.gz$/iu, '') ?? null
  return { kind: 'file', bytes, fileName: name, url: facts.url ?? null, title: facts.title ?? null }
}

const reasons: Record<string, string> = { EACCES: 'permission denied', EISDIR: 'it is a folder' }

async function fileAt(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file)
    if (size > MAX_FILE_BYTES) throw tooLarge(`The file "${file}"`)
    return await readFile(file)
  } catch (error) {
    if (error instanceof AppError) throw error
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new AppError('source_not_found', `There is no file "${file}". URLs begin with https://.`)
    }
    throw new AppError('invalid_input', `The file "${file}" cannot be read: ${reasons[code] ?? code}.`)
  }
}

/**
 * Resolves an argument: a URL, `-` for standard input, else a file.
 * @throws AppError source_not_found, source_too_large, invalid_input
 */
export async function sourceOf(typed: string, terminal: Terminal, facts: SourceFacts = {}): Promise<Source> {
  if (typed === '-') return asFile(await buffer(terminal.input), null, facts)
  // Any scheme but file: is a URL; the reader rejects those it does not support.
  if (/^(?!file:)(?:[a-z][a-z\d+.-]*:\/\/|www\.)/iu.test(typed)) return { kind: 'url', url: typed }
  const file = typed.startsWith('file://') ? fileURLToPath(typed) : path.resolve(terminal.folder, typed)
  const fileName = path.basename(file)
  if (await isRecording(file))
    return { kind: 'recording', path: file, fileName, url: facts.url ?? null, title: facts.title ?? null }
  return asFile(await fileAt(file), fileName, facts)
}

/**
 * Resolves the arguments of a command: one, as `sourceOf`, or pictures, which are the pages of one document, in order.
 * @throws AppError invalid_input, those of `sourceOf` and of joining
 */
export async function sourceOfAll(
  pipeline: Pick<Pipeline, 'ingest'>,
  typed: readonly string[],
  terminal: Terminal,
  facts: SourceFacts & { signal: AbortSignal },
): Promise<Source> {
  const [first = '', ...others] = typed
  if (others.length === 0) return sourceOf(first, terminal, facts)
  if (typed.length > MAX_PICTURES) {
    throw new AppError('invalid_input', `A document can have at most ${MAX_PICTURES} pictures.`)
  }
  const names: string[] = []
  async function* pictures() {
    for (const one of typed) {
      const source = await sourceOf(one, terminal)
      if (source.kind !== 'file')
        throw new AppError('invalid_input', `${one} isn’t a picture. Give one source at a time.`)
      names.push(source.fileName ?? one)
      yield { bytes: source.bytes, fileName: source.fileName ?? one }
    }
  }
  const bytes = await pipeline.ingest.join(pictures(), facts.signal)
  return { kind: 'file', bytes, fileName: joinedName(names), url: facts.url ?? null, title: facts.title ?? null }
}

/** A document as the command answers it: with its whole text beside its blocks. */
export function documentAnswer(document: ExtractedDocument) {
  const { blocks, ...facts } = document
  return { ...facts, text: documentText(document), blocks }
}
export type DocumentAnswer = ReturnType<typeof documentAnswer>

/** A summary as the command answers it, under the names that the API uses. */
export function summaryAnswer(document: Omit<ExtractedDocument, 'blocks'>, result: SummaryResult) {
  const { kind, url, author, site, publishedAt, words, sourceInfo } = document
  const title = result.page.title ?? document.title
  const facts = { title, kind, url, author, site, publishedAt, words, sourceInfo }
  return { ...facts, ...pageAsTexts(result.page), ...result }
}
export type SummaryAnswer = ReturnType<typeof summaryAnswer>

interface WorkOptions {
  signal: AbortSignal
  onProgress?: (progress: Progress) => void
}

export interface SummarizeOptions extends WorkOptions {
  /** Bound on the length of the summary, in words. */
  words?: number | undefined
  /** Also the long summary and the notable quotes. */
  advanced?: boolean | undefined
  language?: LanguageChoice | undefined
  /** Topic of the page; empty for the whole source. */
  focus?: string | undefined
  /** Called with the usage of language models, also for failed summaries. */
  onUsage?: (usage: ModelUsage[]) => void
}

/** Reads a source, also one that is too short to summarize. */
export async function extract(pipeline: Pipeline, source: Source, options: WorkOptions): Promise<DocumentAnswer> {
  const { signal, onProgress } = options
  const document = await pipeline.ingest.read(source, {
    signal,
    minWords: 1,
    onProgress: ({ stage, ...facts }) => onProgress?.({ stage, done: 0, total: 1, ...facts }),
  })
  return documentAnswer(unpackDocument(document))
}

/** Reads a source, or takes a document that has been read before, and summarizes it. */
export async function summarize(
  pipeline: Pipeline,
  subject: Source | ExtractedDocument,
  { signal, onProgress, words, advanced = false, language = sourceLanguage, focus, onUsage }: SummarizeOptions,
): Promise<SummaryAnswer> {
  const options = {
    signal,
    advanced,
    ...(words === undefined ? {} : { maxWords: words }),
    ...(language === sourceLanguage ? {} : { language }),
    ...(focus ? { focus } : {}),
    ...(onUsage === undefined ? {} : { onUsage }),
  }
  const events =
    'blocks' in subject
      ? summarizeDocument(pipeline.summarizer, packDocument(subject), options)
      : summarizeSource(pipeline, subject, options)
  let document: PackedDocument | undefined
  let result: SummaryResult | undefined
  for await (const event of events) {
    if (event.type === 'progress') onProgress?.(event.progress)
    if (event.type === 'document') document = event.document
    if (event.type === 'done') result = event.result
  }
  if (document === undefined || result === undefined) throw new AppError('internal', 'The summary broke off.')
  return summaryAnswer(document, result)
}

export interface AskOptions extends WorkOptions {
  language?: LanguageChoice | undefined
  onUsage?: (usage: ModelUsage[]) => void
  withoutMatches?: boolean
}

/** Reads a source for questions, also one that is too short to summarize. */
export const readForQuestions = async (
  pipeline: Pipeline,
  subject: Source | ExtractedDocument,
  { signal, onProgress }: WorkOptions,
): Promise<PackedDocument> =>
  'blocks' in subject
    ? packDocument(subject)
    : pipeline.ingest.read(subject, {
        signal,
        minWords: 1,
        onProgress: ({ stage, ...facts }) => onProgress?.({ stage, done: 0, total: 1, ...facts }),
      })

/** Answers a question about a source. */
export async function ask(
  pipeline: Pipeline,
  document: PackedDocument,
  question: string,
  { signal, onProgress, language = sourceLanguage, onUsage, withoutMatches }: AskOptions,
): Promise<Answer> {
  const options = {
    signal,
    withoutMatches,
    ...(language === sourceLanguage ? {} : { language }),
    ...(onUsage && { onUsage }),
  }
  for await (const event of pipeline.answerer.answer([document], question, options)) {
    if (event.type === 'progress') {
      onProgress?.({ stage: event.stage === 'checking' ? 'checking' : 'reading', done: 0, total: 1 })
    }
    if (event.type === 'done') return event.result.answer
  }
  throw new AppError('internal', 'The answer broke off.')
}

const toCitation = ({ blockId, location, label, excerpt }: AnswerCitation): Citation => ({
  blockId,
  location,
  label,
  excerpt,
})

/** An answer as the command returns it: without the index of its only source. */
export function questionAnswer({ outcome, sentences, passages }: Answer) {
  return {
    outcome,
    answer:
      outcome === 'answered'
        ? sentences.map(({ text, citations }) => ({ text, citations: citations.map(toCitation) }))
        : null,
    passages: passages.map(({ text, citations }) => ({ text, citations })),
  }
}
export type QuestionAnswer = ReturnType<typeof questionAnswer>
