import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLoopbackServer } from '../../../tests/standins/loopback-server.ts'
import { forSuite } from '../../../tests/support/suite.ts'
import type { FetchConfig } from './dispatcher.ts'
import { createPageFetcher } from './fetch-page.ts'

const PAGE = '<html><body><p>Something to read.</p></body></html>'

const encoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  zstd: zstdCompressSync,
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://local')
  const [, name = '', value = ''] = url.pathname.split('/')
  if (name === 'encoded') {
    const names = value.split(',')
    const body = names.reduce<Buffer>((inner, each) => encoders[each]?.(inner) ?? inner, Buffer.from(PAGE))
    const cut = Number(url.searchParams.get('cut') ?? 0)
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': value })
      .end(body.subarray(0, body.length - cut))
  } else if (name === 'status') response.writeHead(Number(value), { 'content-type': 'text/html' }).end(PAGE)
  else if (name === 'to') response.writeHead(302, { location: url.searchParams.get('url') ?? '' }).end()
  else if (name === 'chain' && value !== '0') {
    response.writeHead(302, { location: `/chain/${Number(value) - 1}` }).end()
  } else if (name === 'loop') response.writeHead(302, { location: `/loop/${Number(value) + 1}` }).end()
  else if (name === 'large') {
    const contentType = url.searchParams.get('type') ?? 'text/html'
    response.writeHead(200, { 'content-type': contentType }).end('x'.repeat(Number(value)))
  } else if (name === 'bomb') {
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(Number(value))))
  } else if (name === 'echo') {
    const { method, headers } = request
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () =>
      response.writeHead(418).end(JSON.stringify({ method, type: headers['content-type'], body })),
    )
  } else if (name === 'stall') response.writeHead(200, { 'content-type': 'text/html' }).write('<html>')
  else if (name === 'drip') {
    response.writeHead(200, { 'content-type': 'text/html' })
    const drip = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(drip))
  } else if (name === 'status-line') {
    const { socket } = response
    const go = (): void => void socket?.write('HTTP/1.1 200 '.padEnd(60_000, 'x'), () => setTimeout(go, 5))
    go()
  } else if (name === 'cookie') {
    if (request.headers.cookie === 'seen=1') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    else response.writeHead(302, { location: '/cookie', 'set-cookie': 'seen=1; Path=/' }).end()
  } else if (name !== 'silent') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
}

const server = forSuite(async () => startLoopbackServer(answer))
const open: { close(): Promise<void> }[] = []

afterAll(async () => {
  await Promise.all(open.map((fetcher) => fetcher.close()))
})

function fetcher(config: Partial<FetchConfig> = {}) {
  const made = createPageFetcher({ allowPrivateAddresses: true, outboundProxyUrl: null, ...config })
  open.push(made)
  return made
}

const get = (path: string, config: Partial<FetchConfig> = {}, signal = new AbortController().signal) =>
  fetcher(config).fetch(path.startsWith('/') ? server.origin + path : path, { signal })

const fails = (code: string) => expect.objectContaining({ code })

const noSuchName = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))

const mixed = () =>
  Promise.resolve([
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.7', family: 4 },
  ])

describe('fetching a page', () => {
  it('returns bytes, type and final URL', async () => {
    const page = await get(`/to?url=${encodeURIComponent('/final')}`)
    expect(page).toMatchObject({ url: `${server.origin}/final`, contentType: 'text/html; charset=utf-8' })
    expect(Buffer.from(page.bytes).toString()).toBe(PAGE)
  })

  it.each(Object.keys(encoders))('unpacks %s', async (encoding) => {
    expect(Buffer.from((await get(`/encoded/${encoding}`)).bytes).toString()).toBe(PAGE)
  })

  it('decodes a body that is encoded twice, and rejects more encodings', async () => {
    expect(Buffer.from((await get('/encoded/gzip,gzip')).bytes).toString()).toBe(PAGE)
    await expect(get('/encoded/gzip,gzip,gzip,gzip')).rejects.toEqual(fails('source_unreachable'))
  })

  it('accepts encoded bodies without their end, as browsers do', async () => {
    expect(Buffer.from((await get('/encoded/gzip?cut=8')).bytes).toString()).toBe(PAGE)
    expect(Buffer.from((await get('/encoded/deflate?cut=4')).bytes).toString()).toBe(PAGE)
    expect(Buffer.from((await get('/encoded/br?cut=1')).bytes).toString()).toMatch(/^<html><body><p>Something/u)
  })

  it('reports received bytes', async () => {
    const seen: number[] = []
    await fetcher().fetch(`${server.origin}/`, {
      signal: new AbortController().signal,
      onBytes: (bytes) => seen.push(bytes),
    })
    expect(seen.at(-1)).toBe(PAGE.length)
  })

  it('carries the cookies of a redirect to its target', async () => {
    expect(Buffer.from((await get('/cookie')).bytes).toString()).toBe(PAGE)
  })

  it.each([
    [404, 'source_not_found'],
    [410, 'source_not_found'],
    [401, 'source_needs_login'],
    [402, 'source_needs_login'],
    [403, 'source_forbidden'],
    [451, 'source_forbidden'],
    [429, 'source_unreachable'],
    [500, 'source_unreachable'],
    [503, 'source_unreachable'],
  ])('converts status %i to %s', async (status, code) => {
    await expect(get(`/status/${status}`)).rejects.toEqual(fails(code))
  })

  it('follows chains of redirects and stops at cycles', async () => {
    expect(await get('/chain/10')).toMatchObject({ url: `${server.origin}/chain/0` })
    await expect(get('/loop/1')).rejects.toEqual(fails('source_unreachable'))
  })

  it('rejects bodies over the limit, encoded or not', async () => {
    const limits = { maxBytes: 10_000 }
    await expect(get('/large/10001', { limits })).rejects.toEqual(fails('source_too_large'))
    await expect(get('/bomb/5000000', { limits })).rejects.toEqual(fails('source_too_large'))
    expect((await get('/large/10000', { limits })).bytes.length).toBe(10_000)
  })

  it('accepts documents larger than pages', async () => {
    const limits = { maxBytes: 10_000, maxFileBytes: 20_000 }
    const page = await get('/large/20000?type=application/pdf', { limits })
    expect(page).toMatchObject({ contentType: 'application/pdf', bytes: { length: 20_000 } })
    await expect(get('/large/20001?type=application/pdf', { limits })).rejects.toEqual(fails('source_too_large'))
  })

  describe('recordings', () => {
    let folder = ''
    let count = 0
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'precis-fetch-'))
    })
    afterAll(async () => rm(folder, { recursive: true }))
    const limits = { maxBytes: 1000, maxFileBytes: 2000, maxRecordingBytes: 20_000 }
    async function save(path: string) {
      const recordingPath = join(folder, String((count += 1)))
      const signal = new AbortController().signal
      return fetcher({ limits }).fetch(server.origin + path, { signal, recordingPath })
    }

    it.each([
      ['their type', '/large/20000?type=audio/mpeg'],
      ['that of a video', '/large/20000?type=video/mp4'],
      ['their name, where the type says nothing', '/large/20000/episode.mp3?type=application/octet-stream'],
    ])('are known by %s, and saved', async (_, path) => {
      const page = await save(path)
      expect([page.bytes.length, (await readFile(page.path ?? '')).length]).toEqual([0, 20_000])
    })

    it.each([
      ['of another type', '/large/1000/episode.mp3?type=text/html'],
      ['a playlist', '/large/1000?type=audio/x-mpegurl'],
      ['of another name', '/large/1000/report.pdf?type=application/octet-stream'],
    ])('are not pages: %s', async (_, path) => {
      const page = await save(path)
      expect([page.path, page.bytes.length]).toEqual([undefined, 1000])
    })

    it('over the limit are refused, as are all where none are wanted', async () => {
      await expect(save('/large/20001?type=audio/mpeg')).rejects.toMatchObject({
        code: 'source_too_large',
        message: expect.stringContaining('This recording is larger'),
      })
      await expect(get('/large/2001?type=audio/mpeg', { limits })).rejects.toEqual(fails('source_too_large'))
    })
  })

  it('times out on silence and on stalls', async () => {
    await expect(get('/silent', { limits: { totalMs: 150 } })).rejects.toEqual(fails('source_timed_out'))
    await expect(get('/stall', { limits: { totalMs: 150 } })).rejects.toEqual(fails('source_timed_out'))
  })

  it('stops reading an endless slow response', async () => {
    await expect(get('/drip', { limits: { totalMs: 150 } })).rejects.toEqual(fails('source_timed_out'))
    await expect(get('/status-line', { limits: { totalMs: 150 } })).rejects.toEqual(fails('source_timed_out'))
  })

  it('stops when the caller aborts', async () => {
    const stop = new AbortController()
    const reading = get('/silent', {}, stop.signal)
    setTimeout(() => stop.abort(), 30)
    await expect(reading).rejects.toEqual(fails('cancelled'))
  })

  it('reports refused connections and unknown names', async () => {
    await expect(get('http://127.0.0.1:1/')).rejects.toEqual(fails('source_unreachable'))
    await expect(get('https://nowhere.example/', { resolve: noSuchName })).rejects.toEqual(fails('source_unreachable'))
  })
})

const send = (path: string, config: Partial<FetchConfig> = {}, stopAt?: (url: URL) => boolean) =>
  fetcher(config).send(
    {
      url: new URL(path, server.origin),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    },
    { signal: new AbortController().signal, ...(stopAt === undefined ? {} : { stopAt }) },
  )

describe('sending a request', () => {
  it('sends method, headers and body, and returns the response whatever its status', async () => {
    const answer = await send('/echo')
    expect(answer.status).toBe(418)
    expect(JSON.parse(Buffer.from(answer.bytes).toString())).toEqual({
      method: 'POST',
      type: 'application/json',
      body: '{"a":1}',
    })
  })

  it('follows a redirect without the body, or stops at it', async () => {
    const target = `/to?url=${encodeURIComponent('/echo')}`
    const followed = await send(target)
    expect(JSON.parse(Buffer.from(followed.bytes).toString())).toEqual({ method: 'GET', body: '' })
    const stopped = await send(target, {}, (url) => url.pathname === '/echo')
    expect(stopped).toMatchObject({ status: 302, url: `${server.origin}/echo` })
  })

  it('reports errors', async () => {
    await expect(send('/silent', { limits: { totalMs: 150 } })).rejects.toEqual(fails('source_timed_out'))
    await expect(send('/large/10001', { limits: { maxBytes: 10_000 } })).rejects.toEqual(fails('source_too_large'))
    await expect(send('http://127.0.0.1:1/')).rejects.toEqual(fails('source_unreachable'))
  })
})

describe('keeping out of private networks', () => {
  const closed = { allowPrivateAddresses: false }

  it('allows only the private origin that the operator configured', async () => {
    const trusting = { ...closed, trustedOrigin: server.origin }
    expect((await send('/echo', trusting)).status).toBe(418)
    await expect(send('/echo', closed)).rejects.toEqual(fails('url_not_allowed'))
    await expect(send('http://127.0.0.1:1/', trusting)).rejects.toEqual(fails('url_not_allowed'))
    const away = `/to?url=${encodeURIComponent('http://127.0.0.1:1/')}`
    await expect(send(away, trusting)).rejects.toEqual(fails('url_not_allowed'))
  })

  it('rejects a name that resolves to a private address, even among public ones', async () => {
    await expect(get('http://rebind.example/', { ...closed, resolve: mixed })).rejects.toEqual(fails('url_not_allowed'))
  })

  it('connects to the address that was checked, so a name can’t change in between', async () => {
    const answers = ['127.0.0.1', '93.184.215.14']
    let asked = 0
    const resolve = () => Promise.resolve([{ address: answers[asked++ % 2] ?? '', family: 4 }])
    await expect(get('http://rebind.example/', { ...closed, resolve })).rejects.toEqual(fails('url_not_allowed'))
    expect(asked).toBe(1)
  })

  it('resolves a name once and connects only to that result', async () => {
    let reached = 0
    const inside = await startLoopbackServer((_, response) => response.end((reached += 1).toString()))
    const { port } = new URL(inside.origin)
    const answers = ['93.184.215.14', '127.0.0.1']
    let asked = 0
    const resolve = () => Promise.resolve([{ address: answers[asked++] ?? '127.0.0.1', family: 4 }])
    const limits = { totalMs: 300 }
    const rebound = get(`http://rebind.example:${port}/`, { ...closed, resolve, limits })
    await expect(rebound).rejects.toEqual(expect.objectContaining({ code: expect.stringMatching(/^source_/u) }))
    expect([asked, reached]).toEqual([1, 0])
    await inside.stop()
  })

  it('checks the target of every redirect', async () => {
    const { origin: outboundProxyUrl, stop } = await startLoopbackServer((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    )
    await expect(get('http://public.example/', { ...closed, outboundProxyUrl })).rejects.toEqual(
      fails('url_not_allowed'),
    )
    await stop()
  })

  it('uses the proxy if configured', async () => {
    const asked: string[] = []
    const { origin: outboundProxyUrl, stop } = await startLoopbackServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    })
    const page = await get('http://public.example/page', { ...closed, outboundProxyUrl })
    expect(Buffer.from(page.bytes).toString()).toBe(PAGE)
    expect(asked).toEqual(['http://public.example/page'])
    await expect(get('http://127.0.0.1/', { ...closed, outboundProxyUrl })).rejects.toEqual(fails('url_not_allowed'))
    await stop()
  })
})
