import ipaddr from 'ipaddr.js'

/** An IP address with a port (RFC 7239, section 6), which some proxies also send in X-Forwarded-For. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/** Parses an IP address, also one in brackets or with a port; null for a name. An IPv4-mapped one becomes IPv4. */
export function parseAddress(host: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, long, short] = withPort.exec(host) ?? []
  const bare = long ?? short ?? host
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}

/** Range of an IP address, such as `loopback` or `private`; null for a name. */
export const rangeOf = (host: string): string | null => parseAddress(host)?.range() ?? null

/** Whether a host is this machine, by its name or address. */
export const isLoopbackHost = (host: string): boolean => host === 'localhost' || rangeOf(host) === 'loopback'
