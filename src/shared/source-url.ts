import { AppError } from './errors.ts'

const hasScheme = /^[a-z][a-z0-9+.-]*:/i
/** A host with a port looks like a scheme ("localhost:8080/x"): digits after the colon tell them apart. */
const hostWithPort = /^[^/:?#]+:\d{1,5}(?:[/?#]|$)/

const INVALID = 'Please enter a valid URL to summarize.'

/**
 * Reads an address the way people type it: white space around it and a missing https:// are forgiven.
 *
 * @throws AppError `url_invalid` when it can't be an address of a page
 */
export function parseSourceUrl(typed: string): URL {
  const trimmed = typed.trim()
  const complete = hasScheme.test(trimmed) && !hostWithPort.test(trimmed) ? trimmed : `https://${trimmed}`
  if (!URL.canParse(complete)) throw new AppError('url_invalid', INVALID)
  const url = new URL(complete)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AppError('url_invalid', 'Only addresses that begin with http:// or https:// can be read.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError('url_invalid', 'This address carries a user name or password. Please leave them out.')
  }
  if (!url.hostname.includes('.') && !url.hostname.includes(':') && url.hostname !== 'localhost') {
    throw new AppError('url_invalid', INVALID)
  }
  return url
}

const videoHosts = /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com)$|^youtu\.be$/

/** Whether an address is on YouTube. */
export function isVideoUrl(url: URL): boolean {
  return videoHosts.test(url.hostname)
}
