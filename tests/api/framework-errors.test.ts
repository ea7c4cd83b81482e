import type { Response } from 'light-my-request'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorBodySchema } from '../../src/shared/api/contract.ts'
import { keepLog } from '../support/log.ts'
import { slowPipeline } from '../support/pipelines.ts'
import { signIn } from '../support/process.ts'
import { startTestProduct } from '../support/product.ts'
import { sendBytes } from '../support/raw-bytes.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

const { log, text } = keepLog()
const test = forSuite(async () => startTestProduct({ log }))

const json = { 'content-type': 'application/json' }
const send = async (
  method: 'GET' | 'POST' | 'DELETE' | 'HEAD',
  url: string,
  payload?: string,
  headers?: Record<string, string>,
): Promise<Response> =>
  test.product.app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    ...(headers === undefined ? {} : { headers }),
  })

function expectContract(response: Response, status: number, code: string): void {
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  const body = errorBodySchema.parse(response.json())
  expect(Object.keys(response.json())).toEqual(expect.arrayContaining(['message', 'code', 'requestId']))
  expect(body.code).toBe(code)
  expect(body.message.length).toBeGreaterThan(10)
  expect(response.headers['x-request-id']).toBe(body.requestId)
  expect(response.headers['content-security-policy']).toContain("default-src 'self'")
  expect(response.headers['x-content-type-options']).toBe('nosniff')
}

describe('errors raised by the HTTP framework', () => {
  const long = 'x'.repeat(300)
  it.each([
    ['GET', '/api/%zz'],
    ['POST', '/api/%zz'],
    ['GET', '/%zz'],
    ['GET', '/api/summaries/%E0%A4%A'],
    ['GET', `/api/summaries/${long}`],
    ['DELETE', `/api/summaries/${long}`],
    ['GET', `/api/summaries/${long}/events`],
  ] as const)('%s %s returns 400 in the common error format', async (method, url) => {
    expectContract(await send(method, url), 400, 'invalid_input')
  })

  it.each([
    ['text/plain', 415, 'unsupported_media_type'],
    ['application/xml', 415, 'unsupported_media_type'],
    ['application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['application/json', 400, 'invalid_input'],
  ])('a body of type %s that is not JSON returns %i', async (type, status, code) => {
    expectContract(await send('POST', '/api/auth/login', 'email=x', { 'content-type': type }), status, code)
  })

  it.each([
    ['empty', '', 'invalid_input', 400],
    ['cut off', '{"email":', 'invalid_input', 400],
    ['after a prototype', '{"__proto__":{"x":1}}', 'invalid_input', 400],
    ['too long', `"${'x'.repeat(5 * 1024 * 1024)}"`, 'payload_too_large', 413],
  ])('a JSON body that is %s is rejected with a message', async (_, payload, code, status) => {
    expectContract(await send('POST', '/api/auth/login', payload, json), status, code)
  })

  it('are never logged as server errors', () => {
    expect(text()).not.toMatch(/"level":(?:50|60)/)
  })
})

/** A server's response to raw bytes, until the connection closes. */
async function exchange(origin: string, bytes: string): Promise<{ head: string; body: unknown }> {
  const [head = '', body = ''] = (await sendBytes(origin, bytes)).split('\r\n\r\n')
  return { head, body: JSON.parse(body) }
}

describe('invalid HTTP requests', () => {
  let origin: string
  beforeAll(async () => {
    origin = await test.product.app.listen({ host: '127.0.0.1', port: 0 })
  })

  it.each([
    ['NONSENSE\r\n\r\n', '400 Bad Request', 'invalid_input'],
    [
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header',
      'invalid_input',
    ],
  ])('get an error in the common format: %#', async (bytes, status, code) => {
    const { head, body } = await exchange(origin, bytes)
    expect(head).toContain(`HTTP/1.1 ${status}`)
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/i)
    expect(errorBodySchema.parse(body).code).toBe(code)
  })
})

describe('the request timeout', () => {
  it('applies until the request has arrived, not while it is answered', async () => {
    const slow = await startTestProduct({ pipeline: slowPipeline(1500), bodyTimeoutMs: 300 })
    const { server } = slow.product.app
    expect(server).toMatchObject({ requestTimeout: 30 * 60_000, headersTimeout: 20_000 })
    const origin = await slow.product.app.listen({ host: '127.0.0.1', port: 0 })
    const call = await signIn(origin, 'slow@example.com')
    const unfinished = exchange(
      origin,
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    const waiting = call('POST', '/api/summaries', { content: tidePools })
    const queued = await call('POST', '/api/summaries', { content: tidePools }, { prefer: 'respond-async' })
    const { id } = (await queued.json()) as { id: string }
    const events = await (await call('GET', `/api/summaries/${id}/events`)).text()
    expect(events).toMatch(/^event: ready$/m)
    expect((await waiting).status).toBe(201)
    const { head, body } = await unfinished
    expect(head).toContain('HTTP/1.1 408')
    expect(errorBodySchema.parse(body).code).toBe('timed_out')
    await slow.close()
  })
})
