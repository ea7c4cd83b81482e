/** A notation of a blocked address, with the expected error. */
export interface BlockedUrl {
  name: string
  url: string
  code: 'url_not_allowed' | 'url_invalid' | 'invalid_input'
}

const refused = (name: string, url: string): BlockedUrl => ({ name, url, code: 'url_not_allowed' })
const unreadable = (name: string, url: string): BlockedUrl => ({ name, url, code: 'url_invalid' })

/**
 * Addresses on this machine or its network, and invalid ones, in notations that try to bypass a guard.
 * src/ingest/net/ssrf-guard.test.ts lists the networks and the notations of their addresses.
 * @param port port of a server on loopback, so that a failing guard is noticed
 */
export const privateAddresses = (port: number): BlockedUrl[] => [
  ...loopback(port),
  ...names(port),
  ...misread(port),
  ...otherDoors(port),
]

const loopback = (port: number): BlockedUrl[] => [
  refused('loopback', `http://127.0.0.1:${port}/`),
  refused('loopback over TLS', `https://127.0.0.1:${port}/`),
  refused('loopback without a scheme', `127.0.0.1:${port}/`),
  refused('loopback in decimal', `http://2130706433:${port}/`),
  refused('loopback with zeros before', `http://0000000000177.0.0.1:${port}/`),
  refused('loopback with two dots behind', `http://127.0.0.1..:${port}/`),
  refused('loopback on version 6', `http://[::1]:${port}/`),
  refused('mapped loopback', `http://[::ffff:7f00:1]:${port}/`),
]

const names = (port: number): BlockedUrl[] => [
  refused('localhost', `http://localhost:${port}/`),
  refused('localhost in capitals', `http://LOCALHOST:${port}/`),
  refused('localhost without a scheme', `localhost:${port}/`),
  refused('localhost with a dot behind', `http://localhost.:${port}/`),
  refused('localhost with two dots behind', `http://localhost..:${port}/`),
  refused('a name under localhost', `http://www.localhost:${port}/`),
  refused('localhost with its domain', `http://localhost.localdomain:${port}/`),
  refused('localhost in full-width letters', `http://ｌｏｃａｌｈｏｓｔ:${port}/`),
  refused('localhost with a soft hyphen', `http://local\u00adhost:${port}/`),
  refused('localhost, percent-encoded', `http://%6c%6f%63%61%6c%68%6f%73%74:${port}/`),
  refused('a name without a domain', `http://intranet:${port}/`),
  refused('a printer', `http://printer.local:${port}/`),
  refused('metadata by name', 'http://metadata.google.internal/computeMetadata/v1/'),
  refused('metadata by its short name', 'http://metadata/computeMetadata/v1/'),
  refused('instance data by name', 'http://instance-data.ec2.internal/latest/'),
  refused('the machine around a container', `http://host.docker.internal:${port}/`),
  refused('a service of a cluster', `http://kubernetes.default.svc:${port}/`),
  refused('a service of a cluster in full', `http://kubernetes.default.svc.cluster.local:${port}/`),
  refused('a hidden service', 'http://duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion/'),
]

const misread = (port: number): BlockedUrl[] => [
  refused('full-width digits', `http://１２７.０.０.１:${port}/`),
  refused('digits in circles', `http://①②⑦.⓪.⓪.①:${port}/`),
  refused('an ideographic full stop', `http://127。0。0。1:${port}/`),
  refused('digits, percent-encoded', `http://%31%32%37.0.0.1:${port}/`),
  refused('dots, percent-encoded', `http://127%2e0%2e0%2e1:${port}/`),
  refused('a public name as user', `http://example.com@127.0.0.1:${port}/`),
  refused('a public name as user and password', `http://example.com:80@127.0.0.1:${port}/`),
  refused('a public name before a backslash', `http://127.0.0.1:${port}\\@example.com/`),
  refused('backslashes in place of slashes', `http:\\\\127.0.0.1:${port}\\`),
  refused('one slash', `http:/127.0.0.1:${port}/`),
  refused('no slash', `http:127.0.0.1:${port}/`),
  refused('many slashes', `http://///127.0.0.1:${port}/`),
  refused('a public name behind a hash', `http://127.0.0.1:${port}#@example.com/`),
  refused('a public name behind a question mark', `http://127.0.0.1:${port}?@example.com/`),
  unreadable('a tab in the middle', `http://127.0.\t0.1:${port}/`),
  unreadable('a line break in the middle', `http://127.0.0.1\n:${port}/`),
  unreadable('a break of line and a header', `http://127.0.0.1:${port}/\r\nHost: example.com`),
  unreadable('a link-local address with a zone', `http://[fe80::1%25lo]:${port}/`),
  unreadable('loopback with a zone', `http://[::1%lo]:${port}/`),
  unreadable('a number too large', 'http://4294967296/'),
  unreadable('a part too large', 'http://256.0.0.1/'),
  unreadable('five parts', `http://127.0.0.0.1:${port}/`),
  unreadable('a null byte, percent-encoded', `http://127.0.0.1%00.example.com:${port}/`),
]

const otherDoors = (port: number): BlockedUrl[] => [
  refused('a name and a password', 'https://ada:secret@example.com/'),
  refused('mail', 'http://example.com:25/'),
  refused('a shell', 'http://example.com:22/'),
  refused('a store of keys', 'http://example.com:6379/'),
  refused('a database', 'http://example.com:5432/'),
  refused('containers', 'http://example.com:2375/'),
  unreadable('a file', 'file:///etc/passwd'),
  unreadable('a file of a host', `file://127.0.0.1:${port}/etc/passwd`),
  unreadable('gopher', `gopher://127.0.0.1:${port}/_x`),
  unreadable('FTP', `ftp://127.0.0.1:${port}/`),
  unreadable('a dictionary', `dict://127.0.0.1:${port}/info`),
  unreadable('a web socket', `ws://127.0.0.1:${port}/`),
  unreadable('data', 'data:text/html,<p>words</p>'),
  unreadable('a script', 'javascript:fetch("/")'),
  unreadable('a blob', 'blob:http://127.0.0.1/1'),
  unreadable('a page in a jar', `jar:http://127.0.0.1:${port}!/`),
  unreadable('the source of a page', `view-source:http://127.0.0.1:${port}/`),
]

/** Blocked redirect targets, including schemes that can only occur in redirects. */
export const redirectTargets = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `\\\\127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://0177.1:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://[64:ff9b::7f00:1]:${port}/`,
  `http://localhost:${port}/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/',
  `http://public.example@127.0.0.1:${port}/`,
  'http://ada:secret@public.example/words',
  'http://public.example:6379/',
  'file:///etc/passwd',
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/`,
  'data:text/html,<p>words</p>',
  'javascript:1',
  'http://[::1%25lo]/',
  'http://inside.example/',
]
