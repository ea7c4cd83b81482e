import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../shared/errors.ts'
import { requireWebAddress } from '../../shared/source-url.ts'
import { SAVE_PAGE } from '../advice.ts'

/** The well-known prefix of NAT64 (RFC 6052): the last 32 bits are an IPv4 address. */
const nat64 = ipaddr.IPv6.parse('64:ff9b::')
/** The only block of global unicast addresses (RFC 4291, IANA registry). */
const globalUnicast = ipaddr.IPv6.parse('2000::')

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address())
  if (address.match(nat64, 96)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.match(globalUnicast, 3) && address.range() === 'unicast'
}

const isPublicV4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast'

/**
 * Whether an address is on the public internet. Loopback, private, link-local (including cloud metadata), unique-local,
 * shared (RFC 6598), multicast, documentation, benchmarking, tunnel (6to4, Teredo), reserved and unspecified addresses are
 * not, in any notation or wrapping (IPv4-mapped, NAT64).
 *
 * @param address an IPv4 or IPv6 address, without brackets; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*/su, '')
  // ipaddr.js takes the deprecated IPv4-compatible form ("::8.8.8.8", RFC 4291 2.5.5.1) for the mapped one.
  if (!ipaddr.isValid(bare) || /^::\d+\./u.test(bare)) return false
  const parsed = ipaddr.parse(bare)
  return parsed instanceof ipaddr.IPv6 ? isPublicV6(parsed) : isPublicV4(parsed)
}

const notAllowed = (): AppError =>
  new AppError('url_not_allowed', `This link isn’t on the public internet, so we can’t read it. ${SAVE_PAGE}`)

/** Names of the machine or its network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, Kubernetes). */
const localName =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|arpa|svc|test|invalid|onion)$/iu

/** Ports of databases and control services; other unprivileged ports may serve pages. */
const servicePorts = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 7001,
  8086, 9042, 9092, 9200, 9300, 10_250, 11_211, 15_672, 27_017, 50_070,
])

function checkPort(port: string): void {
  if (port === '' || port === '80' || port === '443') return
  const number = Number(port)
  if (number < 1024 || servicePorts.has(number)) {
    throw new AppError('url_not_allowed', `We don’t read pages from port ${port}. ${SAVE_PAGE}`)
  }
}

/**
 * Checks that a URL may be fetched, without resolving its name.
 *
 * @param allowPrivate allows addresses and names of private networks, and any port
 * @throws AppError url_invalid, url_not_allowed
 */
export function checkUrl(url: URL, allowPrivate: boolean): void {
  requireWebAddress(url)
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  if (allowPrivate) return
  checkPort(url.port)
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw notAllowed()
    return
  }
  const name = host.replace(/\.$/u, '')
  if (localName.test(name) || !name.includes('.') || name.split('.').includes('')) throw notAllowed()
}

export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>

export const systemResolver: Resolver = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

async function checkedAddresses(
  resolve: Resolver,
  hostname: string,
  allowPrivate: boolean,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname)
  if (first === undefined) throw Object.assign(new Error(`No address for ${hostname}`), { code: 'ENOTFOUND' })
  const addresses: [LookupAddress, ...LookupAddress[]] = [first, ...others]
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw notAllowed()
  return addresses
}

/**
 * A lookup for sockets that returns checked addresses only. The socket connects to a checked address, which prevents DNS
 * rebinding. One private address among several rejects the name.
 */
export function guardedLookup(resolve: Resolver, allowPrivate: boolean): LookupFunction {
  const lookup = callbackify((hostname: string) => checkedAddresses(resolve, hostname, allowPrivate))
  return (hostname, options, callback) => {
    lookup(hostname, (error, addresses) => {
      if (error !== null) callback(error, '', 0)
      else if (options.all === true) callback(null, addresses)
      else callback(null, addresses[0].address, addresses[0].family)
    })
  }
}

/** Time limit for resolving a name on this machine if the proxy resolves it anyway. */
const KNOWN_WITHIN_MS = 2000

/**
 * Rejects a name that this machine resolves to a private address. For requests through a proxy, which resolves names by
 * itself: many machines behind one can resolve no names, so unresolved names pass.
 *
 * @throws AppError url_not_allowed
 */
export async function refuseKnownPrivate(resolve: Resolver, hostname: string): Promise<void> {
  const ended = new AbortController()
  const tooLate = sleep(KNOWN_WITHIN_MS, [], { signal: ended.signal, ref: false })
  const known = await Promise.race([resolve(hostname).catch(() => []), tooLate.catch(() => [])])
  ended.abort()
  if (!known.every(({ address }) => isPublicAddress(address))) throw notAllowed()
}
