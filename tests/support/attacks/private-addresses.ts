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
 * @param port port of a server on loopback, so that a failing guard is noticed
 */
export const privateAddresses = (port: number): BlockedUrl[] => [
  ...loopback(port),
  ...privateNetworks(port),
  ...wrapped(port),
  ...names(port),
  ...misread(port),
  ...otherDoors(port),
]

const loopback = (port: number): BlockedUrl[] => [
  refused('loopback', `http://127.0.0.1:${port}/`),
  refused('loopback over TLS', `https://127.0.0.1:${port}/`),
  refused('loopback without a scheme', `127.0.0.1:${port}/`),
  refused('any of loopback', `http://127.255.255.254:${port}/`),
  refused('loopback in decimal', `http://2130706433:${port}/`),
  refused('loopback in octal', `http://0177.0.0.1:${port}/`),
  refused('loopback in octal, in one number', `http://017700000001:${port}/`),
  refused('loopback in hex', `http://0x7f000001:${port}/`),
  refused('loopback in hex, in parts', `http://0x7f.0x0.0x0.0x1:${port}/`),
  refused('loopback in mixed notations', `http://0x7f.0.0.01:${port}/`),
  refused('loopback, short', `http://127.1:${port}/`),
  refused('loopback, three parts', `http://127.0.1:${port}/`),
  refused('loopback with zeros before', `http://0000000000177.0.0.1:${port}/`),
  refused('loopback with a dot behind', `http://127.0.0.1.:${port}/`),
  refused('loopback with two dots behind', `http://127.0.0.1..:${port}/`),
  refused('this machine as zero', `http://0:${port}/`),
  refused('this machine as zeros', `http://0.0.0.0:${port}/`),
  refused('this network', `http://0.1.2.3:${port}/`),
  refused('loopback on version 6', `http://[::1]:${port}/`),
  refused('loopback on version 6, in full', `http://[0000:0000:0000:0000:0000:0000:0000:0001]:${port}/`),
  refused('no address on version 6', `http://[::]:${port}/`),
]

const privateNetworks = (port: number): BlockedUrl[] => [
  refused('a private network, 10', `http://10.0.0.1:${port}/`),
  refused('a private network, 172.16', `http://172.31.255.254:${port}/`),
  refused('a private network, 192.168', `http://192.168.0.1:${port}/`),
  refused('a private network in decimal', `http://3232235521:${port}/`),
  refused('shared address space', `http://100.64.0.1:${port}/`),
  refused('metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'),
  refused('metadata of a cloud in decimal', 'http://2852039166/latest/meta-data/'),
  refused('metadata of a cloud in hex', 'http://0xa9fea9fe/latest/meta-data/'),
  refused('metadata of a cloud in octal', 'http://0251.0376.0251.0376/latest/meta-data/'),
  refused('metadata of containers', 'http://169.254.170.2/v2/credentials'),
  refused('metadata of another cloud', 'http://100.100.100.200/latest/meta-data/'),
  refused('metadata of a third cloud', 'http://192.0.0.192/latest/'),
  refused('metadata on version 6', 'http://[fd00:ec2::254]/latest/meta-data/'),
  refused('unique local', `http://[fc00::1]:${port}/`),
  refused('link-local on version 6', `http://[fe80::1]:${port}/`),
  refused('site-local', `http://[fec0::1]:${port}/`),
  refused('multicast', 'http://224.0.0.1/'),
  refused('multicast on version 6', 'http://[ff02::1]/'),
  refused('broadcast', 'http://255.255.255.255/'),
  refused('reserved', 'http://240.0.0.1/'),
  refused('benchmarking', 'http://198.18.0.1/'),
  refused('documentation', 'http://192.0.2.1/'),
  refused('documentation, second', 'http://198.51.100.1/'),
  refused('documentation, third', 'http://203.0.113.1/'),
  refused('documentation on version 6', 'http://[2001:db8::1]/'),
]

const wrapped = (port: number): BlockedUrl[] => [
  refused('mapped loopback', `http://[::ffff:127.0.0.1]:${port}/`),
  refused('mapped loopback in hex', `http://[::ffff:7f00:1]:${port}/`),
  refused('mapped metadata', 'http://[::ffff:169.254.169.254]/'),
  refused('compatible loopback', `http://[::127.0.0.1]:${port}/`),
  refused('translated loopback', `http://[::ffff:0:127.0.0.1]:${port}/`),
  refused('NAT64 of loopback', `http://[64:ff9b::127.0.0.1]:${port}/`),
  refused('NAT64 of metadata', 'http://[64:ff9b::a9fe:a9fe]/'),
  refused('NAT64 for local use', `http://[64:ff9b:1::7f00:1]:${port}/`),
  refused('6to4 of loopback', `http://[2002:7f00:1::]:${port}/`),
  refused('6to4 of a private network', 'http://[2002:c0a8:101::1]/'),
  refused('Teredo', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'),
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
