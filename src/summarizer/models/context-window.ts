import { calcPrice, findProvider } from '@pydantic/genai-prices'
import type { ModelProvider } from './settings.ts'

/** Part of a window that is used: what providers add to a request and errors of estimates need the rest. */
const USED_SHARE = 0.95
/** For models that the table does not know. Hosted ones have had at least this much since 2024. */
const HOSTED_TOKENS = 128_000
/** Servers of one's own start with little: 4,096 tokens in Ollama on a small machine, more where there is memory. */
const LOCAL_TOKENS = 8192
/** Kept free in each request for the schema of the answer, which stands beside or within the instructions. */
const SCHEMA_TOKENS = 500
/**
 * The most of a window that is used unless the configuration says otherwise. Larger ones cost more a token with some
 * providers, answer late, and are read less evenly (Liu et al., "Lost in the Middle", TACL 2024). About 90,000 words:
 * every article, talk and paper fits in one call.
 */
const MOST_TOKENS = 128_000

/**
 * The provider under which the bundled table lists a model, by the address that is asked where it is not the
 * provider's own; null for servers that it does not know.
 */
export function priceProvider(provider: ModelProvider, baseUrl: string | null): string | null {
  if (baseUrl === null) return provider === 'local' ? null : provider
  return findProvider({ providerApiUrl: baseUrl })?.id ?? null
}

/** Tokens that a model takes in one request, by the bundled table; null where it does not say. */
export function knownWindow(providerId: string | null, modelId: string): number | null {
  if (providerId === null) return null
  return calcPrice({ input_tokens: 0, output_tokens: 0 }, modelId, { providerId })?.model.context_window ?? null
}

/** Tokens that one request to a model may have: what the table says, never less than the configured number. */
export function windowOf(known: number | null, local: boolean, configured: number | null): number {
  if (known !== null) return Math.max(known, configured ?? 0)
  return configured ?? (local ? LOCAL_TOKENS : HOSTED_TOKENS)
}

/** Tokens that one call may plan with: the configured number, else a share of the first model's window. */
export function contextTokensOf(window: number, configured: number | null): number {
  return (configured ?? Math.min(MOST_TOKENS, Math.floor(window * USED_SHARE))) - SCHEMA_TOKENS
}
