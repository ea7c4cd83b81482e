import type { ExtractedDocument } from '../shared/document.ts'
import { AppError } from '../shared/errors.ts'
import {
  type AnswerResult,
  type EarlierQuestion,
  MAX_QUESTION_CHARACTERS,
  type Passage,
} from '../shared/questions/answer.ts'
import type { Engine } from '../shared/summary/summary.ts'
import { formatCount } from '../shared/text/format.ts'
import type { Done, SummarizeOptions } from './summarizer.ts'

export interface AnswerOptions extends Pick<SummarizeOptions, 'onUsage' | 'onModelCall' | 'signal'> {
  /** Earlier questions about the same sources, oldest first, which the question may refer to. */
  earlier?: readonly EarlierQuestion[] | undefined
  /** BCP 47 tag of the language to answer in; unset: that of the question. Passages stay in their own. */
  language?: string | undefined
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

/** Trims a question. @throws AppError `invalid_input` if it is empty or too long */
export function parseQuestion(typed: string): string {
  const question = typed.trim()
  if (question === '') throw new AppError('invalid_input', 'Type a question first.')
  if (question.length > MAX_QUESTION_CHARACTERS) {
    const most = formatCount(MAX_QUESTION_CHARACTERS)
    throw new AppError('invalid_input', `This question is too long. Ask it in at most ${most} characters.`)
  }
  return question
}
