import { afterEach, describe, expect, it } from 'vitest'
import {
  type Answers,
  type LocalServerStandIn,
  ollamaAnswers,
  silence,
  startLocalServer,
} from '../../../tests/standins/models/local-servers.ts'
import { findLocalModel, originsAt, usualOrigins } from './local-servers.ts'

const running: LocalServerStandIn[] = []

async function start(answers: Answers): Promise<LocalServerStandIn> {
  const server = await startLocalServer(answers)
  running.push(server)
  return server
}

afterEach(async () => {
  await Promise.all(running.splice(0).map(async (server) => server.stop()))
})

/** The model that is found with servers of some answers, by name, and its context. */
async function findAmong(servers: Readonly<Record<string, Answers>>) {
  const started = await Promise.all(
    Object.entries(servers).map(async ([name, answers]) => [name, (await start(answers)).origin] as const),
  )
  const found = await findLocalModel(Object.fromEntries(started), 2000)
  return found && [found.server, found.model, found.contextTokens]
}

const lmStudioNew = {
  'GET /api/v1/models': {
    models: [
      {
        type: 'llm',
        key: 'gemma-3-270m-it-qat',
        size_bytes: 241_410_208,
        params_string: '270M',
        loaded_instances: [{ id: 'gemma-3-270m-it-qat', config: { context_length: 6144 } }],
        max_context_length: 32_768,
        format: 'gguf',
      },
      {
        type: 'embedding',
        key: 'text-embedding-large',
        params_string: '9B',
        size_bytes: 9e9,
        loaded_instances: [],
        max_context_length: 2048,
      },
    ],
  },
}
const lmStudioOld = {
  'GET /api/v0/models': {
    object: 'list',
    data: [
      { id: 'qwen2-vl-7b-instruct', type: 'vlm', state: 'not-loaded', max_context_length: 32_768 },
      {
        id: 'meta-llama-3.1-8b-instruct',
        type: 'llm',
        state: 'loaded',
        max_context_length: 131_072,
        loaded_context_length: 16_384,
      },
      { id: 'text-embedding-nomic-embed-text-v1.5', type: 'embeddings', state: 'not-loaded', max_context_length: 2048 },
    ],
  },
}
const llamaCpp = {
  'GET /props': {
    default_generation_settings: { id: 0, n_ctx: 24_576 },
    total_slots: 1,
    model_path: '/models/Qwen3-14B-Q4_K_M.gguf',
  },
  'GET /v1/models': {
    object: 'list',
    data: [
      {
        id: '/models/Qwen3-14B-Q4_K_M.gguf',
        object: 'model',
        owned_by: 'llamacpp',
        meta: { n_ctx_train: 131_072, n_params: 14_768_307_200, size: 8_998_000_000 },
      },
    ],
  },
}
const page = '<!doctype html><title>Another program</title>'

describe('local model servers', () => {
  it.each<[string, Readonly<Record<string, Answers>>, unknown]>([
    [
      'the largest by parameters',
      {
        Ollama: ollamaAnswers([
          { name: 'llama3.2:3b', parameters: '3.2B', size: 9e9, capabilities: ['completion'], loaded: 4096 },
          { name: 'qwen3:8b', parameters: '8.2B', size: 5e9, capabilities: ['completion', 'tools'], loaded: 16_384 },
        ]),
      },
      ['Ollama', 'qwen3:8b', 16_384],
    ],
    [
      'the largest by bytes without parameters',
      {
        Ollama: ollamaAnswers([
          { name: 'small', size: 2e9 },
          { name: 'large', size: 7e9, configured: 12_288, trained: 40_960 },
        ]),
      },
      ['Ollama', 'large', 12_288],
    ],
    [
      'no more context than the model has',
      { Ollama: ollamaAnswers([{ name: 'phi', size: 2e9, configured: 32_768, trained: 8192 }]) },
      ['Ollama', 'phi', 8192],
    ],
    [
      'an unknown context where the model is not loaded, since Ollama begins with far less than the maximum',
      { Ollama: ollamaAnswers([{ name: 'qwen3:8b', parameters: '8B', trained: 131_072 }]) },
      ['Ollama', 'qwen3:8b', null],
    ],
    [
      'the maximum of a small one that is not loaded',
      { Ollama: ollamaAnswers([{ name: 'gemma', parameters: '2B', trained: 6000 }]) },
      ['Ollama', 'gemma', 6000],
    ],
    [
      'at most 128,000 tokens',
      { Ollama: ollamaAnswers([{ name: 'long', parameters: '8B', trained: 1_000_000, loaded: 262_144 }]) },
      ['Ollama', 'long', 128_000],
    ],
    [
      'no embedding model, also without its capabilities in the list',
      {
        Ollama: ollamaAnswers([
          { name: 'nomic-embed-text:latest', size: 9e9 },
          { name: 'large-vectors', size: 8e9, capabilities: ['embedding'] },
          { name: 'llama3.2:1b', size: 1e9, capabilities: ['completion'], loaded: 8192 },
        ]),
      },
      ['Ollama', 'llama3.2:1b', 8192],
    ],
    [
      'no model that runs at ollama.com',
      {
        Ollama: ollamaAnswers([
          { name: 'deepseek-v3.1:671b-cloud', parameters: '671B', remote: 'https://ollama.com:443' },
          { name: 'renamed', parameters: '480B', remote: 'https://ollama.com:443' },
          { name: 'qwen3:4b', parameters: '4B', loaded: 4096 },
        ]),
      },
      ['Ollama', 'qwen3:4b', 4096],
    ],
    [
      'no model whose context is too small',
      {
        Ollama: ollamaAnswers([
          { name: 'large', parameters: '13B', loaded: 2048 },
          { name: 'small', parameters: '3B', loaded: 8192 },
        ]),
      },
      ['Ollama', 'small', 8192],
    ],
    ['a model of LM Studio', { 'LM Studio': lmStudioNew }, ['LM Studio', 'gemma-3-270m-it-qat', 6144]],
    ['one of an older LM Studio', { 'LM Studio': lmStudioOld }, ['LM Studio', 'meta-llama-3.1-8b-instruct', 16_384]],
    [
      'the model of llama.cpp by the name of its file',
      { 'llama.cpp': llamaCpp },
      ['llama.cpp', 'Qwen3-14B-Q4_K_M', 24_576],
    ],
    [
      'the largest of several servers, beside one that never answers',
      {
        Ollama: { 'GET /api/tags': silence },
        'LM Studio': lmStudioOld,
        'llama.cpp': llamaCpp,
      },
      ['llama.cpp', 'Qwen3-14B-Q4_K_M', 24_576],
    ],
    [
      'nothing of other programs',
      {
        Ollama: { 'GET /api/tags': page },
        'LM Studio': { 'GET /api/v1/models': { models: 'many' }, 'GET /api/v0/models': [] },
        'llama.cpp': { 'GET /props': page, 'GET /v1/models': { data: [{ id: 'gpt-x' }] } },
      },
      null,
    ],
    [
      'nothing in empty lists and lists of embedding models',
      {
        Ollama: ollamaAnswers([]),
        'LM Studio': { 'GET /api/v0/models': { data: lmStudioOld['GET /api/v0/models'].data.slice(2) } },
        'llama.cpp': { ...llamaCpp, 'GET /v1/models': { data: [{ id: 'bge-m3-Q8_0.gguf', meta: null }] } },
      },
      null,
    ],
    ['nothing where the list breaks off', { Ollama: { 'GET /api/tags': '{"models":[{"name":"qw' } }, null],
  ])('finds %s', async (_, servers, expected) => {
    expect(await findAmong(servers)).toEqual(expected)
  })

  it('finds none where no server is', async () => {
    expect(await findLocalModel(originsAt('http://127.0.0.1:9/v1'), 400)).toBeNull()
  })

  it('gives the URL of the OpenAI-compatible API', async () => {
    const { origin } = await start(ollamaAnswers([{ name: 'qwen3:8b', parameters: '8B' }]))
    expect(await findLocalModel(originsAt(`${origin}/v1/`), 400)).toMatchObject({ url: `${origin}/v1` })
  })

  it('asks the usual ports', () => {
    expect(usualOrigins).toEqual({
      Ollama: 'http://127.0.0.1:11434',
      'LM Studio': 'http://127.0.0.1:1234',
      'llama.cpp': 'http://127.0.0.1:8080',
    })
  })
})
