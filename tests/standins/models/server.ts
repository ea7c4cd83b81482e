import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startLoopbackServer } from '../loopback-server.ts'
import type { FakeModel, Plan } from './plan.ts'
import { protocolOf } from './protocols/index.ts'
import { BadRequest, type Protocol } from './protocols/protocol.ts'
import type { ModelRequest, Outcome } from './request.ts'
import { applyStep, type Script, startScript } from './script.ts'
import { send } from './send.ts'
import { estimateTokens } from './tokens.ts'

export interface ModelServerOptions {
  /** Computes answers, unless the script overrides them. */
  model: FakeModel
  /** How requests are answered; unset: plainly. */
  script?: Script
  /** The only accepted API key; unset: any, and none. */
  apiKey?: string
}

export interface ModelServer {
  /** Origin: http://127.0.0.1:PORT. The end of a path decides the protocol, whatever precedes it. */
  origin: string
  /** All valid requests, in order. */
  requests: readonly ModelRequest[]
  /** Maximum number of concurrent requests. */
  mostAtOnce: () => number
  /** Replaces the script. */
  play: (script: Script) => void
  /** Resolves with the request of a number, counted from 1, once it has arrived. */
  arrived: (number: number) => Promise<ModelRequest>
  /** Closes all connections. */
  stop: () => Promise<void>
}

const keyHeaders: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cookie'])

function plainHeaders(request: IncomingMessage): Record<string, string> {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries(headers.filter(([name]) => !keyHeaders.has(name)))
}

/** API key of a request, and its path without the key. */
function takeKey(request: IncomingMessage, protocol: Protocol, url: URL): string {
  const header = String(request.headers[protocol.keyHeader] ?? '')
  const key = header.replace(/^Bearer /, '') || (url.searchParams.get('key') ?? '')
  url.searchParams.delete('key')
  return key
}

function planOf(model: FakeModel, request: ModelRequest): Plan {
  const said = model(request)
  const text = typeof said === 'string' ? said : JSON.stringify(said)
  const inputTokens = estimateTokens(request.turns.map((turn) => turn.text).join('\n'))
  return {
    delayMs: 0,
    firstPieceMs: 0,
    betweenPiecesMs: 0,
    pieceCharacters: 64,
    pingEveryMs: null,
    failure: null,
    answer: { text, thinking: '', stop: 'done', usage: { inputTokens, outputTokens: estimateTokens(text) } },
    cut: null,
  }
}

function sendError(response: ServerResponse, protocol: Protocol | undefined, error: unknown): void {
  const known = error instanceof BadRequest && protocol !== undefined
  const { status, body } = known ? protocol.error('bad_request', error.message) : { status: 500, body: String(error) }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Received requests, and callers that wait for one. */
class RequestLog {
  readonly requests: ModelRequest[] = []
  mostAtOnce = 0
  #underWay = 0
  readonly #waiting = new Map<number, ((request: ModelRequest) => void)[]>()

  /** Records a request, and follows its response to the end. */
  add(
    fields: Omit<ModelRequest, 'number' | 'arrivedAt' | 'endedAt' | 'outcome' | 'over'>,
    response: ServerResponse,
  ): ModelRequest {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const number = this.requests.length + 1
    const request = { ...fields, number, arrivedAt: performance.now(), endedAt: null, outcome: null, over: promise }
    const kept: ModelRequest = request
    this.requests.push(kept)
    this.#underWay += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay)
    response.once('close', () => {
      this.#underWay -= 1
      kept.endedAt = performance.now()
      kept.outcome ??= response.writableFinished ? 'answered' : 'left'
      resolve(kept.outcome)
    })
    for (const tell of this.#waiting.get(number) ?? []) tell(kept)
    this.#waiting.delete(number)
    return kept
  }

  arrived(number: number): Promise<ModelRequest> {
    const there = this.requests[number - 1]
    if (there !== undefined) return Promise.resolve(there)
    const { promise, resolve } = Promise.withResolvers<ModelRequest>()
    this.#waiting.set(number, [...(this.#waiting.get(number) ?? []), resolve])
    return promise
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new BadRequest('The body is not JSON.')
  }
}

/**
 * A language model server on loopback: OpenAI's chat completions and Responses, Anthropic's Messages, Google's
 * generateContent, complete and streamed. It rejects requests that the vendors reject. For development and tests.
 */
export async function startModelServer({ model, script = [], apiKey }: ModelServerOptions): Promise<ModelServer> {
  const log = new RequestLog()
  let choose = startScript(script)

  async function handle(incoming: IncomingMessage, response: ServerResponse, protocol: Protocol | undefined) {
    const url = new URL(incoming.url ?? '/', 'http://standin')
    if (protocol === undefined || incoming.method !== 'POST') {
      incoming.resume()
      response.writeHead(404).end()
      return
    }
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const key = takeKey(incoming, protocol, url)
    const body = parseJson(await text(incoming))
    const headers = plainHeaders(incoming)
    const asked = protocol.read({ url, headers, body })
    const path = `${url.pathname}${url.search}`
    const request = log.add({ ...asked, protocol: protocol.name, method: 'POST', path, headers, body }, response)
    if (apiKey !== undefined && key !== apiKey) {
      const { status, body: refusal } = protocol.error('unauthorized', '')
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
      return
    }
    const plan = applyStep(choose(request), planOf(model, request), request)
    const onCut = (): void => {
      request.outcome = 'cut'
    }
    await send(plan, protocol, request, key, { response, signal: closed.signal, onCut })
  }

  const { origin, stop } = await startLoopbackServer((request, response) => {
    const protocol = protocolOf(new URL(request.url ?? '/', 'http://standin').pathname)
    handle(request, response, protocol).catch((error: unknown) => {
      if (!response.destroyed && !response.headersSent) sendError(response, protocol, error)
      else response.destroy()
    })
  })
  return {
    origin,
    requests: log.requests,
    mostAtOnce: () => log.mostAtOnce,
    play: (next) => {
      choose = startScript(next)
    },
    arrived: (number) => log.arrived(number),
    stop,
  }
}
