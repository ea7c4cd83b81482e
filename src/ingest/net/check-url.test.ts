import { describe, expect, it } from 'vitest'
import { parseSourceUrl } from '../../shared/source-url.ts'
import { checkUrl } from './check-url.ts'

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
]

describe('checkUrl', () => {
  it.each(notAllowed)('refuses %s', (typed) =>
    expect(() => check(typed)).toThrow(expect.objectContaining({ code: 'url_not_allowed' })),
  )

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/', 'ws://example.com/'])(
    'refuses the scheme of %s',
    (typed) => expect(() => check(typed)).toThrow(expect.objectContaining({ code: 'url_invalid' })),
  )

  it.each([
    'https://example.com/',
    'http://example.com:8080/',
    'http://8.8.8.8/',
    'https://[2606:4700::1]/',
    'https://example.com.:443/',
  ])('lets %s pass', (typed) => expect(() => check(typed)).not.toThrow())

  it('lets private addresses pass where that is allowed, but never credentials', () => {
    expect(() => check('http://127.0.0.1:5432/', true)).not.toThrow()
    expect(() => check('http://a:b@127.0.0.1/', true)).toThrow(expect.objectContaining({ code: 'url_not_allowed' }))
  })
})
