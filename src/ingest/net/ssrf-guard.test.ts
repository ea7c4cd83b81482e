import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSourceUrl } from '../../shared/source-url.ts'
import { checkUrl, isPublicAddress } from './ssrf-guard.ts'

const refused: [string, string][] = [
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private 10', '10.0.0.1'],
  ['private 10, last', '10.255.255.255'],
  ['private 172', '172.16.0.1'],
  ['private 172, last', '172.31.255.255'],
  ['private 192', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback, any', '127.45.6.7'],
  ['link-local', '169.254.1.1'],
  ['cloud metadata', '169.254.169.254'],
  ['container metadata', '169.254.170.2'],
  ['shared address space', '100.64.0.1'],
  ['shared address space, last', '100.127.255.255'],
  ['provider metadata in shared space', '100.100.100.200'],
  ['protocol assignments', '192.0.0.1'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.7'],
  ['documentation 3', '203.0.113.9'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['v6 unspecified', '::'],
  ['v6 loopback', '::1'],
  ['v6 loopback in full', '0:0:0:0:0:0:0:1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hex', '::ffff:7f00:1'],
  ['mapped metadata', '::ffff:169.254.169.254'],
  ['compatible loopback', '::127.0.0.1'],
  ['translated loopback', '::ffff:0:127.0.0.1'],
  ['unique local', 'fc00::1'],
  ['unique local, used', 'fd12:3456:789a::1'],
  ['cloud metadata on v6', 'fd00:ec2::254'],
  ['v6 link-local', 'fe80::1'],
  ['v6 link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['v6 multicast', 'ff02::1'],
  ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
  ['NAT64 of a private address', '64:ff9b::a00:1'],
  ['NAT64 of metadata', '64:ff9b::169.254.169.254'],
  ['NAT64, local use', '64:ff9b:1::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4', '2002:c058:6301::1'],
  ['Teredo', '2001:0:4136:e378::1'],
  ['v6 documentation', '2001:db8::1'],
  ['v6 documentation, new', '3fff::1'],
  ['discard', '100::1'],
  ['ORCHID', '2001:20::1'],
  ['segment routing', '5f00::1'],
  ['a name', 'localhost'],
  ['nothing', ''],
]

const accepted = ['1.1.1.1', '8.8.8.8', '93.184.215.14', '2606:4700::6810:84e5', '::ffff:8.8.8.8', '64:ff9b::808:808']

describe('isPublicAddress', () => {
  it.each(refused)('refuses %s: %s', (_, address) => expect(isPublicAddress(address)).toBe(false))
  it.each(accepted)('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true))

  it('classifies an IPv4 address alike in every notation', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const bare = isPublicAddress(address)
        expect(isPublicAddress(`::ffff:${address}`)).toBe(bare)
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(bare)
        expect(isPublicAddress(`::${address}`)).toBe(false)
      }),
    )
  })
})

const check = (typed: string, allowPrivate = false): void => checkUrl(parseSourceUrl(typed), allowPrivate)

const notAllowed = [
  'http://localhost/',
  'http://LOCALHOST./',
  'http://sub.localhost/',
  'http://printer.local/',
  'http://router.lan/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://intranet/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://0.0.0.0/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:7f00:0001]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[fe80::1]/',
  'http://10.1.2.3/',
  'http://0xa.1.2.3/',
  'http://172.16.5.5/',
  'http://192.168.0.1/',
  'http://3232235521/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xA9FEA9FE/',
  'http://0251.0376.0251.0376/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://user:secret@example.com/',
  'http://example.com@127.0.0.1/',
  'http://example.com:22/',
  'http://example.com:25/',
  'http://example.com:6379/',
  'http://example.com:9200/',
  'localhost/',
  'http://localhost../',
  'http://localhost.localdomain/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://local\u00adhost/',
  'http://%6c%6f%63%61%6c%68%6f%73%74/',
  'http://metadata/computeMetadata/v1/',
  'http://instance-data.ec2.internal/latest/',
  'http://host.docker.internal/',
  'http://kubernetes.default.svc/',
  'http://kubernetes.default.svc.cluster.local/',
  'http://duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion/',
  'http://0x7f.0.0.01/',
  'http://0000000000177.0.0.1/',
  'http://127.0.0.1../',
  'http://１２７.０.０.１/',
  'http://127%2e0%2e0%2e1/',
  'http://example.com:80@127.0.0.1/',
  'http://127.0.0.1\\@example.com/',
  'http:\\\\127.0.0.1\\',
  'http:/127.0.0.1/',
  'http:127.0.0.1/',
  'http://///127.0.0.1/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1?@example.com/',
  'http://example.com:5432/',
  'http://example.com:2375/',
]

/** Other schemes, and addresses that are none. */
const invalid = [
  'http://127.0.\t0.1/',
  'http://127.0.0.1\n/',
  'http://127.0.0.1/\r\nHost: example.com',
  'http://[fe80::1%25lo]/',
  'http://[::1%lo]/',
  'http://4294967296/',
  'http://256.0.0.1/',
  'http://127.0.0.0.1/',
  'http://127.0.0.1%00.example.com/',
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'gopher://127.0.0.1/_x',
  'ftp://example.com/',
  'dict://127.0.0.1/info',
  'ws://example.com/',
  'data:text/html,<p>words</p>',
  'javascript:fetch("/")',
  'blob:http://127.0.0.1/1',
  'jar:http://127.0.0.1!/',
  'view-source:http://127.0.0.1/',
]

describe('checkUrl', () => {
  it.each(notAllowed)('refuses %s', (typed) =>
    expect(() => check(typed)).toThrow(expect.objectContaining({ code: 'url_not_allowed' })),
  )

  it.each(invalid)('refuses %j as invalid', (typed) =>
    expect(() => check(typed)).toThrow(expect.objectContaining({ code: 'url_invalid' })),
  )

  it.each([
    'https://example.com/',
    'http://example.com:8080/',
    'http://8.8.8.8/',
    'https://[2606:4700::1]/',
    'https://example.com.:443/',
  ])('allows %s', (typed) => expect(() => check(typed)).not.toThrow())

  it('allows private addresses if configured, but never credentials', () => {
    expect(() => check('http://127.0.0.1:5432/', true)).not.toThrow()
    expect(() => check('http://a:b@127.0.0.1/', true)).toThrow(expect.objectContaining({ code: 'url_not_allowed' }))
  })
})
