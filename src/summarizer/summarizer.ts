import type { ExtractedDocument } from '../shared/document.ts'
import type { Engine, Progress, SummaryResult } from '../shared/summary.ts'

export interface SummarizeOptions {
  /** Upper bound of the basic summary, in words as `countWords` counts; unset: a length that follows the source. */
  maxWords?: number
  /** Also make the advanced summary and the notable quotes. */
  advanced: boolean
  signal: AbortSignal
}

export type SummarizerEvent =
  | { type: 'progress'; progress: Pick<Progress, 'done' | 'total'> & { stage: 'summarizing' | 'checking' } }
  | { type: 'partial'; text: string }
  | { type: 'done'; result: SummaryResult }

/** Turns a document into a stream of events that ends in one `done`. */
export interface Summarizer {
  readonly engine: Engine
  /**
   * @throws AppError `source_too_short` when nothing can be summarized, `cancelled` when the signal fires
   */
  summarize(document: ExtractedDocument, options: SummarizeOptions): AsyncIterable<SummarizerEvent>
}
