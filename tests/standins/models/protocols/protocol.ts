import type { Answer, FailureKind } from '../plan.ts'
import type { Asked, ProtocolName } from '../request.ts'

/** An answer to be encoded in a protocol. */
export interface Said {
  asked: Asked
  answer: Answer
  /** Text of the answer, split as it is streamed. */
  pieces: readonly string[]
}

/** A part of a stream. */
export interface Frame {
  /** Whether it contains a piece of the answer's text. */
  piece: boolean
  text: string
}

interface Incoming {
  url: URL
  headers: Readonly<Record<string, string>>
  body: unknown
}

export interface ErrorAnswer {
  status: number
  body: unknown
}

/** Protocol of one vendor. */
export interface Protocol {
  name: ProtocolName
  /** Header with the API key. */
  keyHeader: 'authorization' | 'x-api-key' | 'x-goog-api-key'
  matches: (path: string) => boolean
  /** @throws BadRequest for requests that the vendor rejects */
  read: (incoming: Incoming) => Asked
  /** Body of a complete answer. */
  whole: (said: Said) => unknown
  /** Frames of a streamed answer, in order. */
  frames: (said: Said) => Iterable<Frame>
  /** Keep-alive within a stream. */
  ping: string
  /** @param detail added to the message; empty for none */
  error: (kind: FailureKind, detail: string) => ErrorAnswer
  /** The same error within a started stream. */
  errorFrame: (kind: FailureKind) => string
}

/** A request that the vendor rejects, with its message. */
export class BadRequest extends Error {}

export const dataLine = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
export const eventLines = (event: string, value: unknown): string => `event: ${event}\n${dataLine(value)}`

export const inputTokens = ({ answer }: Said): number => answer.usage?.inputTokens ?? 0
export const outputTokens = ({ answer }: Said): number => answer.usage?.outputTokens ?? 0
