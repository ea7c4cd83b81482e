import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { startLoopbackServer } from '../loopback-server.ts'
import { faithfulModel } from './fake-models/faithful-model.ts'
import { startModelServer } from './server.ts'

/** Answer of a path: JSON, text as it is, or nothing ever. Paths begin with their method. */
export type Answers = Readonly<Record<string, unknown>>

export const silence = Symbol('never answers')

export interface LocalServerStandIn {
  origin: string
  /** Method and path of each request, in order of arrival. */
  requests: readonly string[]
  stop: () => Promise<void>
}

/** A server on loopback with fixed answers; all else is 404, except chat completions, which a stand-in model writes. */
export async function startLocalServer(answers: Answers): Promise<LocalServerStandIn> {
  const requests: string[] = []
  const model = await startModelServer({ model: faithfulModel })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const route = `${request.method} ${request.url}`
    requests.push(route)
    const body: unknown = request.method === 'POST' ? await json(request) : undefined
    const type = { 'content-type': 'application/json' }
    if (route === 'POST /v1/chat/completions') {
      const written = await fetch(model.origin + request.url, {
        method: 'POST',
        headers: type,
        body: JSON.stringify(body),
      })
      response.writeHead(written.status, { 'content-type': String(written.headers.get('content-type')) })
      response.end(await written.text())
      return
    }
    const found = answers[route]
    const said: unknown = typeof found === 'function' ? found(body) : found
    if (said === silence) return
    response.writeHead(said === undefined ? 404 : 200, type)
    response.end(typeof said === 'string' ? said : JSON.stringify(said ?? { error: 'not found' }))
  }
  const { origin, stop } = await startLoopbackServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  return {
    origin,
    requests,
    stop: async () => void (await Promise.all([stop(), model.stop()])),
  }
}

interface OllamaModel {
  name: string
  parameters?: string
  size?: number
  /** Unset: not reported, as by versions before 0.6.4. */
  capabilities?: readonly string[]
  /** Most tokens that the model was trained for. */
  trained?: number
  /** `num_ctx` in its Modelfile. */
  configured?: number
  /** Context in memory, where it is loaded. */
  loaded?: number
  remote?: string
}

/** Answers of Ollama with some models (https://docs.ollama.com/api/tags, /api/show, /api/ps). */
export function ollamaAnswers(models: readonly OllamaModel[]): Answers {
  const remoteOf = ({ name, remote }: OllamaModel) =>
    remote === undefined ? {} : { remote_model: name, remote_host: remote }
  const show = (asked: unknown) => {
    const { model: name } = Object(asked)
    const model = models.find((known) => known.name === name)
    if (model === undefined) return undefined
    return {
      modelfile: 'FROM /blobs/sha256-0',
      parameters: `stop    "<|end|>"${model.configured === undefined ? '' : `\nnum_ctx    ${model.configured}`}`,
      details: { parent_model: '', format: 'gguf', family: 'qwen3', parameter_size: model.parameters ?? '' },
      model_info: { 'general.architecture': 'qwen3', 'qwen3.block_count': 36, 'qwen3.context_length': model.trained },
      ...(model.capabilities === undefined ? {} : { capabilities: model.capabilities }),
      ...remoteOf(model),
    }
  }
  return {
    'GET /api/tags': {
      models: models.map((model) => ({
        name: model.name,
        model: model.name,
        modified_at: '2026-10-04T14:56:49.277302595-07:00',
        size: model.size ?? 0,
        digest: '9f438cb9cd58',
        details: { format: 'gguf', family: 'qwen3', families: null, parameter_size: model.parameters ?? '' },
        ...remoteOf(model),
      })),
    },
    'POST /api/show': show,
    'GET /api/ps': {
      models: models.flatMap(({ name, loaded }) =>
        loaded === undefined ? [] : [{ name, model: name, size: 1, size_vram: 1, context_length: loaded }],
      ),
    },
  }
}
