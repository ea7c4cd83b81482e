export type ProtocolName = 'openai-chat' | 'openai-responses' | 'anthropic' | 'google'

/** One message of a request, with the texts of its parts joined by line breaks. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  text: string
}

/** Content of a request, independent of its protocol. */
export interface Asked {
  model: string
  stream: boolean
  /** In order; the instructions come first. */
  turns: readonly Turn[]
  /** JSON schema of the answer, if the request has one. */
  schema: unknown
  /** Name of the tool to call with the answer; null for a text answer. */
  tool: string | null
  /** Whether a stream ends with token usage. */
  streamsUsage: boolean
  maxOutputTokens: number | null
}

/** How an exchange ended: `left` if the client closed the connection first, `cut` if the stand-in did. */
export type Outcome = 'answered' | 'left' | 'cut'

/** A received request. */
export interface ModelRequest extends Asked {
  /** From 1, in the order of arrival. */
  number: number
  protocol: ProtocolName
  method: string
  /** Path with query, without a key. */
  path: string
  /** Headers without those that contain keys. */
  headers: Readonly<Record<string, string>>
  body: unknown
  /** Milliseconds on the monotonic clock. */
  arrivedAt: number
  /** Null while the exchange is in progress. */
  endedAt: number | null
  outcome: Outcome | null
  over: Promise<Outcome>
}

/** All text of the product itself. */
export function instructionsOf(asked: Pick<Asked, 'turns'>): string {
  return asked.turns.flatMap(({ role, text }) => (role === 'system' ? [text] : [])).join('\n\n')
}
