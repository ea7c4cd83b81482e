import { beforeAll, describe, expect, it } from 'vitest'
import { webFiles } from '../../support/headers.ts'
import { startTestProduct } from '../../support/product.ts'
import { sendBytes } from '../../support/raw-bytes.ts'
import { forSuite } from '../../support/suite.ts'

const SECRET = 'planted where nobody may read'
/** Files that manual installations leave beside the web app or in its folder. */
const planted = ['.git/config', '.env', 'assets/.htpasswd', '../outside-precis-web.txt']

let origin: string
const test = forSuite(async () =>
  startTestProduct({ webFiles: { ...webFiles, ...Object.fromEntries(planted.map((name) => [name, SECRET])) } }),
)
beforeAll(async () => {
  origin = await test.product.app.listen({ host: '127.0.0.1', port: 0 })
})

const say = async (bytes: string): Promise<string> => sendBytes(origin, bytes)

const inner = 'GET /api/plans HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

describe('request smuggling', () => {
  it.each([
    ['a length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['chunks and a length', `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${inner}`],
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: ${2 + inner.length}\r\n\r\n{}${inner}`],
    ['a space before the colon', `${head}Content-Length : ${2 + inner.length}\r\n\r\n{}${inner}`],
    ['an invalid length', `${head}Content-Length: +2\r\n\r\n{}${inner}`],
    ['chunked as the first coding', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`],
    ['an unknown coding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`],
    ['an invalid chunk size', `${head}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${inner}`],
    ['a folded header', `${head}X: a\r\n Content-Length: 2\r\n\r\n${inner}`],
  ])('is rejected, and nothing after it is read: %s', async (_, bytes) => {
    const answer = await say(bytes)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    expect(answer).not.toContain('"plans"')
  })

  it('does not include pipelining: two requests at once get two responses', async () => {
    const answer = await say(`${inner.replace('Connection: close\r\n', '')}${inner}`)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })
})

describe('methods that echo requests or open tunnels', () => {
  it.each(['TRACE /api/plans', 'TRACE /', 'TRACK /', 'CONNECT 127.0.0.1:5432', 'DEBUG /', 'PROPFIND /'])(
    'are rejected: %s',
    async (line) => {
      const answer = await say(`${line} HTTP/1.1\r\nHost: localhost\r\nCookie: ${SECRET}\r\nConnection: close\r\n\r\n`)
      expect(answer).not.toContain(SECRET)
      expect(answer).not.toMatch(/^HTTP\/1\.1 [23]/)
    },
  )
})

/** Prefixes that could lead out of a folder. */
const ways = '/../ /..%2f /%2e%2e/ /%2e%2e%2f /assets/../../ /assets/..%2f..%2f /..%5c /..\\ /....// //../'.split(' ')
const inside = `/.git/config /.env /assets/.htpasswd /assets/%2ehtpasswd /.%67it/config /package.json /src/server/main.ts
  /public.html /renderer/prerender.js /index.html /assets /assets/ /renderer/ /.git/ /../ /data/secrets/session
  /%252e%252e%252foutside-precis-web.txt /..%c0%afoutside-precis-web.txt /outside-precis-web.txt%00.js`

describe('files outside the web app', () => {
  it.each([...inside.split(/\s+/), ...ways.map((way) => `${way}outside-precis-web.txt`)])(
    'are not served: %s',
    async (url) => {
      const answer = await say(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 (?:400|404)/)
      expect(answer).not.toContain(SECRET)
      expect(answer).not.toContain('export const')
      // No directory listings either: the response is the not-found page, or JSON.
      expect(answer).not.toContain('app-abc123')
    },
  )

  it('unlike files of the web app', async () => {
    const answer = await say('GET /assets/app-abc123.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
  })
})
