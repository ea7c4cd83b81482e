import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Response } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { errorBodySchema } from '../../src/shared/api/contract.ts'
import { pagePaths } from '../../src/shared/paths.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const SCRIPT = 'export {}'
const PAGE = '<!doctype html><title>Precis</title><div id="root"></div>'

const test = forSuite(async () =>
  startTestProduct({
    webFiles: {
      'index.html': PAGE,
      'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'assets/app-1a2b3c.js': SCRIPT,
      'assets/app-1a2b3c.js.br': brotliCompressSync(SCRIPT),
    },
  }),
)
const send = async (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', url: string): Promise<Response> =>
  test.product.app.inject({ method, url })

describe('pages', () => {
  it.each(Object.values(pagePaths).map((page) => page.replace(':id', '7')))('%s is the web app', async (url) => {
    for (const address of [url, `${url}?q=1`]) {
      const response = await send('GET', address)
      expect([response.statusCode, response.body]).toEqual([200, PAGE])
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.headers['cache-control']).toBe('no-cache')
    }
  })

  it.each(['/nowhere', '/login/more', '/apiary', '/assets/gone-1a2b3c.js', '/..%2f..%2fetc/passwd'])(
    '%s is the web app with status 404',
    async (url) => {
      const response = await send('GET', url)
      expect([response.statusCode, response.body]).toEqual([404, PAGE])
      expect(response.headers['content-type']).toContain('text/html')
    },
  )

  it('accept GET only: other methods get a JSON error', async () => {
    const response = await send('POST', '/login')
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })

  it('cache files with a hash in their name, and revalidate others', async () => {
    const hashed = await send('GET', '/assets/app-1a2b3c.js')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers['content-type']).toContain('javascript')
    expect((await send('GET', '/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('are served precompressed when accepted', async () => {
    const get = async (accepted: string) =>
      test.product.app.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': accepted } })
    const packed = await get('gzip, deflate, br, zstd')
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(packed.headers['content-type']).toContain('javascript')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(SCRIPT)
    const plain = await get('identity')
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT])
  })

  it('are missing without a build, while the API responds', async () => {
    const bare = await startTestProduct({ webFiles: {} })
    const page = await bare.visitor().get('/')
    expect([page.statusCode, page.json().code]).toEqual([404, 'not_found'])
    expect((await bare.visitor().get('/api/plans')).statusCode).toBe(200)
    await bare.close()
  })
})

describe('unknown paths of the API', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api?x=1'],
    ['GET', '/api/nowhere'],
    ['POST', '/api/nowhere'],
    ['PUT', '/api/summaries'],
    ['DELETE', '/api/nowhere/at/all'],
  ] as const)('%s %s is a 404 in JSON', async (method, url) => {
    const response = await send(method, url)
    expect(response.statusCode).toBe(404)
    expect(errorBodySchema.parse(response.json()).code).toBe('not_found')
  })

  it.each(['text/plain', 'application/xml', 'application/json'])('with any body: %s', async (type) => {
    const response = await test.product.app.inject({
      method: 'POST',
      url: '/api/nowhere',
      payload: '{',
      headers: { 'content-type': type },
    })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })
})

describe('every response', () => {
  it.each([
    ['/', 200],
    ['/nowhere', 404],
    ['/assets/app-1a2b3c.js', 200],
    ['/healthz', 200],
    ['/api/plans', 200],
    ['/api/auth/user', 401],
    ['/api/nowhere', 404],
  ])('to HEAD %s is %i and has no body', async (url, status) => {
    const [head, get] = [await send('HEAD', url), await send('GET', url)]
    expect([head.statusCode, get.statusCode, head.body]).toEqual([status, status, ''])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  })
})

describe('health', () => {
  it('is not ready when the database does not respond', async () => {
    const running = await startTestProduct()
    const { database } = running
    const { ping } = database
    Object.assign(database, { ping: async () => Promise.reject(new Error('gone')) })
    expect((await running.visitor().get('/readyz')).statusCode).toBe(503)
    expect((await running.visitor().get('/healthz')).statusCode).toBe(200)
    Object.assign(database, { ping })
    await running.close()
  })
})
