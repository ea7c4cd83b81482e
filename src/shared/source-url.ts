import { AppError } from './errors.ts'

const hasScheme = /^[a-z][a-z\d+.-]*:/i
/** A host with a port looks like a scheme ("localhost:8080/x"); digits follow its colon. */
const hostWithPort = /^[^/:?#]+:\d{1,5}(?:[/?#]|$)/

const invalid = (): AppError => new AppError('url_invalid', 'Please enter a valid URL to summarize.')

/**
 * Checks that a URL is http or https and contains no credentials, which would be sent.
 *
 * @throws AppError `url_invalid`, `url_not_allowed`
 */
export function requireWebAddress(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid()
  if (url.username === '' && url.password === '') return
  throw new AppError('url_not_allowed', 'Addresses with a user name or password are not read. Remove it and try again.')
}

/**
 * Parses a URL as typed: trims white space and adds a missing https://.
 *
 * @throws AppError `url_invalid` when it can't be an address of a page, `url_not_allowed` when it carries a password
 */
export function parseSourceUrl(typed: string): URL {
  const text = typed.trim()
  const complete = hasScheme.test(text) && !hostWithPort.test(text)
  if (text === '' || /\s/u.test(text)) throw invalid()
  const url = URL.parse(complete ? text : `https://${text}`)
  if (url === null || url.hostname === '') throw invalid()
  // A single word is not a URL; with a scheme, it may be a host of a private network.
  if (!complete && !/[.:]/.test(url.hostname) && url.hostname !== 'localhost') throw invalid()
  requireWebAddress(url)
  return url
}

/** White space and control characters, such as marks of direction: a URL with any of them is shown encoded. */
const unreadable = /[\s\p{C}]/u

/**
 * A URL for display: host without "www.", path and query decoded, no scheme, fragment or final slash. Other text is
 * returned unchanged.
 */
export function readableUrl(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address
  const written = `${url.pathname}${url.search}`
  let rest = written
  try {
    rest = decodeURI(written)
  } catch {
    // Not UTF-8: shown as it is.
  }
  if (unreadable.test(rest)) rest = written
  return `${url.host.replace(/^www\./u, '')}${rest.replace(/\/$/u, '')}`
}

const videoHosts = /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtubekids\.com|youtu\.be)$/

/** Whether an address is on YouTube. */
export function isVideoUrl(url: URL): boolean {
  return videoHosts.test(url.hostname)
}
