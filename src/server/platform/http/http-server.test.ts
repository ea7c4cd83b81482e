import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { type ConnectionLimits, connectionLimits, createHttpServer, limitBodyTime } from './http-server.ts'

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
/** More than the system buffers between two sockets of one machine. */
const LARGE = Buffer.alloc(32 * 1024 * 1024)
/** Closes a connection that makes no progress between two checks. */
const strict = { writeGraceMs: 1, minBytesPerSecond: Infinity, writeCheckMs: 200 }

let server: Server
const clients: Socket[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

async function listen(
  handler: RequestListener,
  limits: Partial<ConnectionLimits> = {},
  isProxy = (_address: string): boolean => false,
): Promise<void> {
  server = createHttpServer(handler, {
    limits: { ...connectionLimits, ...limits },
    isProxy,
    bodyTimeout: limitBodyTime(60_000),
    log: pino({ level: 'silent' }),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Opens a connection that reads nothing until it is resumed. */
async function open(): Promise<Socket> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has such an address
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => {})
  clients.push(client)
  await once(client, 'connect')
  return client
}

/** Reads until a text has come. */
async function read(client: Socket, text: string): Promise<void> {
  let received = ''
  for await (const chunk of client.iterator({ destroyOnReturn: false })) {
    received += String(chunk)
    if (received.includes(text)) return
  }
}

/** An endless body. */
function* pieces(): Generator<Buffer> {
  for (;;) yield LARGE.subarray(0, 16 * 1024)
}

const openConnections = async (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })

it('handles pipelined requests one at a time, in order', async () => {
  const started: ServerResponse[] = []
  await listen((_request, response) => void started.push(response))
  const client = await open()
  client.write(request.repeat(3))
  for (const body of ['one', 'two', 'three']) {
    await vi.waitFor(() => expect(started).toHaveLength(1))
    started.pop()?.end(body)
    await read(client, body)
  }
})

it('closes a connection with too many pipelined requests, and handles none of them', async () => {
  let handled = 0
  await listen(() => void (handled += 1), { maxPipelined: 4 })
  const client = await open()
  client.write(request.repeat(6))
  client.resume()
  await once(client, 'close')
  expect(handled).toBe(1)
})

it('answers pipelined requests up to the limit', async () => {
  await listen((_request, response) => void response.end('done'), { maxPipelined: 4 })
  const client = await open()
  client.write(request.repeat(4) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  let received = ''
  for await (const chunk of client.resume()) received += String(chunk)
  expect(received.match(/done/g)).toHaveLength(5)
})

it('closes connections whose clients read nothing, but not idle ones', async () => {
  await listen(({ url }, response) => void response.end(url === '/' ? LARGE : 'done'), strict)
  const stalled = [await open(), await open(), await open()]
  const idle = await open()
  for (const client of stalled) client.write(request)
  await vi.waitFor(async () => expect(await openConnections()).toBe(1), { timeout: 10_000 })
  idle.write(request.replace('/', '/small'))
  await read(idle, 'done')
})

it('waits for a slow reader as long as the size of the response allows', async () => {
  await listen((_request, response) => void response.end(LARGE), { ...strict, minBytesPerSecond: 8192 })
  const slow = await open()
  slow.write(request)
  await sleep(5 * strict.writeCheckMs)
  let bytes = 0
  for await (const chunk of slow) {
    bytes += Buffer.byteLength(chunk)
    if (bytes > LARGE.length) break
  }
  expect(bytes).toBeGreaterThan(LARGE.length)
})

it('closes a client that reads steadily, but slower than the minimum rate', async () => {
  const streams: RequestListener = (_request, response) => void Readable.from(pieces()).pipe(response)
  await listen(streams, { ...strict, writeGraceMs: 1000, minBytesPerSecond: 256 * 1024 * 1024 })
  const client = await open()
  client.write(request)
  let bytes = 0
  const reading = setInterval(() => (bytes += client.read()?.length ?? 0), 10)
  await vi.waitFor(async () => expect(await openConnections()).toBe(0), { timeout: 10_000 })
  clearInterval(reading)
  expect(bytes).toBeGreaterThan(0)
})

it('doesn’t count the pauses of an event stream', async () => {
  await listen(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write('data: x\n\n'), 50)
      response.once('close', () => clearInterval(timer))
    },
    { ...strict, writeCheckMs: 20 },
  )
  const client = await open()
  client.write(request)
  client.resume()
  await sleep(1500)
  expect(await openConnections()).toBe(1)
})

it('closes a client that sends requests without reading the responses', async () => {
  await listen((_request, response) => void response.end(LARGE), strict)
  const client = await open()
  const timer = setInterval(() => client.write(request), 10)
  await vi.waitFor(async () => expect(await openConnections()).toBe(0), { timeout: 10_000 })
  clearInterval(timer)
})

it('closes an event stream that is not read and keeps one that is', async () => {
  const stream: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => {
      if (!response.writableNeedDrain) response.write(`data: ${'x'.repeat(64 * 1024)}\n\n`)
    }, 1)
    response.once('close', () => clearInterval(timer))
  }
  await listen(stream, { ...strict, minBytesPerSecond: 1024 * 1024 })
  const [reader, sleeper] = [await open(), await open()]
  for (const client of [reader, sleeper]) client.write(request)
  reader.resume()
  await vi.waitFor(async () => expect(await openConnections()).toBe(1), { timeout: 20_000 })
  await once(reader, 'data')
})

it('limits the number of connections', async () => {
  await listen((_request, response) => void response.end('done'), { maxConnections: 2 })
  const first = await open()
  await open()
  const refused = await open()
  refused.resume()
  await once(refused, 'close')
  first.write(request)
  await read(first, 'done')
})

it('limits the connections of one address, and frees them as they close', async () => {
  await listen((_request, response) => void response.end('done'), { maxPerAddress: 2 })
  const [first] = [await open(), await open()]
  const refused = await open()
  refused.resume()
  await once(refused, 'close')
  first.destroy()
  await vi.waitFor(async () => expect(await openConnections()).toBe(1))
  const next = await open()
  next.write(request)
  await read(next, 'done')
})

it.each([
  ['a proxy', { maxPerAddress: 2 }, () => true],
  ['any address without a limit', { maxPerAddress: 0 }, () => false],
])('does not limit the connections of %s', async (_, limits, isProxy) => {
  await listen((_request, response) => void response.end('done'), limits, isProxy)
  const clients = [await open(), await open(), await open(), await open()]
  for (const client of clients) {
    client.write(request)
    await read(client, 'done')
  }
})
