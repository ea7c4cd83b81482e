import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { content } from '../../src/shared/content.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const pageWith = (body: string): string =>
  `<!doctype html><html lang="en"><head><!-- head --></head><body>${body}</body></html>`
/** Replaces the renderer from the build. */
const renderer = `let calls = 0
export async function renderPublicPage({ name, catalogue, locale }) {
  calls += 1
  if (name === 'home') return 'Read this.'
  return catalogue.plans.map(({ name }) => name).join(' $& ') + ' ' + locale + ' ' + calls
}`
const RETURN = 'success=true&session_id=cs_1'

describe('landing page', () => {
  const index = { 'index.html': pageWith('<div id="root"></div>') }
  const test = forSuite(async () =>
    startTestProduct({
      webFiles: {
        ...index,
        'public.html': pageWith('<div id="root"><!-- page --></div>'),
        'renderer/prerender.js': renderer,
      },
    }),
  )

  it('is rendered for visitors, with any query, and sent again only after a change', async () => {
    for (const address of ['/', '/?utm_source=x', '/?success=true']) {
      const { statusCode, body, headers } = await test.visitor().get(address)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(body).toContain('Read this.')
      expect(body).toContain(`<meta property="og:site_name" content="${content.productName}" />`)
      expect(headers.vary).toMatch(/\bCookie\b/)
      const again = await test.visitor().get(address, { 'if-none-match': headers.etag as string })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers.vary).toMatch(/\bCookie\b/)
    }
    expect((await test.visitor().request('HEAD', '/')).statusCode).toBe(200)
  })

  it('redirects signed-in users to the dashboard, and keeps the query of a payment', async () => {
    const etag = (await test.visitor().get('/')).headers.etag as string
    const user = await test.register()
    for (const search of ['', `?${RETURN}`, '?url=https%3A%2F%2Fa.example%2F%3Fb']) {
      const { statusCode, headers, body } = await user.get(`/${search}`, { 'if-none-match': etag })
      expect([statusCode, headers.location, body]).toEqual([302, `/dashboard${search}`, ''])
      expect(headers['cache-control']).toBe('no-store')
      expect(headers.vary).toMatch(/\bCookie\b/)
    }
  })

  it('is the app after a session has ended, and after a payment without one', async () => {
    const user = await test.register()
    const stale = user.copy()
    await user.post('/api/auth/logout')
    for (const [client, address] of [
      [stale, '/'],
      [test.visitor(), `/?${RETURN}`],
    ] as const) {
      const { statusCode, body, headers } = await client.get(address)
      expect([statusCode, body.includes('<div id="root"></div>')]).toEqual([200, true])
      expect(headers.vary).toMatch(/\bCookie\b/)
    }
    expect((await user.get('/')).body).toContain('Read this.')
  })

  it('ignores sessions with an invalid signature', async () => {
    const ready = await test.product.app.inject({ url: '/', headers: { cookie: 'precis.sid=forged.signature' } })
    expect([ready.statusCode, ready.body.includes('Read this.')]).toEqual([200, true])
  })

  it('has a pricing page, rendered once per locale', async () => {
    const { plans } = (await test.visitor().get('/api/plans')).json<{ plans: { name: string }[] }>()
    const names = plans.map(({ name }) => name).join(' $& ')
    for (const [languages, made] of [
      ['de-DE,de;q=0.9', 'de-DE 2'],
      ['de-DE', 'de-DE 2'],
      ['en-US@posix, de', 'en-US 3'],
      ['x;q=2,,', 'en-US 3'],
      ['', 'en-US 3'],
    ] as const) {
      const { statusCode, body, headers } = await test
        .visitor()
        .get('/subscribe?ref=x', { 'accept-language': languages })
      expect([statusCode, body]).toEqual([200, expect.stringContaining(`<div id="root">${names} ${made}</div>`)])
      expect(body).toContain('<link rel="canonical"')
      expect(headers.vary).toMatch(/\bCookie, Accept-Language\b/)
    }
    const user = await test.register()
    for (const [client, address] of [
      [user, '/subscribe'],
      [test.visitor(), `/subscribe?${RETURN}`],
      [test.visitor(), '/subscribe?canceled=true'],
      [test.visitor(), '/subscribe?welcome=back'],
    ] as const)
      expect((await client.get(address)).body).toContain('<div id="root"></div>')
  })

  it('is the app when rendering fails', async () => {
    const product = await startTestProduct({ webFiles: { ...index, 'public.html': pageWith('<!-- page -->') } })
    const { statusCode, body } = await product.visitor().get('/subscribe')
    await product.close()
    expect([statusCode, body.includes('<div id="root"></div>')]).toEqual([200, true])
  })

  it('is compressed for browsers that accept it', async () => {
    const plain = (await test.visitor().get('/')).rawPayload.toString()
    for (const [accepted, coding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['GZIP;q=0.5, br;q=0', 'gzip', gunzipSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      const { rawPayload, headers } = await test.visitor().get('/', { 'accept-encoding': accepted })
      expect([headers['content-encoding'], unpack(rawPayload).toString()]).toEqual([coding, plain])
      expect(headers.vary).toMatch(/Cookie, Accept-Encoding/)
    }
  })

  it('has one canonical URL', async () => {
    expect((await test.visitor().get('/public.html')).statusCode).toBe(404)
  })
})
