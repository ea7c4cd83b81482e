import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWebFolder } from '../../support/headers.ts'
import { startTestProduct, type TestProduct } from '../../support/product.ts'

const SECRET = 'planted where nobody may read'
/** Files that lie about where a server was set up by hand, beside the web app and in its folder. */
const planted = ['.git/config', '.env', 'assets/.htpasswd', '../outside-precis-web.txt']

let test: TestProduct
let web: Awaited<ReturnType<typeof makeWebFolder>>
let origin: string
beforeAll(async () => {
  web = await makeWebFolder()
  for (const name of planted) {
    const file = path.join(web.folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, SECRET)
  }
  test = await startTestProduct({ webFolder: web.folder })
  origin = await test.product.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await test.close()
  await web.remove()
  await rm(path.join(web.folder, '..', 'outside-precis-web.txt'), { force: true })
})

/** All that a server says to these bytes, until it or we hang up. */
async function say(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

const inner = 'GET /api/plans HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

describe('a request whose end two servers could see in two places', () => {
  it.each([
    ['a length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['chunks and a length', `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${inner}`],
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: ${2 + inner.length}\r\n\r\n{}${inner}`],
    ['a length before a colon apart', `${head}Content-Length : ${2 + inner.length}\r\n\r\n{}${inner}`],
    ['a length that is no number', `${head}Content-Length: +2\r\n\r\n{}${inner}`],
    ['chunks that are not the last coding', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`],
    ['a coding that nobody knows', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`],
    ['a size of a chunk that is none', `${head}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${inner}`],
    ['a header that goes on in the next line', `${head}X: a\r\n Content-Length: 2\r\n\r\n${inner}`],
  ])('is refused, and nothing after it is heard: %s', async (_, bytes) => {
    const answer = await say(bytes)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    expect(answer).not.toContain('"plans"')
  })

  it('is the exception: two requests in one go are answered both', async () => {
    const answer = await say(`${inner.replace('Connection: close\r\n', '')}${inner}`)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })
})

describe('methods that show what was sent, or lead elsewhere', () => {
  it.each(['TRACE /api/plans', 'TRACE /', 'TRACK /', 'CONNECT 127.0.0.1:5432', 'DEBUG /', 'PROPFIND /'])(
    'are not taken: %s',
    async (line) => {
      const answer = await say(`${line} HTTP/1.1\r\nHost: localhost\r\nCookie: ${SECRET}\r\nConnection: close\r\n\r\n`)
      expect(answer).not.toContain(SECRET)
      expect(answer).not.toMatch(/^HTTP\/1\.1 [23]/)
    },
  )
})

/** Ways that could lead out of a folder, in front of a name. */
const ways = '/../ /..%2f /%2e%2e/ /%2e%2e%2f /assets/../../ /assets/..%2f..%2f /..%5c /..\\ /....// //../'.split(' ')
const inside = `/.git/config /.env /assets/.htpasswd /assets/%2ehtpasswd /.%67it/config /package.json /src/server/main.ts
  /public.html /renderer/prerender.js /index.html /assets /assets/ /renderer/ /.git/ /../ /data/secrets/session
  /%252e%252e%252foutside-precis-web.txt /..%c0%afoutside-precis-web.txt /outside-precis-web.txt%00.js`

describe('files that are no part of the web app', () => {
  it.each([...inside.split(/\s+/), ...ways.map((way) => `${way}outside-precis-web.txt`)])(
    'are not there: %s',
    async (url) => {
      const answer = await say(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 (?:400|404)/)
      expect(answer).not.toContain(SECRET)
      expect(answer).not.toContain('export const')
      // No list of what is in a folder either: it is the page that says that nothing is there, or JSON.
      expect(answer).not.toContain('app-abc123')
    },
  )

  it('and those that are part of it are', async () => {
    const answer = await say('GET /assets/app-abc123.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
  })
})
