import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { isPublicAddress } from './addresses.ts'
import { privateAddressError } from './check-url.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Finds the addresses of a host name. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>

export const systemResolver: Resolver = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

/** The addresses of a name, all of them checked. */
async function checkedAddresses(
  resolve: Resolver,
  hostname: string,
  allowPrivate: boolean,
): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
  const [first, ...others] = await resolve(hostname)
  if (first === undefined) throw Object.assign(new Error(`No address for ${hostname}`), { code: 'ENOTFOUND' })
  const addresses: [ResolvedAddress, ...ResolvedAddress[]] = [first, ...others]
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw privateAddressError()
  return addresses
}

/**
 * A lookup for sockets that hands out checked addresses only. The socket connects to what was checked, not to what the
 * name resolves to later, so a name that changes its mind between check and use gains nothing. One private address
 * among several refuses the name.
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

/** How long it is waited for what this machine knows of a name, where another one resolves it. */
const KNOWN_WITHIN_MS = 2000

/**
 * Refuses a name that leads to a private address as far as this machine knows. For requests that go through a proxy,
 * which resolves names by itself: behind one, many machines can resolve none, so not knowing is no reason to refuse.
 *
 * @throws AppError url_not_allowed
 */
export async function refuseKnownPrivate(resolve: Resolver, hostname: string): Promise<void> {
  const ended = new AbortController()
  const tooLate = sleep(KNOWN_WITHIN_MS, [], { signal: ended.signal, ref: false })
  const known = await Promise.race([resolve(hostname).catch(() => []), tooLate.catch(() => [])])
  ended.abort()
  if (!known.every(({ address }) => isPublicAddress(address))) throw privateAddressError()
}
