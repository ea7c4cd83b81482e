import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rateLimits } from '../../../src/server/db/schema/index.ts'
import { keepLog } from '../../support/log.ts'
import { startTestProduct, type TestClient, type TestProduct, type TestProductOptions } from '../../support/product.ts'
import { stagedDocument, stagedPipeline, stagedResult } from '../../support/staged-pipeline.ts'
import { tidePools } from '../../support/texts.ts'

const DESCRIPTION = '/api/docs/json'
const requestFor = (url: string): string => `GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`
/** Closes a connection that makes no progress between two checks. */
const strict = { maxPipelined: 4, writeGraceMs: 1, minBytesPerSecond: Infinity, writeCheckMs: 200 }

let test: TestProduct
/** Number of connections on the server. */
let served: Socket[]
let port: number
const clients: Socket[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await test.close()
})

async function serve(options: TestProductOptions = {}): Promise<void> {
  test = await startTestProduct(options)
  served = []
  test.product.app.server.on('connection', (socket: Socket) => void served.push(socket))
  port = Number(new URL(await test.product.app.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** Opens connections that read nothing. */
async function openUnread(count: number): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1').pause())
  clients.push(...opened)
  for (const client of opened) client.on('error', () => {})
  await Promise.all(opened.map(async (client) => once(client, 'connect')))
  return opened
}

/** A busy machine may take its time to accept connections. */
const allServed = async (count: number): Promise<void> =>
  vi.waitFor(() => expect(served).toHaveLength(count), { timeout: 15_000 })
const openAtServer = (): Socket[] => served.filter((socket) => !socket.destroyed)
const allClosed = async (): Promise<void> =>
  vi.waitFor(() => expect(openAtServer()).toEqual([]), { timeout: 15_000, interval: 20 })

describe('requests whose responses are never read', () => {
  it('are handled one at a time per connection, however many are pipelined', async () => {
    const log = keepLog()
    await serve({ connections: strict, log: log.log })
    for (const client of await openUnread(6)) client.write(requestFor(DESCRIPTION).repeat(1000))
    await allServed(6)
    await allClosed()
    const lines = log.text().split('\n')
    expect(lines.filter((line) => line.includes(`"url":"${DESCRIPTION}"`)).length).toBeLessThanOrEqual(6)
    expect(lines.filter((line) => line.includes('"event":"http.connection_closed"'))).toHaveLength(6)
    expect(log.text()).toContain('"reason":"pipelining"')
  })

  it('keep one response at a time in memory until their connection is closed', async () => {
    await serve({ connections: { ...strict, maxPipelined: 1000 } })
    const bytes = Buffer.byteLength((await test.visitor().get(DESCRIPTION)).body)
    const [client] = await openUnread(1)
    await allServed(1)
    let largest = 0
    const timer = setInterval(() => {
      client?.write(requestFor(DESCRIPTION))
      largest = Math.max(largest, served[0]?.writableLength ?? 0)
    }, 1)
    await allClosed()
    clearInterval(timer)
    expect(largest).toBeGreaterThan(0)
    expect(largest).toBeLessThan(2 * bytes)
  })

  it('don’t affect event streams that are read', async () => {
    const pipeline = stagedPipeline()
    await serve({ connections: strict, pipeline })
    const reader = await test.register()
    const made = await reader.post('/api/summaries', { content: tidePools }, { prefer: 'respond-async' })
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const stream = await fetch(`http://127.0.0.1:${port}/api/summaries/${made.json().id}/events`, {
      headers: { cookie },
    })
    for (const client of await openUnread(3)) client.write(requestFor(DESCRIPTION).repeat(1000))
    await allServed(4)
    await vi.waitFor(() => expect(openAtServer()).toHaveLength(1), { timeout: 15_000 })
    const run = await pipeline.next()
    const document = stagedDocument('A letter', [['One', 'The only paragraph.']])
    run.hasRead(document)
    run.tell(stagedResult(document))
    expect(await stream.text()).toContain('event: ready')
  })
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
  const cookieOf = (user: TestClient): string => [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  it.each(['/api/plans', '/api/docs/json', '/', '/api/nowhere', '/api/auth/user'])(
    'are limited per IP address: %s',
    async (url) => {
      await serve(few)
      const statuses: number[] = []
      for (let n = 0; n < 12; n += 1) statuses.push((await from('192.0.2.1', url)).statusCode)
      expect(statuses).not.toContain(429)
      const refused = await from('192.0.2.1', url)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await from('192.0.2.1', url, 'precis.sid=forged.signature')).statusCode).toBe(429)
      expect((await from('192.0.2.2', url)).statusCode).not.toBe(429)
    },
  )

  it('are counted in memory, and don’t limit probes or signed-in users', async () => {
    await serve(few)
    const user = await test.register()
    for (let n = 0; n < 20; n += 1) await from('192.0.2.1', '/api/plans')
    expect((await from('192.0.2.1', '/api/plans')).statusCode).toBe(429)
    for (const url of ['/healthz', '/readyz']) expect((await from('192.0.2.1', url)).statusCode).toBe(200)
    expect((await from('192.0.2.1', '/api/auth/user', cookieOf(user))).statusCode).toBe(200)
    const rows = await test.database.db.select().from(rateLimits)
    expect(rows.filter(({ key }) => key.includes('anonymous'))).toEqual([])
  })
})
