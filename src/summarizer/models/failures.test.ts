import { describe, expect, it } from 'vitest'
import { readFailure, retryAfterMs } from './failures.ts'

const now = new Date('2026-11-20T12:00:00Z')

it.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': ' 1.5 ' }, 1500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '7' }, 7000],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
] as const)('reads %j as %j', (headers, expected) => {
  expect(retryAfterMs(headers, now)).toBe(expected)
})

const read = (error: unknown) => readFailure(error, (message) => message, new Date('2026-11-20T12:00:00Z'))
const answered = (statusCode: number, message: string, responseBody = '') =>
  read(Object.assign(new Error(message), { statusCode, responseBody }))

describe('the error of a server', () => {
  it.each([
    [400, "This model's maximum context length is 8192 tokens.", 'too_long'],
    [400, 'prompt is too long: 205000 tokens > 200000 maximum', 'too_long'],
    [400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 'too_long'],
    [400, 'the request exceeds the available context size, try increasing it', 'too_long'],
    [413, 'Request Entity Too Large', 'too_long'],
    [429, 'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 50000.', 'too_long'],
    [429, 'Rate limit reached', 'limited'],
    [429, 'You exceeded your current quota, please check your plan and billing details.', 'limited'],
    [429, 'insufficient_quota', 'denied'],
    [402, 'Insufficient credits', 'denied'],
    [400, 'Your credit balance is too low to access the Anthropic API.', 'denied'],
    [401, 'Incorrect API key provided', 'denied'],
    [404, 'model "qwen3:8b" not found, try pulling it first', 'denied'],
    [400, 'The response was filtered due to the prompt triggering the content management policy', 'refused'],
    [403, 'Your input was flagged by moderation', 'refused'],
    [400, 'Unsupported parameter', 'rejected'],
    [422, 'Unprocessable Entity', 'rejected'],
    [307, 'Temporary Redirect', 'rejected'],
    [408, 'Request Timeout', 'broken'],
    [409, 'Conflict', 'broken'],
    [500, 'Internal server error', 'broken'],
    [529, 'Overloaded', 'broken'],
    [200, 'Failed to process successful response', 'broken'],
  ])('%i %s', (status, message, kind) => {
    expect(answered(status, message).kind).toBe(kind)
  })

  it('is found in bodies of other forms', () => {
    expect(answered(400, 'Bad Request', '{"detail": "maximum context length exceeded"}').kind).toBe('too_long')
    expect(answered(429, 'Quota', '{"error": {"details": [{"retryDelay": "37.5s"}]}}').retryAfterMs).toBe(37_500)
  })

  it('is found in errors within a stream', () => {
    expect(read({ message: 'Provider returned error', code: 429 })).toMatchObject({ kind: 'limited', status: 429 })
    expect(read({ message: 'x', code: '503' })).toMatchObject({ kind: 'broken', status: 503 })
    expect(read({ message: 'Overloaded', type: 'overloaded_error' }).kind).toBe('limited')
    expect(read({ message: 'x', code: 'content_filter' }).kind).toBe('refused')
  })

  it('is otherwise unknown and worth another try', () => {
    for (const error of [undefined, null, 'text', 7, {}, new Error('socket hang up'), { message: { deep: true } }]) {
      expect(read(error).kind).toBe('broken')
    }
  })

  it('is not logged', () => {
    const failure = answered(400, 'Bad', 'the whole request, echoed')
    expect(`${failure.message}${JSON.stringify(failure)}${Object.values(failure).join(' ')}`).not.toContain('echoed')
    expect(failure.cause).toBeUndefined()
  })
})
