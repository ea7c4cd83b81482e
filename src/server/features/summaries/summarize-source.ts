import type { Ingest, SourceInput } from '../../../ingest/index.ts'
import type { ExtractedDocument } from '../../../shared/document.ts'
import type { Progress, SummaryResult } from '../../../shared/summary.ts'
import type { Summarizer } from '../../../summarizer/index.ts'

/** What reads sources and what summarizes them: the same pair behind the routes and the command. */
export interface Pipeline {
  ingest: Ingest
  summarizer: Summarizer
}

export interface SummarizeSourceOptions {
  /** Bound on the length of the summary, in words. */
  maxWords?: number
  advanced: boolean
  signal: AbortSignal
}

export type SourceEvent =
  | { type: 'progress'; progress: Progress }
  | { type: 'document'; document: ExtractedDocument }
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

/** Reads a source. */
async function* readSource(
  pipeline: Pipeline,
  input: SourceInput,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent, ExtractedDocument> {
  return yield* whileWaiting<SourceEvent, ExtractedDocument>(async (report) =>
    pipeline.ingest.read(input, {
      signal,
      onProgress: ({ stage, ...facts }) =>
        report({ type: 'progress', progress: { stage, done: 0, total: 1, ...facts } }),
    }),
  )
}

/** Summarizes a document that has been read. */
export async function* summarizeDocument(
  summarizer: Summarizer,
  document: ExtractedDocument,
  options: SummarizeSourceOptions,
): AsyncGenerator<SourceEvent> {
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
  options: SummarizeSourceOptions,
): AsyncGenerator<SourceEvent> {
  const document = yield* readSource(pipeline, input, options.signal)
  yield* summarizeDocument(pipeline.summarizer, document, options)
}
