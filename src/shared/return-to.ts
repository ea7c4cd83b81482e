// A base that no address can point at by accident: whatever leaves it was no path of our own.
const ORIGIN = 'https://own.invalid'

/**
 * A `returnTo` value as a path of this site, or `fallback`. Absolute and protocol-relative addresses, backslashes and
 * control characters (which browsers read as slashes, or drop) are refused, so that a link cannot lead elsewhere.
 */
export function ownPath(value: string | null, fallback: string): string {
  if (value === null || !value.startsWith('/') || !/^[\x21-\x5b\x5d-\x7e\u00a0-\uffff]+$/u.test(value)) return fallback
  if (!URL.canParse(value, ORIGIN)) return fallback
  const target = new URL(value, ORIGIN)
  // Dot segments can leave a path that begins with two slashes, which on its own would name another host.
  if (target.origin !== ORIGIN || target.pathname.startsWith('//')) return fallback
  return target.pathname + target.search + target.hash
}
