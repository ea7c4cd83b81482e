import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startLoopbackServer } from '../loopback-server.ts'
import { type Credentials, checkSignature, S3Refusal } from './signature.ts'

export interface S3Standin {
  /** Value for S3_ENDPOINT. */
  origin: string
  bucket: string
  credentials: Credentials
  /** Objects of the bucket, by key. */
  objects: ReadonlyMap<string, KeptObject>
  /** Sets the bucket's CORS rule: the site whose pages may upload. */
  allowOrigin: (site: string) => void
  stop: () => Promise<void>
}

interface KeptObject {
  body: Buffer
  etag: string
  modifiedAt: Date
}

export interface S3StandinOptions {
  /** Entries per page of a list. */
  pageSize?: number
}

const escapeXml = (text: string): string => text.replace(/[<>&'"]/gu, (char) => `&#${char.charCodeAt(0)};`)

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`

function sendXml(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml(content))
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const refusal = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', String(error))
  request.resume()
  const body = `<Error><Code>${refusal.code}</Code><Message>${escapeXml(refusal.message)}</Message></Error>`
  if (request.method === 'HEAD') response.writeHead(refusal.status).end()
  else sendXml(response, refusal.status, body)
}

/** One bucket, in memory. */
class Bucket {
  readonly objects = new Map<string, KeptObject>()
  readonly #pageSize: number

  constructor(pageSize: number) {
    this.#pageSize = pageSize
  }

  async put(key: string, request: IncomingMessage, expectedHash: string | null): Promise<KeptObject> {
    if (request.headers['content-length'] === undefined) {
      throw new S3Refusal(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
    }
    const body = await buffer(request)
    if (expectedHash !== null && createHash('sha256').update(body).digest('hex') !== expectedHash) {
      throw new S3Refusal(400, 'XAmzContentSHA256Mismatch', 'The body does not have the hash that was signed.')
    }
    if (request.headers['if-none-match'] === '*' && this.objects.has(key)) {
      throw new S3Refusal(412, 'PreconditionFailed', 'At least one of the preconditions did not hold.')
    }
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    const kept = { body, etag, modifiedAt: new Date() }
    this.objects.set(key, kept)
    return kept
  }

  list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, this.#pageSize)
    const entries = page.map((key) => {
      const kept = this.objects.get(key)
      return `<Contents><Key>${escapeXml(key)}</Key><Size>${kept?.body.length}</Size><LastModified>${kept?.modifiedAt.toISOString()}</LastModified></Contents>`
    })
    const rest = keys.length > page.length
    const next = rest ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${rest}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
  }
}

const describe = (kept: KeptObject): Record<string, string | number> => ({
  etag: kept.etag,
  'content-length': kept.body.length,
  'last-modified': kept.modifiedAt.toUTCString(),
})

async function answer(
  bucket: Bucket,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
  signed: { url: URL; bodyHash: string | null },
): Promise<void> {
  if (key === '') {
    if (request.method !== 'GET') throw new S3Refusal(405, 'MethodNotAllowed', 'Only lists are made of a bucket.')
    return sendXml(response, 200, bucket.list(signed.url.searchParams))
  }
  const kept = bucket.objects.get(key)
  switch (request.method ?? '') {
    case 'PUT': {
      const { etag } = await bucket.put(key, request, signed.bodyHash)
      response.writeHead(200, { etag, 'content-length': 0 }).end()
      return
    }
    case 'DELETE':
      bucket.objects.delete(key)
      response.writeHead(204).end()
      return
    case 'GET':
    case 'HEAD':
      if (kept === undefined) throw new S3Refusal(404, 'NoSuchKey', 'The specified key does not exist.')
      response.writeHead(200, describe(kept)).end(request.method === 'GET' ? kept.body : undefined)
      return
    default:
      throw new S3Refusal(405, 'MethodNotAllowed', 'The method is not known here.')
  }
}

/** The bucket's CORS rule, as docs/configuration.md recommends it. */
function answerCors(request: IncomingMessage, response: ServerResponse, allowedOrigin: string | null): boolean {
  if (allowedOrigin !== null && request.headers.origin === allowedOrigin) {
    response.setHeader('access-control-allow-origin', allowedOrigin)
    response.setHeader('access-control-allow-methods', 'PUT')
    response.setHeader('access-control-allow-headers', 'content-type')
  }
  if (request.method !== 'OPTIONS') return false
  response.writeHead(response.hasHeader('access-control-allow-origin') ? 200 : 403).end()
  return true
}

/**
 * An S3 server with one bucket in memory, on loopback: PUT, GET, HEAD and DELETE, paginated lists, path-style URLs, and
 * verified version 4 signatures. For development and tests.
 */
export async function startS3Standin(options: S3StandinOptions = {}): Promise<S3Standin> {
  const name = 'precis-files'
  const credentials = { accessKeyId: 'standin-key', secretAccessKey: 'standin-secret' }
  let allowedOrigin: string | null = null
  const bucket = new Bucket(options.pageSize ?? 1000)
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (answerCors(request, response, allowedOrigin)) return
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const bodyHash = checkSignature(request, url, credentials)
    const [, bucketName, ...rest] = url.pathname.split('/')
    if (bucketName !== name) throw new S3Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist.')
    await answer(bucket, decodeURIComponent(rest.join('/')), request, response, { url, bodyHash })
  }
  const { origin, stop } = await startLoopbackServer((request, response) => {
    handle(request, response).catch((error: unknown) => refuse(request, response, error))
  })
  return {
    origin,
    bucket: name,
    credentials,
    objects: bucket.objects,
    allowOrigin: (site) => {
      allowedOrigin = site
    },
    stop,
  }
}
