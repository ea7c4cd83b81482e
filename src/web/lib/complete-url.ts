/** An address as a browser would understand it: without a scheme, https is meant. Null where it is none. */
export function completeUrl(typed: string): string | null {
  const withScheme = /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/:]+:\d/.test(typed) ? typed : `https://${typed}`
  if (/\s/.test(typed) || !URL.canParse(withScheme)) return null
  const { protocol, hostname } = new URL(withScheme)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[') ? withScheme : null
}
