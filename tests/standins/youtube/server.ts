import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLoopbackServer } from '../loopback-server.ts'

/** A response of the stand-in. */
export interface Answer {
  /** Unset: 200. */
  status?: number
  /** Sent as JSON unless it is a string. */
  body?: unknown
  contentType?: string
  /** Target of a redirect. */
  location?: string
}

/** Responses for one video. Unset ones return 404. */
export interface Scenario {
  /** POST /youtubei/v1/player, by client name. */
  player?: (client: string) => Answer | undefined
  /** GET /watch. */
  page?: (request: { cookie: string }) => Answer | undefined
  /** GET /api/timedtext, and other URLs of tracks. */
  captions?: (url: URL) => Answer | undefined
}

/** A received request. */
interface SeenRequest {
  method: string
  path: string
  /** Client name of player requests; empty for others. */
  client: string
  headers: IncomingMessage['headers']
  body: string
}

export interface YouTubeStandIn {
  /** Value for YOUTUBE_ORIGIN. */
  origin: string
  requests: SeenRequest[]
  close(): Promise<void>
}

const MAX_BODY_BYTES = 64 * 1024

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) break
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString()
}

interface PlayerRequest {
  videoId: string
  client: string
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

/** Fields of a player request that decide the response. */
function parsePlayerRequest(body: string): PlayerRequest {
  const parsed: unknown = body === '' ? null : JSON.parse(body)
  const client = property(property(property(parsed, 'context'), 'client'), 'clientName')
  const videoId = property(parsed, 'videoId')
  return { videoId: typeof videoId === 'string' ? videoId : '', client: typeof client === 'string' ? client : '' }
}

function send(response: ServerResponse, answer: Answer | undefined): void {
  const { status = 200, body = '', contentType, location } = answer ?? { status: 404 }
  const isText = typeof body === 'string'
  response
    .writeHead(status, {
      'content-type': contentType ?? (isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'),
      ...(location === undefined ? {} : { location }),
    })
    .end(isText ? body : JSON.stringify(body))
}

/**
 * Starts a server on loopback that implements YouTube's wire protocol: the player endpoint for every client, watch
 * pages
 * and caption URLs.
 * @param scenarioOf responses for a video; undefined for an unknown video
 */
export async function openYouTubeStandIn(
  scenarioOf: (videoId: string) => Scenario | undefined,
): Promise<YouTubeStandIn> {
  const requests: SeenRequest[] = []

  async function answer(request: IncomingMessage): Promise<Answer | undefined> {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const body = await readBody(request)
    const asked = url.pathname === '/youtubei/v1/player' ? parsePlayerRequest(body) : null
    requests.push({
      method: request.method ?? '',
      path: `${url.pathname}${url.search}`,
      client: asked?.client ?? '',
      headers: request.headers,
      body,
    })
    if (asked !== null)
      return request.method === 'POST' ? scenarioOf(asked.videoId)?.player?.(asked.client) : { status: 405 }
    const scenario = scenarioOf(url.searchParams.get('v') ?? '')
    if (url.pathname === '/watch') return scenario?.page?.({ cookie: request.headers.cookie ?? '' })
    return scenario?.captions?.(url)
  }

  const { origin, stop } = await startLoopbackServer((request, response) => {
    answer(request).then(
      (made) => send(response, made),
      (error: unknown) => send(response, { status: 400, body: String(error) }),
    )
  })
  return {
    origin,
    requests,
    close: stop,
  }
}
