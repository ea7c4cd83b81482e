import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../shared/errors.ts'

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
