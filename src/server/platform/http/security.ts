import { IncomingMessage, ServerResponse } from 'node:http'
import { isIP, Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'
import { days } from '../../../shared/account/retention.ts'
import { content } from '../../../shared/content.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { rangeOf } from '../addresses.ts'
import type { Clock } from '../clock.ts'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Origin of an http URL; null for anything else, such as the header `Origin: null`. */
function originOf(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return new URL(address).origin
}

/**
 * Whether a request was started by another site. Browsers send Sec-Fetch-Site to secure origins, and at least Origin to
 * others. A client that sends neither is not a browser, and so carries no one else's cookies.
 * @param appOrigin public origin of the product, which a request behind a proxy does not show
 */
function isCrossSite(request: FastifyRequest, appOrigin: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = request.headers
  if (origin === undefined) return false
  const from = originOf(origin)
  return from === null || (from !== appOrigin && from !== originOf(`${request.protocol}://${host}`))
}

/**
 * The API token that a request sends in its Authorization header (RFC 6750), which other sites can't make browsers send;
 * empty if it is malformed, null if the request has none.
 */
export function bearerToken({ headers: { authorization = '' } }: FastifyRequest): string | null {
  const [, token = null] = /^bearer(?: |$)(.*)$/i.exec(authorization.trim()) ?? []
  return token === null ? null : token.trimStart()
}

/** Rejects requests from other sites that change something (CSRF). */
export const crossSitePlugin = fp(async (app: FastifyInstance, { appUrl }: { appUrl: string }) => {
  const appOrigin = originOf(appUrl)
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || bearerToken(request) !== null) return
    if (isCrossSite(request, appOrigin)) {
      throw new AppError('cross_site_request', 'This request came from another site and was refused.')
    }
  })
})

interface HeadersOptions {
  secure: boolean
  /** Whether HSTS covers the subdomains of our host. */
  hstsIncludeSubDomains: boolean
  /** Other origins that pages may upload files to. */
  connectTo: readonly string[]
}

/** Browser features that our pages never use; no injected script may use them either (W3C Permissions Policy). */
const UNUSED_FEATURES =
  'accelerometer camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone midi payment serial usb xr-spatial-tracking'

const PERMISSIONS = UNUSED_FEATURES.split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ')

const optionsFor = ({ secure, hstsIncludeSubDomains, connectTo }: HeadersOptions): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Dialogs lock the page's scroll with a style element.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Thumbnails and profile pictures are on other sites.
      imgSrc: ["'self'", 'data:', 'https:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...connectTo],
      objectSrc: ["'none'"],
      frameSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(secure ? { upgradeInsecureRequests: [] } : {}),
    },
  },
  strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: hstsIncludeSubDomains } : false,
  xFrameOptions: { action: 'deny' },
  // URLs of emailed links contain tokens.
  referrerPolicy: { policy: 'strict-origin' },
  crossOriginEmbedderPolicy: false,
})

/** Headers that Helmet sets: the same on every response, so they are computed once. */
function askHelmet(options: HelmetOptions): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** Sets the security headers. Scripts run from our own files only. */
export const headersPlugin = fp(async (app: FastifyInstance, options: HeadersOptions) => {
  const headers = { ...askHelmet(optionsFor(options)), 'permissions-policy': PERMISSIONS }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // The window that hands a page over is the opener of this one, and on another site.
    if (request.url.split('?')[0] === pagePaths.capture) reply.header('cross-origin-opener-policy', 'unsafe-none')
  })
})

interface HostCheckOptions {
  /** Host or IP address that the server listens on. */
  host: string
  appUrl: string
}

/** Probes of load balancers and clusters, which may use any host name. */
const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/** Normalized host name of a `Host` header; null if the header is invalid. */
function hostNameIn(header: string): string | null {
  if (/[/?#@\\]/.test(header)) return null
  return URL.parse(`http://${header}`)?.hostname.replace(/\.$/, '') ?? null
}

/**
 * Creates a check of the host names that a server answers to: those of this machine, the host that it listens on, and
 * that of APP_URL. A server that listens on all interfaces also answers to every IP address, so that it can be reached
 * from a local network or a container's host: DNS cannot rebind an IP address.
 */
function createHostCheck({ host, appUrl }: HostCheckOptions): (header: string) => boolean {
  const listensOn = hostNameIn(isIP(host) === 6 ? `[${host}]` : host)
  const listensOnAll = listensOn !== null && rangeOf(listensOn) === 'unspecified'
  const named = new Set([new URL(appUrl).hostname, ...(listensOnAll ? [] : [listensOn])])
  return (header) => {
    const hostName = hostNameIn(header)
    if (hostName === null) return false
    if (hostName === 'localhost' || hostName.endsWith('.localhost') || named.has(hostName)) return true
    const range = rangeOf(hostName)
    return range === 'loopback' || (range !== null && listensOnAll)
  }
}

/**
 * Rejects requests for other host names than the server's own, against DNS rebinding. For servers with plain HTTP only:
 * over HTTPS the certificate already ties a connection to its host name, and a proxy may replace the header.
 */
export const hostCheckPlugin = fp(async (app: FastifyInstance, options: HostCheckOptions) => {
  const isOwn = createHostCheck(options)
  app.addHook('onRequest', async (request) => {
    const { host } = request.headers
    // HTTP/1.0 has no Host header, and no browser uses it.
    if (host === undefined || probes.has(request.routeOptions.url) || isOwn(host)) return
    throw new AppError(
      'misdirected_request',
      `This server does not answer to that host name. Use ${options.appUrl}, or set APP_URL to the address in use.`,
    )
  })
})

/** Defined by RFC 9116, section 3. */
const PATH = '/.well-known/security.txt'
/** RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_DAYS = 180
const CACHE_SECONDS = 24 * 60 * 60

/** Serves the contact for reporting vulnerabilities (RFC 9116). It always expires half a year from today. */
export function serveSecurityContact(app: FastifyInstance, { appUrl, clock }: { appUrl: string; clock: Clock }): void {
  const canonical = new URL(PATH, appUrl).href
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    const today = `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`
    const expires = new Date(Date.parse(today) + days(VALID_DAYS)).toISOString()
    const lines = [
      `Contact: mailto:${encodeURI(content.supportEmail)}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${canonical}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
      .send(`${lines.join('\n')}\n`)
  })
}
