import type { ModelRequest } from './request.ts'

export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** Content of an answer. */
export interface Answer {
  /** JSON if requested; another text for a refusal. */
  text: string
  /** Reasoning that some models send before the answer; empty for none. */
  thinking: string
  /** `length`: output limit reached; `refused`: by the model; `filtered`: by the vendor. */
  stop: 'done' | 'length' | 'refused' | 'filtered'
  /** Null if the server doesn't report it. */
  usage: Usage | null
}

/** Kinds of vendor errors, each with the vendor's own message. */
export type FailureKind =
  | 'bad_request'
  | 'unauthorized'
  | 'unknown_model'
  | 'too_long'
  | 'rate_limited'
  | 'out_of_quota'
  | 'server_error'
  | 'overloaded'

/** An error by status and body. */
export interface Failure {
  kind: FailureKind
  headers: Readonly<Record<string, string>>
  /** Repeats the API key of the request in its message, as some gateways do. */
  echoesKey: boolean
}

/**
 * How an answer ends early:
 * - `stall`: nothing more is sent, the connection stays open
 * - `end`: the body ends as if it were complete
 * - `reset`: the connection breaks
 * - `error`: the vendor's error event, then the end
 */
export interface Cut {
  how: 'stall' | 'end' | 'reset' | 'error'
  /** Number of pieces sent before. */
  afterPieces: number
}

/** How one request is answered. Times are in milliseconds; infinite ones last until the client gives up. */
export interface Plan {
  /** Before the first byte. */
  delayMs: number
  /** Between the head of a stream and the first piece of the answer. */
  firstPieceMs: number
  betweenPiecesMs: number
  /** Characters per piece. */
  pieceCharacters: number
  /** Interval of keep-alives; null for none. */
  pingEveryMs: number | null
  /** Set for error responses. */
  failure: Failure | null
  answer: Answer
  cut: Cut | null
}

/** Changes how a request is answered. Behaviors can be combined. */
export type Behavior = (plan: Plan, request: ModelRequest) => Plan

/** Computes a model's answer: JSON, or a text for an unknown schema. */
export type FakeModel = (request: ModelRequest) => unknown
