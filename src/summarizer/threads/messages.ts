import type { MessagePort } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { ThreadEnded } from '../../threads/thread-pool.ts'
import type { AnswerOptions } from '../answerer.ts'
import type { SchemaName } from '../llm/answers.ts'
import type { ModelAnswer, ModelCall, ModelFailureKind, Models } from '../models/model.ts'
import type { SummarizeOptions } from '../summarizer.ts'

/** The language models for a thread, which has no keys and has the main thread call them. */
export interface ModelFacts extends Pick<Models, 'names' | 'contextTokens'> {
  parallelCalls: number
  secondRead: boolean
}

type Work =
  | {
      work: 'summarize'
      /** The JSON of a packed document. */
      json: Uint8Array
      options: Pick<SummarizeOptions, 'maxWords' | 'advanced' | 'language' | 'focus'>
    }
  | {
      work: 'answer'
      /** The JSON of packed documents. */
      jsons: readonly Uint8Array[]
      question: string
      options: Pick<AnswerOptions, 'earlier' | 'language' | 'withoutMatches'>
    }

/** A task without its port. */
export type UnsentTask = Work & {
  /** Null without language models. */
  models: ModelFacts | null
}

export type ThreadTask = UnsentTask & {
  /** Carries requests to the main thread, and replies back. */
  port: MessagePort
}

/** End of a task. Its events are sent over the port. */
export type TaskAnswer = 'done' | TaskFailure

/** An error in a form that crosses threads, which lose its class. */
interface TaskFailure {
  /** Null for an error that isn't an `AppError`. */
  code: ErrorCode | null
  message: string
  /** Cause or stack, for the log. */
  detail: string | null
}

/** A call of a language model that the main thread makes for a thread. */
type ThreadCall = Pick<ModelCall<unknown>, 'instructions' | 'prompt' | 'maxOutputTokens' | 'isCheck'> & {
  schemaName: SchemaName
  /** Whether the thread wants partial answers. */
  partials: boolean
}

export type ThreadQuestion =
  | { type: 'get'; key: string }
  | { type: 'set'; key: string; value: unknown }
  | { type: 'call'; call: ThreadCall }

export type ThreadMessage<Event, Result> =
  | { type: 'event'; event: Event }
  | { type: 'result'; result: Result }
  | { type: 'question'; id: number; question: ThreadQuestion }

/** The main thread's reply to a question; partial answers come before the others. */
export type ThreadReply = { id: number } & (
  | { type: 'partial'; partial: unknown }
  | { type: 'value'; value: unknown }
  | { type: 'answer'; answer: ModelAnswer<unknown> }
  | { type: 'failure'; kind: ModelFailureKind; message: string }
)

/** Cause of an error that crossed threads: its message is the error's stack, or its own cause. */
class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure'
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

export function failureOf(error: unknown): TaskFailure {
  if (error instanceof AppError) {
    const { code, message, cause } = error
    return { code, message, detail: cause === undefined ? null : describe(cause) }
  }
  const detail = error instanceof Error ? (error.stack ?? describe(error)) : describe(error)
  // V8's own limits: the stack, the length of a string or an array.
  if (error instanceof RangeError) {
    const message = 'This source is too complex to summarize. Try a shorter one.'
    return { code: 'source_too_complex', message, detail }
  }
  return { code: null, message: 'The summarizer failed.', detail }
}

export function errorOf({ code, message, detail }: TaskFailure): Error {
  const options = detail === null ? {} : { cause: new ThreadFailure(detail) }
  return code === null ? new Error(message, options) : new AppError(code, message, options)
}

export function errorOfEnd(ended: ThreadEnded, work: Work['work']): Error {
  const isSummary = work === 'summarize'
  if (ended.end === 'cancelled') {
    return new AppError('cancelled', `The ${isSummary ? 'summary' : 'question'} was canceled.`, { cause: ended })
  }
  if (ended.end === 'crash') return ended
  return new AppError(
    'source_too_complex',
    `This source takes too much memory to ${isSummary ? 'summarize' : 'search'}, so it was stopped. Try a shorter one.`,
    { cause: ended },
  )
}
