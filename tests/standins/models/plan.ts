import type { ModelRequest } from './request.ts'

export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** What the model says. */
export interface Answer {
  /** JSON where JSON was asked for; what it says instead where it refuses. */
  text: string
  /** Thoughts that some models send before the answer; empty for none. */
  thinking: string
  /** `length`: its own limit came first; `refused`: the model declined; `filtered`: a filter of the vendor did. */
  stop: 'done' | 'length' | 'refused' | 'filtered'
  /** Null when the server says nothing about it. */
  usage: Usage | null
}

/** Errors that vendors answer with, each in their own words. */
export type FailureKind =
  | 'bad_request'
  | 'unauthorized'
  | 'unknown_model'
  | 'too_long'
  | 'rate_limited'
  | 'out_of_quota'
  | 'server_error'
  | 'overloaded'

/** An answer by status and error body. */
export interface Failure {
  kind: FailureKind
  headers: Readonly<Record<string, string>>
  /** Repeats the key that came with the request in its message, as some gateways do. */
  echoesKey: boolean
}

/**
 * What ends an answer before its time:
 * - `stall`: nothing more is sent, the connection stays open
 * - `end`: the body ends as if it were whole
 * - `reset`: the connection breaks
 * - `error`: the vendor's error event, then the end
 */
export interface Cut {
  how: 'stall' | 'end' | 'reset' | 'error'
  /** Pieces of the answer that are sent before. */
  afterPieces: number
}

/** How one request is answered. Times are milliseconds; infinite ones end with the client's patience. */
export interface Plan {
  /** Before the first byte. */
  delayMs: number
  /** Between the head of a stream and the first piece of the answer. */
  firstPieceMs: number
  betweenPiecesMs: number
  /** Characters of a piece. */
  pieceCharacters: number
  /** Signs of life while nothing is said; null for none. */
  pingEveryMs: number | null
  /** Set when there is no answer. */
  failure: Failure | null
  answer: Answer
  cut: Cut | null
}

/** Changes how a request is answered. Behaviors are composed by applying one after the other. */
export type Behavior = (plan: Plan, request: ModelRequest) => Plan

/** Decides what a model answers: JSON, or a text where it knows no shape to answer in. */
export type Mind = (request: ModelRequest) => unknown
