import type { z } from 'zod'
import type { ModelUsage } from '../../shared/summary/summary.ts'

/** One request to a language model. */
export interface ModelCall<T> {
  /** The task: the product's own words only, never text of a source. */
  instructions: string
  prompt: string
  /** A picture that the prompt is about, as JPEG. */
  picture?: Uint8Array
  /** Shape of the answer: sent to the model as JSON schema, and validated on arrival. */
  schema: z.ZodType<T>
  /** Name of the schema for providers: letters, digits, underscores. */
  schemaName: string
  /** Whether to ask the model for checks first. */
  isCheck?: boolean
  maxOutputTokens: number
  /** Called with the answer so far: JSON that may not fit the schema yet. Starts over when a try fails. */
  onPartial?: (partial: unknown) => void
  signal: AbortSignal
}

export interface ModelAnswer<T> {
  value: T
  /** The model that answered, as configured. */
  model: string
}

/**
 * Reasons for a missing answer:
 * - `unavailable`: every model failed or is paused after many failures
 * - `timed_out`: the same, and the last one timed out
 * - `refused`: the last model that answered declined to work on this material
 * - `invalid`: models answered, but never in the requested shape
 * - `too_long`: the request exceeds the models' windows, or a server silently truncated it: send less
 * - `cut`: the answer was longer than `maxOutputTokens`: ask for less, or allow more
 */
export type ModelFailureKind = 'unavailable' | 'timed_out' | 'refused' | 'invalid' | 'too_long' | 'cut'

/** No model answered. The message is safe to log: it contains no key and no text of a source. */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind

  constructor(kind: ModelFailureKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'ModelFailure'
    this.kind = kind
  }
}

/** The models for one summary, with its token usage. */
export interface ModelSession {
  /** Asks the models in order. Throws ModelFailure, the signal's reason, or what `onPartial` throws. */
  call<T>(call: ModelCall<T>): Promise<ModelAnswer<T>>
  /** Usage of all tries that began to answer; estimated where none is reported, as for interrupted streams. */
  usage(): ModelUsage[]
}

/** The configured language models. */
export interface Models {
  /** As configured, in the order in which they are tried. Never empty. */
  readonly names: readonly [string, ...string[]]
  /** Most tokens of instructions, prompt and answer of one call together; the schema is extra. */
  readonly contextTokens: number
  begin(): ModelSession
}
