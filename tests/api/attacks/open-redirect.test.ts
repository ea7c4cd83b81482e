import { describe, expect, it } from 'vitest'
import { encodedForeignUrls, foreignUrls } from '../../support/attacks/foreign-urls.ts'
import { answerAtGoogle, startGoogleWorld } from '../../support/google.ts'
import { startTestProduct } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

const ORIGIN = 'https://app.example'
const appUrl = 'http://localhost:3000'

describe('redirects of the server', () => {
  const test = forSuite(async () => startTestProduct({ env: { APP_URL: ORIGIN } }))

  it('lead from /api/login to the sign-in page, whatever the query contains', async () => {
    for (const address of [...foreignUrls, ...encodedForeignUrls]) {
      for (const name of ['returnTo', 'next', 'redirect', 'url']) {
        const { statusCode, headers } = await test.visitor().get(`/api/login?${name}=${encodeURIComponent(address)}`)
        expect([statusCode, headers.location]).toEqual([302, '/login'])
      }
    }
  })

  it.each(['//elsewhere.example/..%2f', '/%2f%2felsewhere.example/', '/\\elsewhere.example/', '//elsewhere.example//'])(
    'are not derived from the requested path: %s',
    async (url) => {
      const response = await test.product.app.inject({ method: 'GET', url })
      expect(response.headers.location).toBeUndefined()
    },
  )
})

describe('Google sign-in', () => {
  const world = forSuite(async () => startGoogleWorld({ env: { APP_URL: appUrl } }))

  /** Target of a browser that returns from Google. */
  const landed = (location: unknown): URL => new URL(String(location), `${appUrl}/api/auth/google/callback`)

  it('returns to this site when it fails, whatever was requested', async () => {
    for (const address of [...foreignUrls, ...encodedForeignUrls]) {
      const { headers } = await world.signIn(world.visitor(), null, address)
      const { origin, pathname, searchParams } = landed(headers.location)
      expect([address, origin, pathname]).toEqual([address, appUrl, '/login'])
      expect(Object.keys(headers).filter((name) => /refresh|link/.test(name))).toEqual([])
      // The stored path is validated again by the page.
      const kept = searchParams.get('returnTo')
      expect(kept === null ? appUrl : new URL(kept, appUrl).origin).toBe(appUrl)
      expect(foreignUrls).not.toContain(kept)
    }
  })

  it.each([...foreignUrls.filter((_, index) => index % 6 === 0), ...encodedForeignUrls])(
    'returns to this site when it succeeds: %j',
    async (address) => {
      const { headers } = await world.signIn(world.visitor(), { email: 'someone@example.com' }, address)
      const { origin, pathname, searchParams } = landed(headers.location)
      expect(origin).toBe(appUrl)
      expect(String(headers.location)).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      expect(searchParams.get('welcome')).not.toBeNull()
      if (foreignUrls.includes(address)) expect(pathname).toBe('/dashboard')
    },
  )

  it('ignores return paths in the callback', async () => {
    const client = world.visitor()
    const back = await answerAtGoogle(await world.begin(client), { email: 'someone@example.com' })
    for (const name of ['returnTo', 'redirect_uri', 'next', 'iss']) {
      back.searchParams.append(name, 'https://elsewhere.example/')
    }
    const { headers } = await world.comeBack(client, back)
    expect(landed(headers.location).origin).toBe(appUrl)
    expect(String(headers.location)).not.toContain('elsewhere')
  })

  it('redirects to the host of APP_URL, not to the host of the request', async () => {
    for (const headers of [{ host: 'elsewhere.localhost' }, { 'x-forwarded-host': 'elsewhere.example' }]) {
      const { headers: answered } = await world
        .visitor()
        .get('/api/auth/google', headers as unknown as Record<string, string>)
      const sent = new URL(String(answered.location), appUrl)
      expect(sent.searchParams.get('redirect_uri') ?? appUrl).toMatch(/^http:\/\/localhost:3000/)
      expect(sent.hostname).not.toMatch(/elsewhere/)
    }
  })
})
