/** Address of the next page in a `Link` header (RFC 8288), or null on the last page. */
export function nextLink(header: string | null): string | null {
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel="?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:;|,|$)/i.test(parameters)) return target
  }
  return null
}

/** The `cursor` parameter of the next page, or null on the last page. */
export function nextCursor(header: string | null): string | null {
  const link = nextLink(header)
  // The address may be relative; the base only makes it parseable.
  return link === null ? null : new URL(link, 'http://localhost').searchParams.get('cursor')
}
