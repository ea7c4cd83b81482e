import type { z } from 'zod'
import type { ModelUsage } from '../../shared/summary.ts'

/** One request to a language model. */
export interface ModelCall<T> {
  /** What to do: the product's own words only, never text of a source. */
  instructions: string
  /** The material to do it with. */
  prompt: string
  /** What the answer has to look like: sent to the model as JSON schema, and checked when the answer is there. */
  schema: z.ZodType<T>
  /** Names the schema towards providers: letters, digits, underscores. */
  schemaName: string
  /** Whether the model that is assigned to checks is asked first. */
  isCheck?: boolean
  /** Longest answer, in tokens. */
  maxOutputTokens: number
  /** Hears the answer as far as it has come: JSON that need not fit the schema yet. Starts over when a try fails. */
  onPartial?: (partial: unknown) => void
  signal: AbortSignal
}

export interface ModelAnswer<T> {
  value: T
  /** The model that answered, as configured. */
  model: string
}

/**
 * Why there is no answer:
 * - `unavailable`: every model failed, was cut off, or is left alone for a while after many failures
 * - `timed_out`: the same, and the last one by the time limit of a call
 * - `refused`: the last model that answered declined to work on this material
 * - `invalid`: models answered, but never in the shape that was asked for
 * - `too_long`: the request is longer than the models take, or was shortened by the server without a word: send less
 * - `cut`: the answer was longer than `maxOutputTokens`: ask for less, or allow more
 */
export type ModelFailureKind = 'unavailable' | 'timed_out' | 'refused' | 'invalid' | 'too_long' | 'cut'

/** No model gave an answer. The message is for the log: it holds no key and no text of a source. */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind

  constructor(kind: ModelFailureKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ModelFailure'
    this.kind = kind
  }
}

/** The models as one summary uses them: it counts what the summary costs. */
export interface ModelSession {
  /**
   * Asks the models, in their order, until one answers: with retries, time limits and breakers.
   *
   * @throws ModelFailure when none does; the signal's reason when it fires; what `onPartial` throws
   */
  call<T>(call: ModelCall<T>): Promise<ModelAnswer<T>>
  /**
   * What was used so far, by every try that began to answer: as the providers report it, estimated where they report
   * nothing, as of streams that were cut.
   */
  usage(): ModelUsage[]
}

/** The configured language models. */
export interface Models {
  /** As configured, in the order in which they are tried. Never empty. */
  readonly names: readonly [string, ...string[]]
  /** Tokens that instructions, prompt and answer of one call may have together; the schema comes on top. */
  readonly contextTokens: number
  begin(): ModelSession
}
