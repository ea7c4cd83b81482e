import { IncomingMessage, ServerResponse } from 'node:http'
import { isIP, Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../shared/errors.ts'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Scheme, host and port with default ports folded; null for what is no web address, as `Origin: null` says. */
function originOf(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return new URL(address).origin
}

/**
 * Whether a request was started by another site. Browsers say so themselves in Sec-Fetch-Site, to secure addresses;
 * else they at least name the Origin. A client that sends neither is not a browser, and carries no one else's cookies.
 *
 * @param appOrigin where people reach the product, which behind a proxy is not what the request itself says
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
 * Refuses requests that change something and come from another site.
 *
 * @param options.appUrl the address people use
 */
export const crossSitePlugin = fp(async (app: FastifyInstance, { appUrl }: { appUrl: string }) => {
  const appOrigin = originOf(appUrl)
  app.addHook('onRequest', async (request) => {
    if (!safeMethods.has(request.method) && isCrossSite(request, appOrigin)) {
      throw new AppError('cross_site_request', 'This request came from another site and was refused.')
    }
  })
})

export interface HeadersOptions {
  production: boolean
  /** Whether browsers use HTTPS for the subdomains of our host, too (HSTS). */
  hstsIncludeSubDomains: boolean
  /** Origins besides our own that pages may send files to. */
  connectTo: readonly string[]
}

/** What browsers can do for pages and ours never ask for, so that no script in them could (W3C Permissions Policy). */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')

const optionsFor = ({ production, hstsIncludeSubDomains, connectTo }: HeadersOptions): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Dialogs lock the page's scroll through a style element of their own.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Thumbnails and profile pictures stand on other sites.
      imgSrc: ["'self'", 'data:', 'https:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...connectTo],
      objectSrc: ["'none'"],
      frameSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(production ? { upgradeInsecureRequests: [] } : {}),
    },
  },
  strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: hstsIncludeSubDomains } : false,
  xFrameOptions: { action: 'deny' },
  // Addresses of mailed links hold tokens, which not even requests to ourselves need to carry.
  referrerPolicy: { policy: 'strict-origin' },
  crossOriginEmbedderPolicy: false,
})

/** What Helmet says of an answer: the same of each, so it is asked once. */
function askHelmet(options: HelmetOptions): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** Security headers. Scripts run from our own files only. */
export const headersPlugin = fp(async (app: FastifyInstance, options: HeadersOptions) => {
  const headers = { ...askHelmet(optionsFor(options)), 'permissions-policy': PERMISSIONS }
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
})

export interface HostCheckOptions {
  /** Host that the server listens on. */
  host: string
  /** Address that people use. */
  appUrl: string
}

/** Probes of load balancers and clusters, which address a process by whatever name or address it has. */
const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/** Host name of a `Host` header as browsers normalize it; null for a header that is not a host with an optional port. */
function hostNameIn(header: string): string | null {
  if (/[/?#@\\]/.test(header)) return null
  return URL.parse(`http://${header}`)?.hostname.replace(/\.$/, '') ?? null
}

/** Range of an IP literal, such as `loopback` or `private`; null for a name. */
function addressRange(hostName: string): string | null {
  const bare = hostName.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? null : ipaddr.process(bare).range()
}

/**
 * Creates a check of the names that a server answers to: those of this machine, the host that it listens on, and that
 * of APP_URL. A server that listens on all interfaces answers to every IP literal, too, so that it can be reached from
 * a local network or a container's host: DNS cannot rebind a literal.
 */
function createHostCheck({ host, appUrl }: HostCheckOptions): (header: string) => boolean {
  const listensOn = hostNameIn(isIP(host) === 6 ? `[${host}]` : host)
  const listensOnAll = listensOn !== null && addressRange(listensOn) === 'unspecified'
  const named = new Set([new URL(appUrl).hostname, ...(listensOnAll ? [] : [listensOn])])
  return (header) => {
    const hostName = hostNameIn(header)
    if (hostName === null) return false
    if (hostName === 'localhost' || hostName.endsWith('.localhost') || named.has(hostName)) return true
    const range = addressRange(hostName)
    return range === 'loopback' || (range !== null && listensOnAll)
  }
}

/**
 * Refuses requests for other host names than the server's own, so that a foreign page whose name was rebound to this
 * server (DNS rebinding) can call nothing. Meant for servers that speak plain HTTP: over HTTPS the certificate already
 * ties a connection to its name, and a proxy may replace the header.
 */
export const hostCheckPlugin = fp(async (app: FastifyInstance, options: HostCheckOptions) => {
  const isOwn = createHostCheck(options)
  app.addHook('onRequest', async (request) => {
    const { host } = request.headers
    // HTTP/1.0 has no such header, and no browser speaks it.
    if (host === undefined || probes.has(request.routeOptions.url) || isOwn(host)) return
    throw new AppError(
      'misdirected_request',
      `This server does not answer to that host name. Use ${options.appUrl}, or set APP_URL to the address in use.`,
    )
  })
})
