import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type Breaker, createBreaker } from './circuit-breaker.ts'
import { knownWindow, priceProvider, windowOf } from './context-window.ts'
import type { Dialect } from './dialect.ts'
import { type ModelProvider, type ModelSettings, parseModelName } from './settings.ts'

/** Longest answer of a server, in bytes: many times what the longest answer of a model takes on the wire. */
const MOST_BYTES = 64 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 15_000

export type Fetch = typeof fetch

/** Ends with an error when more bytes than the limit come through. */
function bounded(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength
        if (bytes > MOST_BYTES) controller.error(new Error('The answer is larger than any answer should be.'))
        else controller.enqueue(chunk)
      },
    }),
  )
}

/**
 * The fetch under every request to a model. It follows no redirect, because keys and texts are for the configured
 * address alone; it bounds what is read; and unless another one is handed in, it waits for as long as the caller
 * does: Node's own gives up after five minutes without a byte (https://undici.nodejs.org/#/docs/api/Client), which a
 * model on a small machine can need.
 */
export function createTransport(inner?: Fetch): Fetch {
  // Loaded with the first question.
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

/** One configured model, and what is learned of it while the process runs. */
export interface ProviderModel {
  /** As configured. */
  readonly name: string
  readonly modelId: string
  readonly model: LanguageModel
  /** Runs on a server that the configuration names, about which nothing else is known. */
  readonly local: boolean
  readonly providerOptions: StreamOptions['providerOptions']
  /** Under which the table of prices lists it; null where it does not. */
  readonly priceProvider: string | null
  /** Tokens that one request may have, question and answer together. */
  readonly windowTokens: number
  /** Tokens beyond those of an answer that are left for thinking, where the window has them. */
  readonly thinkingTokens: number
  readonly breaker: Breaker
  /** How it is asked: plainer once a server has turned down more. */
  dialect: Dialect
}

const OPENAI_URL = 'https://api.openai.com/v1'
const ANTHROPIC_URL = 'https://api.anthropic.com/v1'
const GOOGLE_URL = 'https://generativelanguage.googleapis.com/v1beta'

/** Room for thinking: what "low" comes to with hosted models, and what small ones think aloud. */
const HOSTED_THINKING_TOKENS = 8192
const LOCAL_THINKING_TOKENS = 4096

function needed(value: string | null, what: string): string {
  if (value === null) throw new Error(`${what} is not set, but a model needs it.`)
  return value
}

/** Addresses stand in every setting, so that no variable of the environment is read for them. */
function createModel(provider: ModelProvider, modelId: string, settings: ModelSettings, fetch: Fetch): LanguageModel {
  switch (provider) {
    case 'openai':
      return createOpenAI({
        apiKey: needed(settings.openaiApiKey, 'The key of OpenAI'),
        baseURL: settings.openaiBaseUrl ?? OPENAI_URL,
        fetch,
      }).languageModel(modelId)
    case 'anthropic':
      return createAnthropic({
        apiKey: needed(settings.anthropicApiKey, 'The key of Anthropic'),
        baseURL: settings.anthropicBaseUrl ?? ANTHROPIC_URL,
        fetch,
      }).languageModel(modelId)
    case 'google':
      return createGoogle({
        apiKey: needed(settings.googleApiKey, 'The key of Google'),
        baseURL: settings.googleBaseUrl ?? GOOGLE_URL,
        fetch,
      }).languageModel(modelId)
    case 'local':
      return createOpenAICompatible({
        name: 'local',
        apiKey: settings.localApiKey ?? undefined,
        baseURL: needed(settings.localUrl, 'The address of the local server'),
        // Else no schema is sent, and no count of tokens comes back.
        supportsStructuredOutputs: true,
        includeUsage: true,
        fetch,
      }).languageModel(modelId)
  }
}

function baseUrlOf(provider: ModelProvider, settings: ModelSettings): string | null {
  const urls: Record<ModelProvider, string | null | undefined> = {
    openai: settings.openaiBaseUrl,
    anthropic: settings.anthropicBaseUrl,
    google: settings.googleBaseUrl,
    local: settings.localUrl,
  }
  return urls[provider] ?? null
}

/**
 * OpenAI's models think at length unless they are told not to; other providers' models get no word about it, because
 * it would make some begin to think, and servers of one's own may not know it.
 */
function firstDialect(provider: ModelProvider): Dialect {
  return { format: 'schema', words: false, reasoning: provider === 'openai', limit: 'roomy' }
}

/**
 * Makes one configured model ready to be asked.
 *
 * @throws Error when the name is none, or its key or address is missing
 */
export function createProviderModel(
  name: string,
  settings: ModelSettings,
  fetch: Fetch,
  now: () => number,
): ProviderModel {
  const { provider, modelId } = parseModelName(name)
  const local = provider === 'local'
  const priced = priceProvider(provider, baseUrlOf(provider, settings))
  return {
    name,
    modelId,
    model: createModel(provider, modelId, settings, fetch),
    local,
    // OpenAI keeps nothing of a source for later calls, of which there are none, and reports no thoughts.
    providerOptions: provider === 'openai' ? { openai: { store: false, reasoningSummary: null } } : undefined,
    priceProvider: priced,
    windowTokens: windowOf(knownWindow(priced, modelId), local, settings.contextTokens),
    thinkingTokens: local ? LOCAL_THINKING_TOKENS : HOSTED_THINKING_TOKENS,
    breaker: createBreaker(now),
    dialect: firstDialect(provider),
  }
}

/** All that must never be seen: keys, and passwords that stand in addresses. */
export function secretsOf(settings: ModelSettings): string[] {
  const keys = [settings.openaiApiKey, settings.anthropicApiKey, settings.googleApiKey, settings.localApiKey]
  const urls = [settings.openaiBaseUrl, settings.anthropicBaseUrl, settings.googleBaseUrl, settings.localUrl]
  const passwords = urls.map((url) => (url != null && URL.canParse(url) ? new URL(url).password : null))
  return [...keys, ...passwords].filter((secret): secret is string => secret !== null && secret !== '')
}
