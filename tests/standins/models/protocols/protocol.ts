import type { Answer, FailureKind } from '../plan.ts'
import type { Asked, ProtocolName } from '../request.ts'

/** An answer on its way into a protocol. */
export interface Said {
  asked: Asked
  answer: Answer
  /** The text of the answer, cut as it is streamed. */
  pieces: readonly string[]
}

/** A part of a stream. */
export interface Frame {
  /** Whether it carries a piece of the answer's text. */
  piece: boolean
  text: string
}

export interface Incoming {
  url: URL
  headers: Readonly<Record<string, string>>
  body: unknown
}

export interface ErrorAnswer {
  status: number
  body: unknown
}

/** How one vendor's protocol is spoken. */
export interface Protocol {
  name: ProtocolName
  /** Header that carries the key. */
  keyHeader: 'authorization' | 'x-api-key' | 'x-goog-api-key'
  matches: (path: string) => boolean
  /** @throws BadRequest for what the vendor would refuse */
  read: (incoming: Incoming) => Asked
  /** The body of an answer in one piece. */
  whole: (said: Said) => unknown
  /** The frames of a streamed answer, in order. */
  frames: (said: Said) => Iterable<Frame>
  /** A sign of life within a stream. */
  ping: string
  /** @param detail more for the message; empty for none */
  error: (kind: FailureKind, detail: string) => ErrorAnswer
  /** The same within a stream that has begun. */
  errorFrame: (kind: FailureKind) => string
}

/** The vendor would refuse the request: its message says why. */
export class BadRequest extends Error {}

export const dataLine = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
export const eventLines = (event: string, value: unknown): string => `event: ${event}\n${dataLine(value)}`

export const inputTokens = ({ answer }: Said): number => answer.usage?.inputTokens ?? 0
export const outputTokens = ({ answer }: Said): number => answer.usage?.outputTokens ?? 0
