import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, type LanguageModel, Output, streamText } from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  endsAfter,
  errorsAfter,
  fails,
  filtered,
  pings,
  refuses,
  resets,
  runsOut,
  silent,
  slowPieces,
  stallsAfter,
  thinks,
} from './behaviors.ts'
import type { FakeModel } from './plan.ts'
import { always } from './script.ts'
import { type ModelServer, type ModelServerOptions, startModelServer } from './server.ts'

let server: ModelServer
afterEach(() => server.stop())

const value = { summary: 'One. Two.', takeaways: [{ text: 'One.', blocks: ['b1'] }] }
const schema = z.object({
  summary: z.string(),
  takeaways: z.array(z.object({ text: z.string(), blocks: z.array(z.string()) })),
})
const model: FakeModel = () => value
const KEY = 'sk-canary-0123456789'

async function start(options: Partial<ModelServerOptions> = {}): Promise<void> {
  server = await startModelServer({ model, ...options })
}

const clients: Record<string, () => LanguageModel> = {
  'OpenAI chat': () => createOpenAI({ apiKey: KEY, baseURL: `${server.origin}/v1` }).chat('gpt-5'),
  'OpenAI Responses': () => createOpenAI({ apiKey: KEY, baseURL: `${server.origin}/v1` }).responses('gpt-5'),
  'an OpenAI-compatible server': () =>
    createOpenAICompatible({
      name: 'local',
      apiKey: KEY,
      baseURL: `${server.origin}/v1`,
      supportsStructuredOutputs: true,
      includeUsage: true,
    }).chatModel('llama'),
  'Anthropic, output format': () =>
    createAnthropic({ apiKey: KEY, baseURL: `${server.origin}/v1` })('claude-sonnet-4-5'),
  'Anthropic, tool': () => createAnthropic({ apiKey: KEY, baseURL: `${server.origin}/v1` })('claude-3-haiku-20240307'),
  Google: () => createGoogle({ apiKey: KEY, baseURL: `${server.origin}/v1beta` })('gemini-2.5-flash'),
}

const call = (model: LanguageModel) => ({
  model,
  instructions: 'Summarize.',
  prompt: 'A text.',
  output: Output.object({ schema, name: 'source_summary' }),
  maxRetries: 0,
  maxOutputTokens: 1000,
})

/** Reads a stream to its end: the text, and the error if there was one. */
async function readStream(model: LanguageModel, signal?: AbortSignal) {
  let error: unknown = null
  const result = streamText({
    ...call(model),
    abortSignal: signal,
    onError: (event) => {
      error = event.error
    },
  })
  const partials: unknown[] = []
  let text = ''
  let finishReason = ''
  let inputTokens: number | undefined
  let reasoning = ''
  try {
    for await (const part of result.stream) {
      if (part.type === 'text-delta') partials.push((text += part.text))
      if (part.type === 'reasoning-delta') reasoning += part.text
      if (part.type === 'finish') {
        finishReason = part.finishReason
        inputTokens = part.totalUsage.inputTokens
      }
    }
  } catch (thrown) {
    error = thrown
  }
  return { text, partials, finishReason, inputTokens, reasoning, error }
}

describe.each(Object.entries(clients))('language model stand-in, protocol %s', (name, client) => {
  it('returns a complete answer', async () => {
    await start()
    const { output, usage, finishReason } = await generateText(call(client()))
    expect({ output, finishReason }).toEqual({ output: value, finishReason: 'stop' })
    expect(usage.inputTokens).toBeGreaterThan(2)
    expect(usage.outputTokens).toBeGreaterThan(10)
  })

  it('streams an answer in pieces, with reasoning before and keep-alives between', async () => {
    await start({ script: [[thinks('Hm.'), slowPieces(12, 8), pings(4)]] })
    const read = await readStream(client())
    expect(read.error).toBeNull()
    expect(JSON.parse(read.text)).toEqual(value)
    expect(read.partials.length).toBeGreaterThan(3)
    expect(read).toMatchObject({ finishReason: 'stop', inputTokens: expect.any(Number) })
    if (name !== 'OpenAI chat') expect(read.reasoning).toBe('Hm.')
  })

  it('records requests, without the key', async () => {
    await start()
    await generateText(call(client()))
    const [request] = server.requests
    expect(request).toMatchObject({ number: 1, method: 'POST', outcome: 'answered', maxOutputTokens: 1000 })
    expect(request?.turns.map(({ role, text }) => [role, text.includes('JSON schema')])).toEqual([
      ['system', false],
      ['user', false],
    ])
    expect(request?.schema).toMatchObject({ type: 'object', properties: { summary: { type: 'string' } } })
    expect(JSON.stringify(server.requests)).not.toContain(KEY)
  })

  it.each([
    ['rate_limited', 429],
    ['too_long', 400],
    ['overloaded', name.startsWith('Anthropic') ? 529 : 503],
    ['server_error', 500],
  ] as const)('fails with %s in the words of the vendor', async (kind, statusCode) => {
    await start({ script: always(fails(kind, { echoesKey: true, headers: { 'retry-after': '7' } })) })
    await expect(generateText(call(client()))).rejects.toMatchObject({
      name: 'AI_APICallError',
      statusCode,
      message: expect.stringContaining(KEY),
      responseHeaders: { 'retry-after': '7' },
    })
  })

  it('accepts the configured key only', async () => {
    await start({ apiKey: 'another' })
    await expect(generateText(call(client()))).rejects.toMatchObject({ statusCode: name === 'Google' ? 400 : 401 })
    expect(server.requests).toHaveLength(1)
  })

  it("refuses, filters and truncates in the vendor's format", async () => {
    await start({ script: [refuses(), filtered, runsOut] })
    const reasons: string[] = []
    for (let at = 0; at < 3; at += 1) reasons.push((await readStream(client())).finishReason)
    expect(reasons).toEqual(['content-filter', 'content-filter', 'length'])
  })

  it('breaks off in the middle', async () => {
    await start({ script: [endsAfter(1), errorsAfter(1), resets] })
    const ended = await readStream(client())
    expect(ended.text).not.toBe('')
    expect(() => JSON.parse(ended.text)).toThrow(SyntaxError)
    expect((await readStream(client())).error).not.toBeNull()
    expect((await readStream(client())).error).not.toBeNull()
    expect(server.requests.map(({ outcome }) => outcome)).toEqual(['cut', 'cut', 'cut'])
  })

  it('stalls until the client disconnects, and notices that', async () => {
    await start({ script: [[stallsAfter(1), pings(5)], silent] })
    for (const number of [1, 2]) {
      const reading = readStream(client(), AbortSignal.timeout(60))
      const request = await server.arrived(number)
      expect(request.outcome).toBeNull()
      await reading
      expect(await request.over).toBe('left')
    }
  })
})

describe('script of the language model stand-in', () => {
  it('stops at the output limit of the request', async () => {
    await start()
    const read = await generateText({ ...call(clients['OpenAI chat']!()), maxOutputTokens: 5, output: Output.text() })
    expect(read).toMatchObject({ finishReason: 'length', usage: { outputTokens: 5 } })
  })
})

describe('requests that a vendor rejects', () => {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<number> => {
    const response = await fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return response.status
  }
  const messages = [{ role: 'user', content: 'Hello.' }]
  const loose = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }

  it.each([
    ['no messages', '/v1/chat/completions', { model: 'gpt-5' }],
    ['no JSON', '/v1/responses', 'hello'],
    [
      'an object that allows more properties, though strict',
      '/v1/chat/completions',
      {
        model: 'gpt-5',
        messages,
        response_format: { type: 'json_schema', json_schema: { name: 'a', strict: true, schema: loose } },
      },
    ],
    [
      'a property that is not required, though strict',
      '/v1/responses',
      {
        model: 'gpt-5',
        input: messages,
        text: {
          format: {
            type: 'json_schema',
            name: 'a',
            strict: true,
            schema: { ...loose, required: [], additionalProperties: false },
          },
        },
      },
    ],
    ['no limit of the answer', '/v1/messages', { model: 'claude', messages }],
    ['no contents', '/v1beta/models/gemini:generateContent', { contents: [] }],
  ])('rejects %s', async (_, path, body) => {
    await start()
    expect(await post(path, body, { 'anthropic-version': '2023-06-01' })).toBe(400)
    expect(server.requests).toHaveLength(0)
  })

  it('returns 404 for unknown paths', async () => {
    await start()
    expect(await post('/v1/embeddings', {})).toBe(404)
  })
})
