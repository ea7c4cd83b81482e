import { calcPrice, findProvider } from '@pydantic/genai-prices'
import type { ModelProvider } from './settings.ts'

/** Used share of a window; the rest is for additions of providers and errors of estimates. */
const USED_SHARE = 0.95
/** Window of hosted models that the table lacks: all have had at least this much since 2024. */
const HOSTED_TOKENS = 128_000
/** Window of self-hosted models: Ollama begins with 4,096 tokens on a small machine, with more if there is memory. */
export const LOCAL_TOKENS = 8192
/** Tokens of each request for the schema of the answer. */
const SCHEMA_TOKENS = 500
/** Used by default: larger requests cost more, take long and are read less evenly (Liu et al., TACL 2024). */
export const MAX_TOKENS = 128_000

/** Provider of a model in the bundled table, by its URL if that is not the default; null for unknown servers. */
export function priceProvider(provider: ModelProvider, baseUrl: string | null): string | null {
  if (baseUrl === null) return provider === 'local' ? null : provider
  return findProvider({ providerApiUrl: baseUrl })?.id ?? null
}

export function knownWindow(providerId: string | null, modelId: string): number | null {
  if (providerId === null) return null
  return calcPrice({ input_tokens: 0, output_tokens: 0 }, modelId, { providerId })?.model.context_window ?? null
}

/** Most tokens of one request: as in the table, but at least the configured number. */
export function windowOf(known: number | null, local: boolean, configured: number | null): number {
  if (known !== null) return Math.max(known, configured ?? 0)
  return configured ?? (local ? LOCAL_TOKENS : HOSTED_TOKENS)
}

/** Tokens that a call plans with: the configured number, else a share of the first model's window. */
export function contextTokensOf(window: number, configured: number | null): number {
  return (configured ?? Math.min(MAX_TOKENS, Math.floor(window * USED_SHARE))) - SCHEMA_TOKENS
}
