import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { CircuitBreaker } from './circuit-breaker.ts'
import { knownWindow, priceProvider, windowOf } from './context-window.ts'
import type { Dialect } from './dialect.ts'
import { type ModelProvider, type ModelSettings, parseModelName } from './settings.ts'

/** Longest response of a server, in bytes: far above the longest answer of a model. */
const MAX_BYTES = 64 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 15_000

export type Fetch = typeof fetch

function bounded(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength
        if (bytes > MAX_BYTES) controller.error(new Error('The answer is larger than any answer should be.'))
        else controller.enqueue(chunk)
      },
    }),
  )
}

/**
 * Creates the fetch for all requests to models. It follows no redirects, because keys and texts are for the configured
 * URL only, and limits the size of responses. By default it has no timeouts of its own: Node's ends after five minutes
 * without a byte (https://undici.nodejs.org/#/docs/api/Client), which a model on a small machine may need.
 */
export function createTransport(inner?: Fetch): Fetch {
  // Loaded with the first request.
  const open = async () => {
    const { Agent } = await import('undici')
    return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT_MS } })
  }
  let opened: ReturnType<typeof open> | undefined
  const ask: Fetch = inner ?? (async (input, init) => fetch(input, { ...init, dispatcher: await (opened ??= open()) }))
  return async (input, init) => {
    const response = await ask(input, { ...init, redirect: 'manual' })
    if (response.body === null) return response
    return new Response(bounded(response.body), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
}

/** A model as the AI SDK's providers make it. */
export type LanguageModel = ReturnType<ReturnType<typeof createOpenAI>['languageModel']>
export type StreamOptions = Parameters<LanguageModel['doStream']>[0]

/** Tokens for thinking: hosted models at "low", and small models that think aloud. */
const HOSTED_THINKING_TOKENS = 8192
const LOCAL_THINKING_TOKENS = 4096

interface Access {
  key: string | null
  url: string | null | undefined
}

const accessOf = (settings: ModelSettings): Record<ModelProvider, Access> => ({
  openai: { key: settings.openaiApiKey, url: settings.openaiBaseUrl },
  anthropic: { key: settings.anthropicApiKey, url: settings.anthropicBaseUrl },
  google: { key: settings.googleApiKey, url: settings.googleBaseUrl },
  local: { key: settings.localApiKey, url: settings.localUrl },
})

/** Set explicitly, so that the AI SDK reads no URL from environment variables. */
const defaultUrls = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

function createModel(provider: ModelProvider, modelId: string, { key, url }: Access, fetch: Fetch): LanguageModel {
  if (provider === 'local') {
    if (url == null) throw new Error('No URL is set for the local model server.')
    const server = { name: 'local', apiKey: key ?? undefined, baseURL: url, fetch }
    // Without the two options, the AI SDK sends no schema and requests no token usage.
    return createOpenAICompatible({ ...server, supportsStructuredOutputs: true, includeUsage: true })(modelId)
  }
  if (key === null) throw new Error(`No API key is set for ${provider} models.`)
  const create = { openai: createOpenAI, anthropic: createAnthropic, google: createGoogle }[provider]
  return create({ apiKey: key, baseURL: url ?? defaultUrls[provider], fetch }).languageModel(modelId)
}

/** Creates one configured model. Throws if the name is invalid, or its key or URL is missing. */
export function createProviderModel(name: string, settings: ModelSettings, fetch: Fetch, now: () => number) {
  const { provider, modelId } = parseModelName(name)
  const local = provider === 'local'
  const access = accessOf(settings)[provider]
  const priced = priceProvider(provider, access.url ?? null)
  // Reasoning is limited for OpenAI's models only, which think at length by default: others might begin to think.
  const dialect: Dialect = { format: 'schema', words: false, reasoning: provider === 'openai', limit: 'roomy' }
  return {
    /** As configured. */
    name,
    modelId,
    model: createModel(provider, modelId, access, fetch),
    /** Runs on a server that the configuration names, about which nothing else is known. */
    local,
    // OpenAI keeps nothing of a source for later calls, of which there are none, and reports no thoughts.
    providerOptions: provider === 'openai' ? { openai: { store: false, reasoningSummary: null } } : undefined,
    /** Provider in the table of prices; null if unknown. */
    priceProvider: priced,
    /** Tokens that one request may have, question and answer together. */
    windowTokens: windowOf(knownWindow(priced, modelId), local, settings.contextTokens),
    /** Tokens beyond those of an answer that are left for thinking, where the window has them. */
    thinkingTokens: local ? LOCAL_THINKING_TOKENS : HOSTED_THINKING_TOKENS,
    breaker: new CircuitBreaker(now),
    /** How it is asked: plainer once a server has turned down more. */
    dialect,
  }
}

export type ProviderModel = ReturnType<typeof createProviderModel>

/** Secrets that must not be logged: keys, and passwords in URLs. */
export function secretsOf(settings: ModelSettings): string[] {
  return Object.values(accessOf(settings)).flatMap(({ key, url }) => {
    const password = url != null && URL.canParse(url) ? new URL(url).password : ''
    return [key ?? '', password].filter(Boolean)
  })
}
