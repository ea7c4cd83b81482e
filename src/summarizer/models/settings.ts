export interface ModelSettings {
  /** Provider and model, tried in this order: `openai:NAME`, `anthropic:NAME`, `google:NAME`, `local:NAME`. */
  models: readonly [string, ...string[]]
  /** Model that is asked first for checks; null: the models in their order. */
  checkModel: string | null
  openaiApiKey: string | null
  /** Another address that speaks OpenAI's Responses protocol; null: OpenAI's own. */
  openaiBaseUrl: string | null
  anthropicApiKey: string | null
  /** Another address that speaks Anthropic's protocol; unset: Anthropic's own. */
  anthropicBaseUrl?: string | null
  googleApiKey: string | null
  /** Another address that speaks the protocol of Gemini; unset: Google's own. */
  googleBaseUrl?: string | null
  /** An OpenAI-compatible server, as far as and with `/v1`. */
  localUrl: string | null
  localApiKey: string | null
  /** Tokens that one call may have, question and answer; null: what is known of the model. */
  contextTokens: number | null
  /** Longest time of one try of one model. */
  callTimeoutMs: number
  /** Longest wait for the first word of a self-hosted server, which has no other limit while it writes: ten minutes. */
  firstWordTimeoutMs?: number
  /** Longest silence within an answer that has begun. */
  stallTimeoutMs: number
}

const modelProviders = ['openai', 'anthropic', 'google', 'local'] as const
export type ModelProvider = (typeof modelProviders)[number]

/** Splits at the first colon: names may contain colons (`local:qwen3:8b`). Throws without a known provider. */
export function parseModelName(name: string): { provider: ModelProvider; modelId: string } {
  const colon = name.indexOf(':')
  const provider = modelProviders.find((known) => known === name.slice(0, colon))
  const modelId = name.slice(colon + 1)
  if (provider === undefined || modelId === '') throw new Error(`Not the name of a language model: ${name}`)
  return { provider, modelId }
}
