import { AppError } from './errors.ts'

const hasScheme = /^[a-z][a-z\d+.-]*:/i
/** A host with a port looks like a scheme ("localhost:8080/x"); digits follow its colon. */
const hostWithPort = /^[^/:?#]+:\d{1,5}(?:[/?#]|$)/

const invalid = (): AppError => new AppError('url_invalid', 'Please enter a valid URL to summarize.')

/** Throws AppError unless a URL is http or https and contains no credentials, which would be sent. */
export function requireWebAddress(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid()
  if (url.username === '' && url.password === '') return
  throw new AppError(
    'url_not_allowed',
    'We don’t read links with a user name or password in them. Remove it and try again.',
  )
}

/** Parses a URL as typed. Throws AppError `url_invalid`, or `url_not_allowed` when it has a password. */
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

/** A URL for display: decoded, without scheme, "www.", fragment and final slash. Other text is returned unchanged. */
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

/** A part of a URL; empty if it isn't UTF-8. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** Parts of a name that aren't words: long numbers, hashes and other ids. */
const unspoken = /^(?:\d{5,}|(?=.*\d)[\da-f]{6,}|(?=.*\d)[\w~]{10,})?$/iu

/**
 * Title of a source that hasn't been read yet, from the last part of its URL: "The price of salt" for
 * "/story/the-price-of-salt-1f3c90.html"; null if that has no words.
 */
export function titleFromUrl(address: string): string | null {
  const url = URL.parse(address)
  if (url === null) return null
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? ''
  const words = decoded(last)
    .replace(/\.\p{L}[\p{L}\d]{1,4}$/u, '')
    .split(/[-_+\s]+/u)
    .filter((word) => !unspoken.test(word))
  const title = words.join(' ')
  if (!/\p{L}{2}/u.test(title) || /\p{C}/u.test(title)) return null
  return title.replace(/^./u, (letter) => letter.toUpperCase())
}

const videoHosts = /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtubekids\.com|youtu\.be)$/

export function isVideoUrl(url: URL): boolean {
  return videoHosts.test(url.hostname)
}
