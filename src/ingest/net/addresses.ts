import ipaddr from 'ipaddr.js'

/** The well-known prefix of NAT64 (RFC 6052): the last 32 bits are an IPv4 address. */
const nat64 = ipaddr.IPv6.parse('64:ff9b::')
/** The only block that global unicast addresses are given out of (RFC 4291, IANA registry). */
const globalUnicast = ipaddr.IPv6.parse('2000::')

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address())
  if (address.match(nat64, 96)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.match(globalUnicast, 3) && address.range() === 'unicast'
}

const isPublicV4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast'

/**
 * Whether an address is one that anybody on the internet reaches. Loopback, private, link-local (cloud metadata among
 * them), unique-local, shared (RFC 6598), multicast, documentation, benchmarking, tunnel (6to4, Teredo), reserved and
 * unspecified addresses are not, in whatever notation or wrapping (IPv4-mapped, NAT64) they come.
 *
 * @param address an IPv4 or IPv6 address, without brackets; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/u, '')
  // ipaddr.js takes the deprecated IPv4-compatible form ("::8.8.8.8", RFC 4291 2.5.5.1) for the mapped one.
  if (!ipaddr.isValid(bare) || /^::\d+\./u.test(bare)) return false
  const parsed = ipaddr.parse(bare)
  return parsed instanceof ipaddr.IPv6 ? isPublicV6(parsed) : isPublicV4(parsed)
}
