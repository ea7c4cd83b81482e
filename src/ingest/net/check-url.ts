import { isIP } from 'node:net'
import { AppError } from '../../shared/errors.ts'
import { requireWebAddress } from '../../shared/source-url.ts'
import { SAVE_PAGE } from '../advice.ts'
import { isPublicAddress } from './addresses.ts'

const notAllowed = (): AppError =>
  new AppError('url_not_allowed', `This link isn’t on the public internet, so we can’t read it. ${SAVE_PAGE}`)

/** Names that resolvers answer from the machine or its network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, Kubernetes). */
const localName =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|arpa|svc|test|invalid|onion)$/iu

/** Above the privileged ports anything may serve pages, except these, where databases and controls listen. */
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
 * Checks that an address may be fetched, as far as can be told without resolving its name.
 *
 * @param allowPrivate let addresses and names of private networks, and any port, pass
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

/** The refusal for a name that leads to a private address. */
export const privateAddressError = notAllowed
