import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './addresses.ts'

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

  it('judges an IPv4 address alike in every wrapping', () => {
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
