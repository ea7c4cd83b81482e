export type ProtocolName = 'openai-chat' | 'openai-responses' | 'anthropic' | 'google'

/** One message of a request, with the texts of its parts joined by line breaks. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  text: string
}

/** What a request asks for, whichever protocol it came by. */
export interface Asked {
  model: string
  stream: boolean
  /** In their order; the instructions come first. */
  turns: readonly Turn[]
  /** JSON schema of the answer, where the request brought one. */
  schema: unknown
  /** Name of the tool that is to be called with the answer; null where the answer is text. */
  tool: string | null
  /** Whether a stream ends with the tokens that were used. */
  streamsUsage: boolean
  maxOutputTokens: number | null
}

/** How an exchange ended: `left` when the client closed the connection first, `cut` when the stand-in did. */
export type Outcome = 'answered' | 'left' | 'cut'

/** One request that came, for tests to look at. */
export interface ModelRequest extends Asked {
  /** From 1, in the order of arrival. */
  number: number
  protocol: ProtocolName
  method: string
  /** With its query, a key left out. */
  path: string
  /** Without those that carry keys. */
  headers: Readonly<Record<string, string>>
  body: unknown
  /** Milliseconds on the monotonic clock. */
  arrivedAt: number
  /** Null while the exchange is under way. */
  endedAt: number | null
  outcome: Outcome | null
  over: Promise<Outcome>
}

/** Everything the product says itself, in one text. */
export function instructionsOf(asked: Pick<Asked, 'turns'>): string {
  return asked.turns.flatMap(({ role, text }) => (role === 'system' ? [text] : [])).join('\n\n')
}
