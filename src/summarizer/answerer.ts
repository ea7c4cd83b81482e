import type { ExtractedDocument } from '../shared/document.ts'
import type { AnswerResult, EarlierQuestion, Passage } from '../shared/questions/answer.ts'
import type { Engine } from '../shared/summary/summary.ts'
import type { Done, SummarizeOptions } from './summarizer.ts'

export interface AnswerOptions extends Pick<SummarizeOptions, 'onUsage' | 'onModelCall' | 'signal'> {
  /** Earlier questions about the same sources, oldest first, which the question may refer to. */
  earlier?: readonly EarlierQuestion[] | undefined
  /** BCP 47 tag of the language to answer in; unset: that of the question. Passages stay in their own. */
  language?: string | undefined
  /** Whether an answer without a language model has passages even if none has a word of the question. */
  withoutMatches?: boolean | undefined
}

export type AnswerStep =
  | { type: 'progress'; stage: 'searching' | 'writing' | 'checking' }
  /** The best passages so far. */
  | { type: 'passages'; passages: Passage[] }
  /** The sentences so far, not yet checked. */
  | { type: 'partial'; sentences: string[] }

export type AnswerEvent = AnswerStep | Done<AnswerResult>

/** Answers questions about sources with a stream of events that ends in one `done`. */
export interface Answerer<Document = ExtractedDocument> {
  readonly engine: Engine
  /**
   * @param documents the sources: one, or the candidates of a library, whose passages are ranked together
   * @throws AppError `invalid_input` for an empty or overlong question, `source_too_complex`, `cancelled`,
   *   `model_unavailable` and `model_refused`
   */
  answer(documents: readonly Document[], question: string, options: AnswerOptions): AsyncIterable<AnswerEvent>
}

/** The engine of answers without a language model. */
export const passagesEngine: Engine = {
  id: 'passages',
  label: 'Passages of the source, found without a language model',
}
