import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { rateLimits } from '../../../src/server/db/schema/index.ts'
import { keepLog } from '../../support/log.ts'
import { startTestProduct, type TestProduct, type TestProductOptions } from '../../support/product.ts'

let test: TestProduct
afterEach(async () => test.close())

async function serve(options: TestProductOptions = {}): Promise<void> {
  test = await startTestProduct(options)
}

it('closes a connection with too many pipelined requests, and logs it', async () => {
  const { log, text } = keepLog()
  await serve({
    log,
    connections: { maxPipelined: 4, writeGraceMs: 1, minBytesPerSecond: Infinity, writeCheckMs: 200 },
  })
  const { port } = new URL(await test.product.app.listen({ host: '127.0.0.1', port: 0 }))
  const client = connect(Number(port), '127.0.0.1').pause()
  client.on('error', () => {})
  client.write('GET /api/docs/json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000))
  await expect.poll(text, { timeout: 15_000 }).toContain('"event":"http.connection_closed"')
  expect(text()).toContain('"reason":"pipelining"')
  client.destroy()
})

describe('API description', () => {
  it.each([
    ['json', 'application/json; charset=utf-8'],
    ['yaml', 'application/x-yaml'],
  ])('is sent as %s from one prebuilt body, in every content coding', async (format, type) => {
    await serve()
    const url = `/api/docs/${format}`
    const ask = async (encoding: string) => test.visitor().get(url, { 'accept-encoding': encoding })
    const [plain, br, gzip] = [await ask('identity'), await ask('gzip, br'), await ask('gzip')]
    expect(plain.body).toContain('openapi')
    for (const [answer, coding] of [
      [plain, undefined],
      [br, 'br'],
      [gzip, 'gzip'],
    ] as const) {
      expect(answer.headers['content-encoding']).toBe(coding)
      expect(answer.headers['content-type']).toBe(type)
      // A body compressed while it is sent would have no length.
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
      expect(answer.headers.etag).toBe(plain.headers.etag)
    }
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    const again = await test.visitor().get(url, { 'if-none-match': String(plain.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  it('loads scripts that are compressed once', async () => {
    await serve()
    const script = await test.visitor().get('/api/docs/static/swagger-ui-bundle.js', { 'accept-encoding': 'br' })
    expect([script.statusCode, script.headers['content-encoding']]).toEqual([200, undefined])
  })
})

describe('reads without an account', () => {
  /** Twelve a minute. */
  const few = { env: { RATE_LIMIT_FACTOR: '0.001' } }
  const from = async (remoteAddress: string, url: string, cookie = '') =>
    test.product.app.inject({ method: 'GET', url, remoteAddress, headers: { cookie } })
  it.each(['/api/plans', '/api/docs/json', '/', '/api/nowhere', '/api/auth/user'])(
    'are limited per IP address: %s',
    async (url) => {
      await serve(few)
      const user = await test.register()
      const ended = user.cookie
      await user.post('/api/auth/logout')
      const statuses: number[] = []
      for (let n = 0; n < 12; n += 1) statuses.push((await from('192.0.2.1', url, n < 6 ? '' : ended)).statusCode)
      expect(statuses).not.toContain(429)
      const refused = await from('192.0.2.1', url)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      for (const cookie of ['precis.sid=forged.signature', ended])
        expect((await from('192.0.2.1', url, cookie)).statusCode).toBe(429)
      expect((await from('192.0.2.2', url)).statusCode).not.toBe(429)
    },
  )

  it('are counted in memory, and don’t limit probes or signed-in users', async () => {
    await serve(few)
    const user = await test.register()
    for (let n = 0; n < 20; n += 1) await from('192.0.2.1', '/api/plans')
    expect((await from('192.0.2.1', '/api/plans')).statusCode).toBe(429)
    for (const url of ['/healthz', '/readyz']) expect((await from('192.0.2.1', url)).statusCode).toBe(200)
    expect((await from('192.0.2.1', '/api/auth/user', user.cookie)).statusCode).toBe(200)
    const rows = await test.database.db.select().from(rateLimits)
    expect(rows.filter(({ key }) => key.includes('anonymous'))).toEqual([])
  })
})
