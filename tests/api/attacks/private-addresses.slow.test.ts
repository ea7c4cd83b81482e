import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIngest } from '../../../src/ingest/index.ts'
import { privateAddresses, redirectTargets } from '../../support/attacks/private-addresses.ts'
import { realPipeline } from '../../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../../support/product.ts'
import { tidePools } from '../../support/texts.ts'
import { sharedParser } from '../../support/threads.ts'

const article = `<!doctype html><html><head><title>Tides</title></head><body><article><h1>Tides</h1>${tidePools
  .split('\n\n')
  .map((text) => `<p>${text}</p>`)
  .join('')}</article></body></html>`

const ask = async (user: TestClient, url: string): Promise<Response> => user.post('/api/summaries', { url })

async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const stop = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  server.close()
  if (server.listening) await once(server, 'close')
}

/** A server on loopback that records requests. */
const trap = (asked: string[]): Server =>
  createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'text/html' }).end(article)
  }).on('connection', () => asked.push('a connection'))

describe('private addresses', () => {
  const asked: string[] = []
  const traps = [trap(asked), trap(asked)] as const
  let port: number
  let test: TestProduct
  let user: TestClient
  beforeAll(async () => {
    port = await listen(traps[0])
    // Machines without IPv6 have no IPv6 addresses to reach.
    await listen(traps[1], '::1', port).catch(() => 0)
    test = await startTestProduct({ env: { FETCH_ALLOW_PRIVATE: 'false' } })
    user = await test.register()
  })
  afterAll(async () => {
    await test.close()
    await Promise.all(traps.map(stop))
  })

  it('are reachable without a guard (control)', async () => {
    await fetch(`http://127.0.0.1:${port}/heard`)
    expect(asked).toEqual(['a connection', '/heard'])
    asked.length = 0
  })

  it.each(privateAddresses(0).map(({ name }, index) => [name, index] as const))('%s', async (_, index) => {
    const trick = privateAddresses(port)[index]!
    const answer = await ask(user, trick.url)
    const { code, message } = answer.json()
    expect({ url: trick.url, code }).toEqual({ url: trick.url, code: trick.code })
    expect(answer.statusCode).toBe(422)
    expect(message).not.toContain(String(port))
    expect(asked).toEqual([])
  })

  it('are rejected without cost', async () => {
    expect((await user.get('/api/stats')).json()).toMatchObject({ summariesUsed: 0 })
  })
})

describe('redirects of pages read through a proxy', () => {
  const asked: string[] = []
  let answerNext: (url: URL, response: ServerResponse) => void
  const proxy = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '', 'http://relative.example')
    asked.push(url.href)
    if (url.pathname === '/words') response.writeHead(200, { 'content-type': 'text/html' }).end(article)
    else answerNext(url, response)
  }).on('connect', (request, socket) => {
    // undici sends CONNECT if configured, and plain requests otherwise.
    asked.push(`tunnel ${request.url}`)
    socket.end('HTTP/1.1 502 No tunnel\r\n\r\n')
  })
  let test: TestProduct
  let user: TestClient
  beforeAll(async () => {
    const outboundProxyUrl = `http://127.0.0.1:${await listen(proxy)}`
    const resolve = async (name: string) =>
      name === 'inside.example' ? [{ address: '127.0.0.1', family: 4 }] : Promise.reject(new Error('not known here'))
    const ingest = createIngest({ allowPrivateAddresses: false, outboundProxyUrl, resolve }, sharedParser())
    test = await startTestProduct({ pipeline: { ...realPipeline(), ingest } })
    user = await test.register('proxied@example.com')
  })
  afterAll(async () => {
    await test.close()
    await stop(proxy)
  })
  beforeEach(async () => {
    asked.length = 0
    // Each requests a few summaries, more than a plan includes.
    user = await test.register()
  })

  const START = 'http://public.example/start'
  const redirect =
    (location: string, status = 302) =>
    (_: URL, response: ServerResponse) => {
      response.writeHead(status, { location }).end()
    }
  const say = (html: string) => (_: URL, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  }

  it('are followed to a public page (control)', async () => {
    for (const [n, answer] of [
      redirect('/words'),
      redirect('http://elsewhere.example/words', 308),
      say('<meta http-equiv="refresh" content="0; url=http://elsewhere.example/words">'),
    ].entries()) {
      answerNext = answer
      expect((await ask(user, `${START}?${n}`)).statusCode).toBe(201)
      expect(asked.at(-1)).toMatch(/\/words$/)
    }
  })

  it.each([301, 302, 303, 307, 308])('are not followed to private addresses with status %i', async (status) => {
    answerNext = redirect('http://127.0.0.1:8080/', status)
    const answer = await ask(user, START)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'url_not_allowed'])
    expect(asked).toEqual([START])
  })

  it.each([300, 304, 305, 306])('are not followed at all with status %i', async (status) => {
    answerNext = redirect('http://127.0.0.1:8080/', status)
    expect((await ask(user, START)).statusCode).toBe(422)
    expect(asked).toEqual([START])
  })

  it.each(redirectTargets(8080))('are not followed to %s', async (location) => {
    answerNext = redirect(location)
    const answer = await ask(user, START)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().code).toMatch(/^(?:url_not_allowed|url_invalid|source_unreachable)$/)
    expect(asked).toEqual([START])
  })

  it('are not followed to a private address at the end of a chain', async () => {
    answerNext = (url, response) => {
      const hop = Number(url.searchParams.get('hop') ?? 0)
      redirect(hop < 4 ? `http://hop${hop}.example/?hop=${hop + 1}` : 'http://[::1]:8080/')(url, response)
    }
    expect((await ask(user, START)).json().code).toBe('url_not_allowed')
    expect(asked).toHaveLength(5)
    expect(asked.join()).not.toMatch(/127\.|::1/)
  })

  it.each([
    'http://127.0.0.1:8080/words',
    'http://2130706433:8080/words',
    '//127.0.0.1:8080/words',
    'http://[::1]:8080/words',
    'http://inside.example/words',
    'http://ada:secret@public.example/words',
    'file:///etc/passwd',
  ])('are not followed through a meta refresh to %s', async (target) => {
    answerNext = say(`<meta http-equiv="refresh" content="0;url=${target}">`)
    expect((await ask(user, START)).statusCode).toBe(422)
    expect(asked).toEqual([START])
  })

  it('are not followed to a mobile version on a private address', async () => {
    answerNext = say(
      '<html><head><link rel="amphtml" href="http://127.0.0.1:8080/words"></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/a.js"></script></body></html>',
    )
    expect((await ask(user, START)).json().code).toBe('source_needs_script')
    expect(asked).toEqual([START])
  })

  it.each(['http://inside.example/', 'http://127.0.0.1/', 'http://localhost/', 'http://169.254.169.254/'])(
    'are not sent to the proxy: %s',
    async (url) => {
      expect((await ask(user, url)).json().code).toBe('url_not_allowed')
      expect(asked).toEqual([])
    },
  )

  it('don’t load anything that a page references: images, frames, styles, feeds', async () => {
    const tags = [
      '<img src="X">',
      '<iframe src="X"></iframe>',
      '<link rel="stylesheet" href="X">',
      '<object data="X"></object>',
      '<link rel="alternate" type="application/rss+xml" href="X">',
      '<link rel="canonical" href="X">',
      '<meta property="og:image" content="X">',
      '<base href="X">',
    ]
    answerNext = say(
      article.replace('<article>', `${tags.join('').replaceAll('X', 'http://127.0.0.1:8080/x')}<article>`),
    )
    expect((await ask(user, START)).statusCode).toBe(201)
    expect(asked).toEqual([START])
  })
})
