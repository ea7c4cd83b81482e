import type { Ingest, SourceInput } from '../../../ingest/index.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Progress, SummaryResult } from '../../../shared/summary.ts'
import type { DocumentSummarizer, SummarizeOptions, Summarizer } from '../../../summarizer/index.ts'
import type { PackedDocument } from '../../../threads/packed-document.ts'

/** What reads sources and what summarizes them: the same pair behind the routes and the command. */
export interface Pipeline {
  ingest: Ingest
  summarizer: DocumentSummarizer
}

/** @throws AppError `language_unavailable` where a summarizer cannot write in another language than the source's */
export function requireLanguage({ translates }: Pick<Summarizer, 'translates'>, language: string | undefined): void {
  if (language === undefined || translates) return
  throw new AppError(
    'language_unavailable',
    'Summaries are made of sentences of the source here, so they are in its language. Choose the same language as the source.',
  )
}

export type SourceEvent =
  | { type: 'progress'; progress: Progress }
  | { type: 'document'; document: PackedDocument }
  | { type: 'partial'; text: string }
  | { type: 'done'; result: SummaryResult }

/** Facts about the source that every later progress report repeats, so that one report is enough to show it all. */
type Facts = Pick<Progress, 'title' | 'bytes' | 'words' | 'pages'>

/** Hands on what a callback reports while a promise is being waited for. */
async function* whileWaiting<T, R>(start: (report: (value: T) => void) => Promise<R>): AsyncGenerator<T, R> {
  const reported: T[] = []
  let wake = (): void => {}
  let settled = false
  const work = start((value) => {
    reported.push(value)
    wake()
  }).finally(() => {
    settled = true
    wake()
  })
  work.catch(() => {})
  for (;;) {
    const next = reported.shift()
    if (next !== undefined) yield next
    else if (settled) return await work
    else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}

/** Reads a source, telling how far it is. */
export async function* readSource(
  pipeline: Pick<Pipeline, 'ingest'>,
  input: SourceInput,
  signal: AbortSignal,
): AsyncGenerator<Progress, PackedDocument> {
  return yield* whileWaiting<Progress, PackedDocument>(async (report) =>
    pipeline.ingest.read(input, {
      signal,
      onProgress: ({ stage, ...facts }) => report({ stage, done: 0, total: 1, ...facts }),
    }),
  )
}

/** Summarizes a document that has been read. */
export async function* summarizeDocument(
  summarizer: DocumentSummarizer,
  document: PackedDocument,
  options: SummarizeOptions,
): AsyncGenerator<SourceEvent> {
  requireLanguage(summarizer, options.language)
  const { bytes, pages } = document.sourceInfo
  const facts: Facts = {
    title: document.title,
    words: document.words,
    ...(bytes === undefined ? {} : { bytes }),
    ...(pages === undefined ? {} : { pages }),
  }
  yield { type: 'document', document }
  for await (const event of summarizer.summarize(document, options)) {
    if (event.type === 'progress') yield { type: 'progress', progress: { ...facts, ...event.progress } }
    else yield event
  }
}

/**
 * Reads a source and summarizes it, telling what happens on the way. The last event is `done`.
 *
 * @throws AppError as the reader and the summarizer do
 */
export async function* summarizeSource(
  pipeline: Pipeline,
  input: SourceInput,
  options: SummarizeOptions,
): AsyncGenerator<SourceEvent> {
  requireLanguage(pipeline.summarizer, options.language)
  const reading = readSource(pipeline, input, options.signal)
  let step = await reading.next()
  while (step.done !== true) {
    yield { type: 'progress', progress: step.value }
    step = await reading.next()
  }
  const document = step.value
  yield* summarizeDocument(pipeline.summarizer, document, options)
}
