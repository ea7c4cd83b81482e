import { once } from 'node:events'
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A server behind the proxy. */
interface Backend {
  name: string
  origin: string
}

interface Kept extends Backend {
  ready: boolean
  agent: Agent
  timer: NodeJS.Timeout
}

const LOOK_EVERY_MS = 200
const LOOK_WITHIN_MS = 2000
/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

const forwarded = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)))

/**
 * A typical reverse proxy: round-robin over servers that are ready, with keep-alive connections. It retries on another
 * server only if a request wasn't sent, or if it is a GET or HEAD without a response yet.
 */
export class ReverseProxy {
  readonly origin: string
  /** Number of requests retried on another server. */
  retried = 0
  readonly #server: ReturnType<typeof createServer>
  readonly #backends = new Map<string, Kept>()
  #turn = 0

  private constructor(server: ReturnType<typeof createServer>, origin: string) {
    this.#server = server
    this.origin = origin
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#handle(request, response).catch(() => response.destroy())
    })
  }

  static async start(): Promise<ReverseProxy> {
    const server = createServer({ requestTimeout: 0 })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
    return new ReverseProxy(server, `http://127.0.0.1:${address.port}`)
  }

  add(backend: Backend): void {
    const kept: Kept = {
      ...backend,
      ready: false,
      agent: new Agent({ keepAlive: true }),
      timer: setInterval(() => void this.#look(kept), LOOK_EVERY_MS),
    }
    this.#backends.set(backend.name, kept)
    void this.#look(kept)
  }

  /** Removes a server, whose running responses continue. */
  remove(name: string): void {
    const kept = this.#backends.get(name)
    clearInterval(kept?.timer)
    this.#backends.delete(name)
  }

  isReady(name: string): boolean {
    return this.#backends.get(name)?.ready === true
  }

  async stop(): Promise<void> {
    for (const kept of this.#backends.values()) {
      clearInterval(kept.timer)
      kept.agent.destroy()
    }
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #look(kept: Kept): Promise<void> {
    const response = await fetch(`${kept.origin}/readyz`, { signal: AbortSignal.timeout(LOOK_WITHIN_MS) }).catch(
      () => null,
    )
    await response?.body?.cancel().catch(() => {})
    kept.ready = response?.ok === true
  }

  #next(tried: ReadonlySet<Kept>): Kept | undefined {
    const ready = [...this.#backends.values()].filter((kept) => kept.ready && !tried.has(kept))
    this.#turn += 1
    return ready[this.#turn % ready.length]
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const isSafe = request.method === 'GET' || request.method === 'HEAD'
    const tried = new Set<Kept>()
    for (;;) {
      const backend = this.#next(tried)
      if (backend === undefined) {
        response.writeHead(tried.size === 0 ? 503 : 502, { 'content-type': 'text/plain' }).end('No server answers.')
        return
      }
      if (tried.size > 0) this.retried += 1
      tried.add(backend)
      const answer = await this.#forward(backend, request, body, response)
      if (answer === 'done' || response.destroyed) return
      if (answer === 'refused') backend.ready = false
      else if (!isSafe) {
        response.writeHead(502, { 'content-type': 'text/plain' }).end('The server went away.')
        return
      }
    }
  }

  async #forward(
    { origin, agent }: Kept,
    { method, url = '/', headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<'done' | 'refused' | 'broken'> {
    const { promise, resolve } = Promise.withResolvers<'done' | 'refused' | 'broken'>()
    const upstream = ask(`${origin}${url}`, { method: method ?? 'GET', headers: forwarded(headers), agent })
    upstream.on('error', (error) => {
      if (response.headersSent) response.destroy()
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'broken')
    })
    upstream.on('response', (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, forwarded(answer.headers))
      answer.on('error', () => response.destroy())
      answer.on('aborted', () => response.destroy())
      answer.pipe(response)
      resolve('done')
    })
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy()
    })
    upstream.end(body)
    return promise
  }
}
