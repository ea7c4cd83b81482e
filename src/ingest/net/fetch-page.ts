import { isIP } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/errors.ts'
import { parseSourceUrl } from '../../shared/source-url.ts'
import { uploadGroups } from '../../shared/uploads.ts'
import { SAVE_PAGE } from '../advice.ts'
import { networkError, statusError, timedOutError, tooLargeError } from './fetch-errors.ts'
import { checkUrl, guardedLookup, type Resolver, refuseKnownPrivate, systemResolver } from './ssrf-guard.ts'

export interface FetchConfig {
  /** Allows private, loopback and link-local addresses; for development only. */
  allowPrivateAddresses: boolean
  /**
   * An HTTP proxy for all outbound requests. It resolves names, so it must reject private addresses itself: only literal
   * addresses, and names that this machine can resolve, are checked here.
   */
  outboundProxyUrl: string | null
  /** An origin that may be private although others may not: a service that the operator has configured. */
  trustedOrigin?: string
  /** Resolves host names; defaults to the system's resolver. */
  resolve?: Resolver
  limits?: Partial<FetchLimits>
}

const DEFAULT_LIMITS = {
  firstByteMs: 15_000,
  totalMs: 30_000,
  /** Size of a page's body, decompressed. */
  maxBytes: 10 * 1024 * 1024,
  /** Maximum size of documents and e-books: that of uploads. */
  maxFileBytes: uploadGroups.epub.maxBytes,
  maxRedirects: 10,
}
export type FetchLimits = typeof DEFAULT_LIMITS

export interface FetchedPage {
  /** Final URL, after redirects. */
  url: string
  contentType: string | null
  bytes: Uint8Array
}

interface WebRequest {
  url: URL
  method: 'GET' | 'POST'
  /** In lower case; they replace the default ones. */
  headers?: Readonly<Record<string, string>>
  body?: string
}

interface WebAnswer extends FetchedPage {
  status: number
}

export interface PageFetcher {
  /**
   * Fetches a page or file.
   *
   * @param typed a URL as users type it
   * @throws AppError url_invalid, url_not_allowed, cancelled, source_unreachable, source_not_found, source_forbidden,
   * source_timed_out, source_too_large
   */
  fetch(typed: string, options: { signal: AbortSignal; onBytes?: (bytes: number) => void }): Promise<FetchedPage>
  /**
   * Sends one request and returns the response whatever its status. Follows redirects as GET without body and headers.
   *
   * @param options `stopAt` returns true for the target of a redirect that need not be requested
   * @throws AppError url_invalid, url_not_allowed, cancelled, source_unreachable, source_timed_out, source_too_large
   */
  send(request: WebRequest, options: { signal: AbortSignal; stopAt?: (url: URL) => boolean }): Promise<WebAnswer>
  close(): Promise<void>
}

/** Identifies Precis honestly, in the form that servers expect from a browser. */
const REQUEST_HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; Precis/1.0; article reader)',
  accept: 'text/html,application/xhtml+xml,text/plain;q=0.9,text/markdown;q=0.9,*/*;q=0.5',
  'accept-language': 'en-US,en;q=0.8,*;q=0.5',
  // Not "deflate", which servers write in two ways.
  'accept-encoding': 'gzip, br, zstd',
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

const header = (headers: Dispatcher.ResponseData['headers'], name: string): string | null => {
  const value = headers[name]
  return Array.isArray(value) ? (value[0] ?? null) : (value ?? null)
}

/** Servers apply one encoding, broken ones the same one twice; each needs memory for its window. */
const MAX_ENCODINGS = 3

/** Accepts streams without their end, as browsers do: many servers omit it. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/** Decoders of a body, last applied first (RFC 9110, section 8.4). Unknown encodings are left as they are. */
function decoders(encoding: string | null): NodeJS.ReadWriteStream[] {
  const names = (encoding ?? '').toLowerCase().split(',')
  if (names.length > MAX_ENCODINGS) throw new Error(`A body in ${names.length} encodings.`)
  return names
    .map((name) => name.trim())
    .toReversed()
    .flatMap((name) => {
      if (name === 'gzip' || name === 'x-gzip') return [createGunzip(lenient)]
      if (name === 'br') return [createBrotliDecompress(lenientBrotli)]
      if (name === 'deflate') return [createInflate(lenient)]
      if (name === 'zstd') return [createZstdDecompress()]
      return []
    })
}

/** Reads a body into memory, up to the limit of unpacked bytes. */
async function readBody(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<Uint8Array> {
  const declared = Number(header(response.headers, 'content-length') ?? '0')
  if (declared > maxBytes) throw tooLargeError(maxBytes)
  const chunks: Buffer[] = []
  let total = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > maxBytes) return done(tooLargeError(maxBytes))
      chunks.push(chunk)
      onBytes?.(total)
      done()
    },
  })
  const unpack = decoders(header(response.headers, 'content-encoding'))
  await pipeline([Readable.from(response.body), ...unpack, sink], { signal })
  return Buffer.concat(chunks)
}

async function openDispatcher(config: FetchConfig, limits: FetchLimits, allowPrivate: boolean): Promise<Dispatcher> {
  // Loaded with the first page, to start faster.
  const { Agent, ProxyAgent } = await import('undici')
  const options = {
    connectTimeout: limits.firstByteMs,
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.firstByteMs,
    keepAliveTimeout: 1000,
    maxHeaderSize: 64 * 1024,
  }
  if (config.outboundProxyUrl !== null) return new ProxyAgent({ uri: config.outboundProxyUrl, ...options })
  const lookup = guardedLookup(config.resolve ?? systemResolver, allowPrivate)
  return new Agent({ ...options, connect: { lookup, timeout: limits.firstByteMs } })
}

/** Cookies that a redirect sets for its target, within one fetch. */
class RedirectCookies {
  private readonly byHost = new Map<string, Map<string, string>>()

  keep(host: string, headers: Dispatcher.ResponseData['headers']): void {
    const set = headers['set-cookie'] ?? []
    const jar = this.byHost.get(host) ?? new Map<string, string>()
    for (const line of Array.isArray(set) ? set : [set]) {
      const pair = /^\s*([^=;\s]+)=([^;]*)/u.exec(line)
      if (pair?.[1] !== undefined && jar.size < 30) jar.set(pair[1], (pair[2] ?? '').trim())
    }
    this.byHost.set(host, jar)
  }

  headerFor(host: string): { cookie?: string } {
    const cookie = Array.from(this.byHost.get(host) ?? [], ([name, value]) => `${name}=${value}`).join('; ')
    return cookie === '' ? {} : { cookie }
  }
}

/**
 * Creates the only client for outbound requests to URLs of users. It checks every hop: scheme, port, literal addresses in
 * any notation, and the addresses that its name resolves to.
 */
export function createPageFetcher(config: FetchConfig): PageFetcher {
  const limits = { ...DEFAULT_LIMITS, ...config.limits }
  const opened = new Map<boolean, Promise<Dispatcher>>()
  const dispatcherFor = (allowPrivate: boolean): Promise<Dispatcher> =>
    opened.getOrInsertComputed(allowPrivate, () => openDispatcher(config, limits, allowPrivate))
  const allowsPrivate = (url: URL): boolean => config.allowPrivateAddresses || url.origin === config.trustedOrigin

  async function hop({ url, method, headers, body }: WebRequest, cookies: RedirectCookies, signal: AbortSignal) {
    const dispatcher = await dispatcherFor(allowsPrivate(url))
    const response = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...REQUEST_HEADERS, ...cookies.headerFor(url.host), ...headers },
      ...(body === undefined ? {} : { body }),
      signal,
    })
    cookies.keep(url.host, response.headers)
    return response
  }

  /** Follows redirects; the body of the response is unread. */
  async function follow(start: WebRequest, signal: AbortSignal, stopAt?: (url: URL) => boolean) {
    const cookies = new RedirectCookies()
    let request = start
    for (let redirects = 0; redirects <= limits.maxRedirects; redirects += 1) {
      const { url } = request
      checkUrl(url, allowsPrivate(url))
      if (config.outboundProxyUrl !== null && !allowsPrivate(url) && isIP(url.hostname.replace(/^\[|\]$/gu, '')) === 0)
        await refuseKnownPrivate(config.resolve ?? systemResolver, url.hostname)
      const response = await hop(request, cookies, signal)
      const location = REDIRECTS.has(response.statusCode) ? header(response.headers, 'location') : null
      if (location === null) return { url, response }
      await response.body.dump({ limit: 16 * 1024 })
      const target = URL.parse(location, url)
      if (target === null) {
        const message = `${url.hostname} redirects to a link that can’t be read. ${SAVE_PAGE}`
        throw new AppError('source_unreachable', message)
      }
      if (stopAt?.(target) === true) return { url: target, response }
      request = { url: target, method: 'GET' }
    }
    throw new AppError('source_unreachable', `${start.url.hostname} redirects too many times. ${SAVE_PAGE}`)
  }

  /** Runs an exchange with a server within the time limit, and converts its errors. */
  async function within<T>(signal: AbortSignal, host: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = AbortSignal.timeout(limits.totalMs)
    try {
      return await run(AbortSignal.any([signal, deadline]))
    } catch (error) {
      if (signal.aborted) throw new AppError('cancelled', 'Reading the page was canceled.', { cause: error })
      if (deadline.aborted) throw timedOutError(host)
      throw networkError(error, host)
    }
  }

  return {
    async fetch(typed, { signal, onBytes }) {
      const start = parseSourceUrl(typed)
      return await within(signal, start.hostname, async (bounded) => {
        const { url, response } = await follow({ url: start, method: 'GET' }, bounded)
        if (response.statusCode < 200 || response.statusCode > 299) {
          await response.body.dump({ limit: 16 * 1024 })
          throw statusError(response.statusCode, url.hostname)
        }
        const contentType = header(response.headers, 'content-type')
        const isPage = /^\s*(?:text|application\/xhtml)\b/iu.test(contentType ?? 'text')
        const maxBytes = isPage ? limits.maxBytes : limits.maxFileBytes
        return { url: url.href, contentType, bytes: await readBody(response, maxBytes, bounded, onBytes) }
      })
    },
    async send(request, { signal, stopAt }) {
      return await within(signal, request.url.hostname, async (bounded) => {
        const { url, response } = await follow(request, bounded, stopAt)
        const bytes = await readBody(response, limits.maxBytes, bounded)
        const contentType = header(response.headers, 'content-type')
        return { url: url.href, status: response.statusCode, contentType, bytes }
      })
    },
    async close() {
      await Promise.all([...opened.values()].map(async (dispatcher) => (await dispatcher).destroy()))
    },
  }
}
