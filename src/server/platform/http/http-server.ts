import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { ErrorBody } from '../../../shared/api/contract.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import { Counters } from '../concurrency.ts'
import { addressKey } from './limits.ts'

type Rejection = [status: number, code: ErrorCode, message: string]

const rejections: Record<string, Rejection> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timed_out', 'This request did not arrive in time. Please try again.'],
  HPE_HEADER_OVERFLOW: [431, 'invalid_input', 'The URL or the headers of this request are too long.'],
}

const unreadable: Rejection = [400, 'invalid_input', 'This is not a valid HTTP request.']

/**
 * Answers invalid requests (bytes that are not HTTP, oversized headers, a body that does not arrive) with an error in the
 * usual form, and closes the connection. For Node's `clientError` event.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = rejections[error.code ?? ''] ?? unreadable
  const requestId = randomUUID()
  const body = JSON.stringify({ message, code, requestId } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/**
 * Limits on what one client, or all of them, can have the server hold in memory: they allow for a phone on a slow network,
 * and bound the memory of thousands of connections.
 */
export const connectionLimits = {
  /** Maximum open connections; further ones are closed as they arrive. */
  maxConnections: 2000,
  /** Maximum open connections of one address; an IPv6 /64 counts as one. 0: no limit. Proxies are exempt. */
  maxPerAddress: 500,
  /** Pipelined requests that one connection may have waiting behind the one that is being answered. */
  maxPipelined: 16,
  /** How long a client may take for a response, in addition to the time that its size allows. */
  writeGraceMs: 30_000,
  /** Slowest rate at which a client may read a response, measured over all of it. */
  minBytesPerSecond: 8 * 1024,
  /** How often connections are checked for clients that do not read. */
  writeCheckMs: 5000,
}
export type ConnectionLimits = typeof connectionLimits

/** How long an idle connection stays open: longer than the minute for which most proxies keep theirs. */
const KEEP_ALIVE_MS = 72_000

/** Maximum time to receive a request: enough for an upload of 50 MB at 256 kbit/s. `BodyTimeout` limits the others. */
const REQUEST_TIMEOUT_MS = 30 * 60_000
const HEADERS_TIMEOUT_MS = 20_000
const TIMEOUT_CHECK_MS = 5000

/** Time limit for receiving request bodies. */
export interface BodyTimeout {
  begin(request: IncomingMessage, response: ServerResponse): void
  /** Lifts the timeout of one request; Node's own `requestTimeout` stays. */
  lift(request: IncomingMessage): void
  /** Restarts the timeout for the rest of a request that is being discarded. */
  restore(request: IncomingMessage): void
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The error that Node raises for slow requests. */
const timeoutError = (): Error => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * Limits the time to receive a request body, request by request: Node's own limit is global and has to allow for large
 * files on slow connections. A slow request gets a 408 unless its response has begun, and is closed.
 */
export function limitBodyTime(limitMs: number): BodyTimeout {
  const cutOffs = new WeakMap<IncomingMessage, () => void>()
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const lift = (request: IncomingMessage): void => clearTimeout(timers.get(request))
  const restore = (request: IncomingMessage): void => {
    const cutOff = cutOffs.get(request)
    lift(request)
    if (cutOff !== undefined && !request.complete) timers.set(request, setTimeout(cutOff, limitMs).unref())
  }
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request)) return
    const cutOff = (): void => {
      if (request.complete) return
      if (response.headersSent) request.socket.destroy()
      else answerClientError(timeoutError(), request.socket)
    }
    cutOffs.set(request, cutOff)
    restore(request)
    request.once('close', () => lift(request))
  }
  return { begin, lift, restore }
}

type CloseReason = 'pipelining' | 'not_reading' | 'too_many'
type CloseConnection = (socket: Socket, reason: CloseReason) => void

/**
 * Handles the requests of a connection one at a time, so that a client that pipelines requests and reads none of the
 * responses costs one response. Node itself parses and starts all requests of a packet immediately.
 */
function handleInTurn(handler: RequestListener, maxPipelined: number, close: CloseConnection): RequestListener {
  type Exchange = [IncomingMessage, ServerResponse]
  /** Requests that wait, by connection; connections without a request in progress have no entry. */
  const waiting = new WeakMap<Socket, Exchange[]>()
  const handle = ([request, response]: Exchange, queue: Exchange[]): void => {
    const { socket } = request
    response.once('close', () => {
      const next = socket.destroyed ? undefined : queue.shift()
      if (next === undefined) waiting.delete(socket)
      else handle(next, queue)
    })
    handler(request, response)
  }
  return (request, response) => {
    const { socket } = request
    // The rest of a packet is still parsed after its connection was closed.
    if (socket.destroyed) return
    const queue = waiting.get(socket)
    if (queue === undefined) {
      const empty: Exchange[] = []
      waiting.set(socket, empty)
      handle([request, response], empty)
    } else if (queue.length < maxPipelined) {
      queue.push([request, response])
    } else {
      close(socket, 'pipelining')
    }
  }
}

/**
 * Closes connections whose clients read a response too slowly or not at all, as Kestrel does with its
 * MinResponseDataRate. A socket timeout would not do: it starts again with every byte that the client sends or reads.
 * Only time in which bytes wait for the client counts, so the pauses of an event stream don't.
 */
function closeSlowReaders(server: Server, limits: ConnectionLimits, close: CloseConnection): void {
  /** Time for which a response had bytes waiting, and the bytes that the connection had sent when they first did. */
  const readers = new Map<Socket, { waitedMs: number; sentBefore: number }>()
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      readers.delete(socket)
    })
  })
  server.on('request', ({ socket }, response) => void response.once('close', () => readers.delete(socket)))
  const check = (socket: Socket, elapsedMs: number): void => {
    const { writableLength, bytesWritten } = socket
    if (writableLength === 0) return
    const reader = readers.get(socket)
    if (reader === undefined) {
      readers.set(socket, { waitedMs: 0, sentBefore: bytesWritten - writableLength })
      return
    }
    reader.waitedMs += elapsedMs
    const responseBytes = bytesWritten - reader.sentBefore
    const allowedMs = limits.writeGraceMs + (responseBytes / limits.minBytesPerSecond) * 1000
    if (reader.waitedMs > allowedMs) close(socket, 'not_reading')
  }
  let checkedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const socket of sockets) check(socket, now - checkedAt)
    checkedAt = now
  }, limits.writeCheckMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Closes new connections of an address that has too many. */
function limitPerAddress(
  server: Server,
  { maxPerAddress }: ConnectionLimits,
  isProxy: (address: string) => boolean,
  close: CloseConnection,
): void {
  const open = new Counters()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (maxPerAddress === 0 || remoteAddress === undefined || isProxy(remoteAddress)) return
    const key = addressKey(remoteAddress)
    if (open.get(key) >= maxPerAddress) {
      close(socket, 'too_many')
      return
    }
    open.add(key, 1)
    socket.once('close', () => open.add(key, -1))
  })
}

/** Creates an HTTP server that limits connections, pipelining, slow readers and slow requests. */
export function createHttpServer(
  handler: RequestListener,
  {
    limits,
    bodyTimeout,
    isProxy,
    log,
  }: {
    limits: ConnectionLimits
    /** Whether an address may be that of a proxy, which has the connections of all its clients. */
    isProxy: (address: string) => boolean
    bodyTimeout: Pick<BodyTimeout, 'begin'>
    log: FastifyBaseLogger
  },
): Server {
  const close: CloseConnection = (socket, reason) => {
    log.info({ event: 'http.connection_closed', reason }, 'closed a connection')
    socket.destroy()
  }
  const handle: RequestListener = (request, response) => {
    bodyTimeout.begin(request, response)
    handler(request, response)
  }
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handleInTurn(handle, limits.maxPipelined, close),
  )
  server.maxConnections = limits.maxConnections
  limitPerAddress(server, limits, isProxy, close)
  closeSlowReaders(server, limits, close)
  return server
}
