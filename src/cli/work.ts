import { type Pipeline, summarizeDocument, summarizeSource } from '../server/features/summaries/summarize-source.ts'
import type { ExtractedDocument } from '../shared/document.ts'
import { AppError } from '../shared/errors.ts'
import { type LanguageChoice, sourceLanguage } from '../shared/languages.ts'
import type { ModelUsage, Progress, SummaryResult } from '../shared/summary.ts'
import { type PackedDocument, packDocument, unpackDocument } from '../threads/packed-document.ts'
import { type DocumentAnswer, documentAnswer, type SummaryAnswer, summaryAnswer } from './answers.ts'
import type { Source } from './source.ts'

export interface WorkOptions {
  signal: AbortSignal
  onProgress?: (progress: Progress) => void
}

export interface SummarizeOptions extends WorkOptions {
  /** Bound on the length of the summary, in words. */
  words?: number | undefined
  /** Also the long summary and the notable quotes. */
  advanced?: boolean | undefined
  /** Language to write in. */
  language?: LanguageChoice | undefined
  /** Hears what language models have been used for, also where nothing comes of it. */
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
  { signal, onProgress, words, advanced = false, language = sourceLanguage, onUsage }: SummarizeOptions,
): Promise<SummaryAnswer> {
  const options = {
    signal,
    advanced,
    ...(words === undefined ? {} : { maxWords: words }),
    ...(language === sourceLanguage ? {} : { language }),
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
