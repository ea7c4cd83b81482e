import { z } from 'zod'
import { LOCAL_TOKENS, MAX_TOKENS } from './context-window.ts'
import { createTransport } from './provider-model.ts'

/** A chat model that a server on this machine offers. */
interface LocalModel {
  /** Name of the server program. */
  server: string
  /** Base URL of its OpenAI-compatible API, with `/v1`. */
  url: string
  /** Name of the model in requests. */
  model: string
  /** Tokens that one request may have, as the server reports them; null if it doesn't. */
  contextTokens: number | null
}

interface Offer {
  model: string
  /** Number of parameters, of which larger models have more; 0 if unknown. */
  parameters: number
  /** Looks up the context, and whether this is a chat model. Absent: both are known. */
  inspect?: () => Promise<{ isChat: boolean; contextTokens: number | null }>
  contextTokens: number | null
}

/** Requests a path of a server; resolves with the JSON of the answer, null without one. */
type Ask = (path: string, body?: object) => Promise<unknown>

/** A kind of server: its usual port, and how it lists its models. Null if the answers are of another program. */
interface LocalServer {
  name: string
  port: number
  list: (ask: Ask) => Promise<Offer[] | null>
}

const positive = z.number().int().positive().nullish().catch(null)
const words = z.array(z.string()).nullish().catch(null)

/** Names of models that embed or rank texts: only some versions of the servers report the kind. */
const notChat = /embed|rerank|minilm|(?:^|[/_-])(?:bge|e5|gte)[_-]/iu

const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** Parameters in "8.0B", "494.03M" or "meta-llama-3.1-8b-instruct"; 0 without a count. */
function parametersIn(text: string | null | undefined): number {
  const [, count, unit = ''] = /(?<![a-z\d.])(\d{1,6}(?:\.\d{1,6})?)([KMBT])(?![a-z\d])/iu.exec(text ?? '') ?? []
  return Number(count ?? 0) * (units[unit.toUpperCase()] ?? 0)
}

/** Most models on small machines have four bits for each parameter. */
const PARAMETERS_PER_BYTE = 2

/** Context of a model that isn't loaded: servers report its maximum, but load it with less, which they don't report. */
const unloadedContext = (most: number | null | undefined): number | null =>
  most != null && most < LOCAL_TOKENS ? most : null

const ollamaTags = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1),
      size: z.number().nonnegative().catch(0),
      details: z.object({ parameter_size: z.string().catch('') }).nullish(),
      capabilities: words,
      /** Present for models that run at ollama.com: using them would send texts there. */
      remote_host: z.string().nullish(),
      remote_model: z.string().nullish(),
    }),
  ),
})
const ollamaShow = z.object({
  capabilities: words,
  /** Lines such as "num_ctx 16384". */
  parameters: z.string().nullish().catch(null),
  model_info: z.record(z.string(), z.unknown()).nullish().catch(null),
  remote_host: z.string().nullish(),
})
const ollamaRunning = z.object({ models: z.array(z.object({ name: z.string(), context_length: positive })) })

/** https://docs.ollama.com/api/tags, /api/show and /api/ps. */
const ollama: LocalServer = {
  name: 'Ollama',
  port: 11434,
  list: async (ask) => {
    const { data: tags } = ollamaTags.safeParse(await ask('/api/tags'))
    if (tags === undefined) return null
    const local = tags.models.filter(
      ({ name, remote_host, remote_model }) => !remote_host && !remote_model && !/[:-]cloud$/u.test(name),
    )
    const chat = local.filter(({ name, capabilities }) => capabilities?.includes('completion') ?? !notChat.test(name))
    return chat.map(({ name: model, size, details }) => ({
      model,
      parameters: parametersIn(details?.parameter_size) || size * PARAMETERS_PER_BYTE,
      contextTokens: null,
      inspect: async () => {
        const [shown, running] = await Promise.all([ask('/api/show', { model }), ask('/api/ps')])
        const { data: facts } = ollamaShow.safeParse(shown)
        const loaded = ollamaRunning.safeParse(running).data?.models.find(({ name }) => name === model)
        const info = Object.entries(facts?.model_info ?? {})
        const { data: most } = positive.safeParse(info.find(([name]) => name.endsWith('.context_length'))?.[1])
        const [, set] = /^num_ctx +(\d{1,9})$/mu.exec(facts?.parameters ?? '') ?? []
        const served = loaded?.context_length ?? (set === undefined ? null : Number(set))
        return {
          isChat: !facts?.remote_host && (facts?.capabilities?.includes('completion') ?? true),
          contextTokens: served === null ? unloadedContext(most) : Math.min(served, most ?? served),
        }
      },
    }))
  },
}

const lmStudioModels = z.object({
  models: z.array(
    z.object({
      type: z.string(),
      key: z.string().min(1),
      params_string: z.string().nullish().catch(null),
      size_bytes: z.number().nonnegative().nullish().catch(null),
      max_context_length: positive,
      loaded_instances: z
        .array(z.object({ config: z.object({ context_length: positive }).nullish() }))
        .nullish()
        .catch(null),
    }),
  ),
})
/** Of versions before 0.4, which don't report sizes. */
const lmStudioOldModels = z.object({
  data: z.array(
    z.object({
      type: z.string(),
      id: z.string().min(1),
      max_context_length: positive,
      loaded_context_length: positive,
    }),
  ),
})
const lmStudioChat: ReadonlySet<string> = new Set(['llm', 'vlm'])

/** https://lmstudio.ai/docs/developer/rest/list and https://lmstudio.ai/docs/developer/rest/endpoints. */
const lmStudio: LocalServer = {
  name: 'LM Studio',
  port: 1234,
  list: async (ask) => {
    const [now, old] = await Promise.all([ask('/api/v1/models'), ask('/api/v0/models')])
    const { data: models } = lmStudioModels.safeParse(now)
    const { data: oldModels } = lmStudioOldModels.safeParse(old)
    if (models === undefined && oldModels === undefined) return null
    if (models === undefined)
      return (oldModels?.data ?? [])
        .filter(({ type }) => lmStudioChat.has(type))
        .map(({ id, max_context_length: most, loaded_context_length: loaded }) => ({
          model: id,
          parameters: parametersIn(id),
          contextTokens: loaded ?? unloadedContext(most),
        }))
    return models.models
      .filter(({ type }) => lmStudioChat.has(type))
      .map(({ key, params_string, size_bytes, max_context_length: most, loaded_instances }) => ({
        model: key,
        parameters: parametersIn(params_string) || (size_bytes ?? 0) * PARAMETERS_PER_BYTE || parametersIn(key),
        contextTokens: loaded_instances?.[0]?.config?.context_length ?? unloadedContext(most),
      }))
  },
}

const llamaProps = z.object({ default_generation_settings: z.object({ n_ctx: positive }) })
const llamaModels = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      meta: z
        .object({ n_params: z.number().nonnegative().catch(0), size: z.number().nonnegative().catch(0) })
        .nullish()
        .catch(null),
    }),
  ),
})

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md: the context is that of one slot. */
const llamaCpp: LocalServer = {
  name: 'llama.cpp',
  port: 8080,
  list: async (ask) => {
    const [props, listed] = await Promise.all([ask('/props'), ask('/v1/models')])
    const { data: settings } = llamaProps.safeParse(props)
    const { data: models } = llamaModels.safeParse(listed)
    if (settings === undefined || models === undefined) return null
    return models.data
      .filter(({ id }) => !notChat.test(id))
      .map(({ id, meta }) => ({
        // Without another name, a model is called by the path of its file. The server ignores the name in requests.
        model: /\.gguf$/iu.test(id) ? (id.split(/[/\\]/u).at(-1) ?? id).slice(0, -'.gguf'.length) : id,
        parameters: meta?.n_params || (meta?.size ?? 0) * PARAMETERS_PER_BYTE || parametersIn(id),
        contextTokens: settings.default_generation_settings.n_ctx ?? null,
      }))
  },
}

const servers = [ollama, lmStudio, llamaCpp]

/** Base URL, without `/v1`, by the name of the server. */
export type LocalOrigins = Readonly<Record<string, string>>

/** Where the servers listen by default. */
export const usualOrigins: LocalOrigins = Object.fromEntries(
  servers.map(({ name, port }) => [name, `http://127.0.0.1:${port}`]),
)

/** One URL, as configured with `/v1`, of which it is unknown what server is there. */
export const originsAt = (url: string): LocalOrigins =>
  Object.fromEntries(servers.map(({ name }) => [name, url.replace(/\/(?:v1\/?)?$/u, '')]))

/** Summaries need as much: the least that AI_CONTEXT_TOKENS may be. */
const MIN_CONTEXT_TOKENS = 4096
/** Models that are inspected, the largest first, until one fits. */
const MAX_INSPECTED = 4

/**
 * Finds the largest chat model of Ollama, LM Studio and llama.cpp. Other programs on their ports, slow ones and damaged
 * answers count as none; it never rejects.
 *
 * @param timeoutMs for all requests together
 * @param key API key, sent to every server
 */
export async function findLocalModel(
  origins: LocalOrigins,
  timeoutMs: number,
  key: string | null = null,
): Promise<LocalModel | null> {
  const fetch = createTransport()
  const signal = AbortSignal.timeout(timeoutMs)
  const askAt =
    (origin: string): Ask =>
    async (path, body) => {
      try {
        const response = await fetch(origin + path, {
          signal,
          headers: { accept: 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        })
        return response.ok ? await response.json() : null
      } catch {
        // No server, another program, or one that is too slow.
        return null
      }
    }
  const found = await Promise.all(
    servers.map(async ({ name, list }) => {
      const origin = origins[name]
      const offers = origin === undefined ? null : await list(askAt(origin))
      return (offers ?? []).map((offer) => ({ offer, server: name, url: `${origin}/v1` }))
    }),
  )
  const largestFirst = found.flat().toSorted((one, other) => other.offer.parameters - one.offer.parameters)
  for (const { offer, server, url } of largestFirst.slice(0, MAX_INSPECTED)) {
    const { isChat, contextTokens } = (await offer.inspect?.()) ?? { isChat: true, ...offer }
    if (!isChat || (contextTokens !== null && contextTokens < MIN_CONTEXT_TOKENS)) continue
    return { server, url, model: offer.model, contextTokens: contextTokens && Math.min(contextTokens, MAX_TOKENS) }
  }
  return null
}
