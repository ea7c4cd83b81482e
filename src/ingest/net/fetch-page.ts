import { isIP } from 'node:net'
import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/errors.ts'
import { formatOfName } from '../../shared/formats.ts'
import { parseSourceUrl } from '../../shared/source-url.ts'
import { SAVE_PAGE } from '../advice.ts'
import { DEFAULT_LIMITS, type FetchConfig, openDispatcher } from './dispatcher.ts'
import { networkError, statusError, timedOutError } from './fetch-errors.ts'
import { header, readBody, saveBody } from './response-body.ts'
import { checkUrl, refuseKnownPrivate, systemResolver } from './ssrf-guard.ts'

export interface FetchedPage {
  /** Final URL, after redirects. */
  url: string
  contentType: string | null
  bytes: Uint8Array
  /** The file of a recording, whose `bytes` are empty. */
  path?: string
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
   * @param options `recordingPath` takes a recording, as a new file; without it, recordings are refused as other files
   * @throws AppError url_invalid, url_not_allowed, cancelled, source_unreachable, source_not_found, source_forbidden,
   * source_timed_out, source_too_large
   */
  fetch(
    typed: string,
    options: {
      signal: AbortSignal
      onBytes?: ((bytes: number) => void) | undefined
      recordingPath?: string | undefined
    },
  ): Promise<FetchedPage>
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

/** Types that servers send for files that they don't know. */
const vagueType = /^\s*(?:application\/(?:octet-stream|ogg|x-download|force-download)|binary\/)/iu

/** Whether a response is a recording by its media type, or by its file name if the type is generic. */
function isRecording(contentType: string | null, url: URL): boolean {
  if (/^\s*(?:audio|video)\//iu.test(contentType ?? '')) return !/mpegurl/iu.test(contentType ?? '')
  return (contentType === null || vagueType.test(contentType)) && formatOfName(url.pathname) === 'audio'
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Cookies that a redirect sets for its target, within one fetch. */
class RedirectCookies {
  readonly #byHost = new Map<string, Map<string, string>>()

  keep(host: string, headers: Dispatcher.ResponseData['headers']): void {
    const set = headers['set-cookie'] ?? []
    const jar = this.#byHost.get(host) ?? new Map<string, string>()
    for (const line of Array.isArray(set) ? set : [set]) {
      const pair = /^\s*([^=;\s]+)=([^;]*)/u.exec(line)
      if (pair?.[1] !== undefined && jar.size < 30) jar.set(pair[1], (pair[2] ?? '').trim())
    }
    this.#byHost.set(host, jar)
  }

  headerFor(host: string): { cookie?: string } {
    const cookie = Array.from(this.#byHost.get(host) ?? [], ([name, value]) => `${name}=${value}`).join('; ')
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
  async function within<T>(
    signal: AbortSignal,
    host: string,
    run: (signal: AbortSignal, extend: (ms: number) => void) => Promise<T>,
  ): Promise<T> {
    const deadline = new AbortController()
    const start = (ms: number): NodeJS.Timeout => setTimeout(() => deadline.abort(), ms)
    let timer = start(limits.totalMs)
    const extend = (ms: number): void => {
      clearTimeout(timer)
      timer = start(ms)
    }
    try {
      return await run(AbortSignal.any([signal, deadline.signal]), extend)
    } catch (error) {
      if (signal.aborted) throw new AppError('cancelled', 'Reading the page was canceled.', { cause: error })
      if (deadline.signal.aborted) throw timedOutError(host)
      throw networkError(error, host)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async fetch(typed, { signal, onBytes, recordingPath }) {
      const start = parseSourceUrl(typed)
      return await within(signal, start.hostname, async (bounded, extend) => {
        const { url, response } = await follow({ url: start, method: 'GET' }, bounded)
        if (response.statusCode < 200 || response.statusCode > 299) {
          await response.body.dump({ limit: 16 * 1024 })
          throw statusError(response.statusCode, url.hostname)
        }
        const contentType = header(response.headers, 'content-type')
        if (recordingPath !== undefined && isRecording(contentType, url)) {
          extend(limits.recordingMs)
          await saveBody(response, recordingPath, { maxBytes: limits.maxRecordingBytes, signal: bounded, onBytes })
          return { url: url.href, contentType, bytes: new Uint8Array(), path: recordingPath }
        }
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
