import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from './server.ts'

let server: ModelServer
beforeEach(async () => {
  server = await startModelServer({ model: () => ({}) })
})
afterEach(() => server.stop())

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
    expect(await post(path, body, { 'anthropic-version': '2023-06-01' })).toBe(400)
    expect(server.requests).toHaveLength(0)
  })

  it('returns 404 for unknown paths', async () => {
    expect(await post('/v1/embeddings', {})).toBe(404)
  })
})
