/** A notation of a blocked address, with the expected error. */
export interface BlockedUrl {
  name: string
  url: string
  code: 'url_not_allowed' | 'url_invalid'
}

const refused = (name: string, url: string): BlockedUrl => ({ name, url, code: 'url_not_allowed' })
const unreadable = (name: string, url: string): BlockedUrl => ({ name, url, code: 'url_invalid' })

/**
 * One address of each kind; src/ingest/net/ssrf-guard.test.ts has all notations.
 * @param port port of a server on loopback, so that a failing guard is noticed
 */
export const privateAddresses = (port: number): BlockedUrl[] => [
  refused('loopback', `http://127.0.0.1:${port}/`),
  refused('loopback over TLS', `https://127.0.0.1:${port}/`),
  refused('loopback in one number', `http://2130706433:${port}/`),
  refused('loopback on version 6', `http://[::1]:${port}/`),
  refused('loopback mapped to version 6', `http://[::ffff:7f00:1]:${port}/`),
  refused('a private network', `http://192.168.0.1:${port}/`),
  refused('metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'),
  refused('localhost without a scheme', `localhost:${port}/`),
  refused('a name without a domain', `http://intranet:${port}/`),
  refused('full-width digits', `http://１２７.０.０.１:${port}/`),
  refused('a public name before a backslash', `http://127.0.0.1:${port}\\@example.com/`),
  refused('a name and a password', 'https://ada:secret@example.com/'),
  refused('a database', 'http://example.com:5432/'),
  unreadable('a break of line and a header', `http://127.0.0.1:${port}/\r\nHost: example.com`),
  unreadable('a file', 'file:///etc/passwd'),
]

/** One blocked redirect target of each kind, including schemes that can only occur in redirects. */
export const redirectTargets = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `\\\\127.0.0.1:${port}/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://ada:secret@public.example/words',
  'http://public.example:6379/',
  'file:///etc/passwd',
  `ftp://127.0.0.1:${port}/`,
  'data:text/html,<p>words</p>',
  'javascript:1',
  'http://inside.example/',
]
